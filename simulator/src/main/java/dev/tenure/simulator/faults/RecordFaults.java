package dev.tenure.simulator.faults;

import dev.tenure.simulator.cluster.CandidateProcess;
import dev.tenure.simulator.cluster.Cluster;
import dev.tenure.simulator.cluster.Machine;
import dev.tenure.simulator.cluster.SimStore;
import dev.tenure.simulator.cluster.TraceText;
import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.spi.Sighting;
import dev.tenure.store.memory.MemoryRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loses, corrupts and rolls back the record.
 *
 * <p>A candidate that saw the last term waits it out and knows its token, whatever happens to the record. So the record
 * is changed only while all candidates have seen the last term and at least one of them stays.
 */
final class RecordFaults {
    private static final int START_TRIES = 40;

    private final Cluster cluster;
    private final ProcessFaults processes;
    private final SeededRandom random;
    private final VirtualTime time;
    private final Scenario scenario;
    private final long ttl;

    RecordFaults(Cluster cluster, ProcessFaults processes) {
        this.cluster = cluster;
        this.processes = processes;
        this.random = cluster.random();
        this.time = cluster.time();
        this.scenario = cluster.scenario();
        this.ttl = scenario.ttls().nanos();
    }

    /**
     * Changes the record in one of several ways. It goes back only if all candidates have seen more than it will show:
     * an older state looks unchanged to a candidate that takes it for the latest.
     */
    void inject() {
        if (!isAllowed()) {
            return;
        }
        SimStore store = cluster.store();
        int kind = random.below(5);
        MemoryRecord earlier = store.earlier(random);
        if (kind < 2 && random.chance(40)) {
            loseWhileFollowerIsPaused();
        } else if (kind < 2) {
            lose();
            if (random.chance(50)) {
                replaceFollowerByNewcomer();
            } else if (scenario.clocks().wallIsRight() && random.chance(80)) {
                long length = random.between(ttl / 4, ttl / 4 * 3);
                cluster.network().delayNextClaim(length, () -> time.after(length / 10 * 9, this::loseAgain));
            }
        } else if (kind == 2) {
            cluster.trace().note("store", "fault", 0, () -> "corrupts the record");
            store.corrupt();
        } else if (earlier != null && cluster.allKnow(knowledge -> knowledge.hasSeenNewerThan(earlier.sighting()))) {
            cluster.trace().note("store", "fault", 0, () -> "goes back to " + TraceText.of(earlier.sighting()));
            store.rollBack(earlier);
        }
    }

    /**
     * Tells whether the promises cover a fault of the record now. A claim under way has judged an older record, so its
     * token is higher than all others only if the wall clock is right.
     */
    private boolean isAllowed() {
        SimStore store = cluster.store();
        Sighting shown = store.shown();
        return store.showsLastTerm()
                && cluster.contenders().stream().anyMatch(candidate -> !candidate.isClosing())
                && cluster.allKnow(knowledge -> knowledge.hasSeenTermOf(shown))
                && (scenario.clocks().wallIsRight() || !cluster.network().hasClaimUnderWay());
    }

    private void lose() {
        cluster.trace().note("store", "fault", 0, () -> "loses the record");
        cluster.store().lose();
    }

    /**
     * Loses the record a second time, shortly before the delayed claim lands. That claim found no record and finds none
     * again, although another candidate led meanwhile. That leader is often cut off, so that it does not notice.
     */
    private void loseAgain() {
        if (!cluster.isHealed() && isAllowed()) {
            lose();
            CandidateProcess leader = cluster.leader();
            if (leader != null && random.chance(70)) {
                processes.isolate(leader);
            }
        }
    }

    /**
     * Pauses a follower for longer than it would wait for the leader, which continues to renew. Then the record is
     * lost, and a newcomer starts and leads before that follower looks again.
     */
    private void loseWhileFollowerIsPaused() {
        CandidateProcess leader = cluster.leader();
        List<CandidateProcess> followers = followers(leader);
        if (leader != null && followers.size() > 1) {
            long wait = leader.timing().ttl().toNanos() / 10 * 11;
            processes.pause(random.oneOf(followers), random.between(wait, wait / 10 * 12));
            time.after(random.between(wait / 10 * 8, wait), () -> {
                if (!cluster.isHealed() && isAllowed()) {
                    lose();
                    replaceFollowerByNewcomer();
                }
            });
        }
    }

    /**
     * Cuts the leader off, and replaces a follower by a new process, which leads and most likely ends its term. The
     * candidates that saw the first leader must still wait for it.
     */
    private void replaceFollowerByNewcomer() {
        CandidateProcess leader = cluster.leader();
        List<CandidateProcess> followers = followers(leader);
        if (leader != null && followers.size() > 1) {
            processes.isolate(leader);
            CandidateProcess replaced = random.oneOf(followers);
            replaced.end();
            startNewcomer(replaced.home(), START_TRIES);
        }
    }

    private List<CandidateProcess> followers(@Nullable CandidateProcess leader) {
        return cluster.fit().stream()
                .filter(other -> other != leader && !other.isClosing())
                .toList();
    }

    private void startNewcomer(Machine machine, int tries) {
        time.after(ttl / START_TRIES, () -> {
            CandidateProcess newcomer = machine.process();
            if (cluster.isHealed() || machine.isAsleep() || tries == 0) {
                return;
            }
            if (newcomer != null && newcomer.leads()) {
                endTerm(newcomer);
            } else {
                if (newcomer == null && processes.mayStart()) {
                    cluster.start(machine);
                }
                startNewcomer(machine, tries - 1);
            }
        });
    }

    private void endTerm(CandidateProcess newcomer) {
        switch (random.below(4)) {
            case 0 -> newcomer.resign();
            case 1 -> newcomer.end();
            case 2 -> {}
            default -> newcomer.close();
        }
        processes.restart(newcomer.home(), null);
    }
}
