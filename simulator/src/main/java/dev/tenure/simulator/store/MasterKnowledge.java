package dev.tenure.simulator.store;

import dev.tenure.spi.TimeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one process knows about which server is the master, and since when a majority has named it. */
final class MasterKnowledge {
    /** No server. */
    static final int NONE = -1;

    private final TimeSource time;
    private final int voters;
    private final Map<Integer, Known> known = new HashMap<>();
    private final List<Integer> failing = new ArrayList<>();
    private int believed = NONE;

    private record Known(int epoch, long sinceNanos, boolean certain) {}

    /**
     * A master that a majority has named to this process.
     *
     * @param epoch the decision by which it is the master
     * @param ageMillis for how long the majority has named it, at least
     */
    record ConfirmedMaster(int epoch, long ageMillis) {}

    MasterKnowledge(TimeSource time, int voters) {
        this.time = time;
        this.voters = voters;
    }

    /** Returns the server that calls go to, or {@link #NONE} if the voters must be asked. */
    int believed() {
        return believed;
    }

    /** Returns whom the votes make the server that calls go to: without a majority, any that did not just fail. */
    int believe(Collection<MasterVote> votes) {
        MasterVote elected = MasterVote.elected(votes, voters);
        if (elected != null) {
            believed = elected.server();
        } else {
            believed = votes.stream()
                    .map(MasterVote::server)
                    .min((one, other) -> Integer.compare(failing.indexOf(one), failing.indexOf(other)))
                    .orElse(NONE);
        }
        return believed;
    }

    /** Returns by which decision the server is the master, if this needs no question, or null. */
    @Nullable ConfirmedMaster confirmed(int server) {
        Known found = known.get(server);
        return found != null && found.certain() ? confirmed(found) : null;
    }

    private ConfirmedMaster confirmed(Known found) {
        return new ConfirmedMaster(found.epoch(), Math.max(0, time.nanos() - found.sinceNanos()) / 1_000_000);
    }

    /** Learns from the votes. Returns by which decision the server is the master, or null if no majority says so. */
    @Nullable ConfirmedMaster learn(int server, Collection<MasterVote> votes) {
        MasterVote elected = MasterVote.elected(votes, voters);
        if (elected == null || elected.server() != server) {
            doubt(server);
            return null;
        }
        Known before = known.get(server);
        boolean same = before != null && before.epoch() == elected.epoch();
        if (!same) {
            doubtAll();
            believed = server;
        }
        Known now = new Known(elected.epoch(), before != null && same ? before.sinceNanos() : time.nanos(), true);
        known.put(server, now);
        return confirmed(now);
    }

    /** Takes in that a server failed or may no longer be the master. */
    void suspect(int server) {
        failing.remove((Integer) server);
        failing.add(server);
        if (believed == server) {
            believed = NONE;
        }
        doubt(server);
    }

    /** Takes in that there may be another master, or the same by another decision: the voters are asked again. */
    void doubtAll() {
        believed = NONE;
        known.replaceAll((any, one) -> new Known(one.epoch(), one.sinceNanos(), false));
    }

    private void doubt(int server) {
        known.computeIfPresent(server, (any, one) -> new Known(one.epoch(), one.sinceNanos(), false));
    }
}
