package dev.tenure.internal;

import dev.tenure.Timing;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.StoreRounds;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Gives up elections while the store is too slow for all that are led, the newest first, so that the others are kept;
 * and stands for them again when it has become faster. On the loop.
 */
final class LoadShedding {
    /** A candidate with fewer elections than this leaves it at what happens to each of them. */
    private static final int FEWEST = 100;

    /** So large a part of what is led is given up at once at most: the store is slow as it is. */
    private static final int PART_AT_ONCE = 4;

    private final EventLoop loop;
    private final StoreRounds rounds;
    private final Supplier<Timing> timing;
    private final Collection<StandingElection> elections;
    private boolean watching;
    private boolean shedding;

    LoadShedding(EventLoop loop, StoreRounds rounds, Supplier<Timing> timing, Collection<StandingElection> elections) {
        this.loop = loop;
        this.rounds = rounds;
        this.timing = timing;
        this.elections = elections;
    }

    /** Looks once an interval from now on whether everything is kept, as long as there is much to keep. */
    void watch() {
        if (!watching && elections.size() >= FEWEST) {
            watching = true;
            loop.schedule(loop.time().nanos() + timing.get().interval().toNanos(), this::check);
        }
    }

    private void check() {
        watching = false;
        long interval = timing.get().interval().toNanos();
        int renewed = rounds.renewedSince();
        if (rounds.isBehind(timing.get().ttl().toNanos() / 2)) {
            List<StandingElection> led =
                    elections.stream().filter(StandingElection::isLeader).toList();
            int kept = (int) Math.min(led.size(), renewed * (timing.get().ttl().toNanos() / 2.0 / interval));
            giveUp(led, Math.min(led.size() - kept, led.size() / PART_AT_ONCE));
        } else if (shedding) {
            standAgain();
        }
        watch();
    }

    private void giveUp(List<StandingElection> led, int tooMany) {
        if (tooMany <= 0) {
            return;
        }
        String why = led.size() + " leases cannot be renewed twice within a ttl of "
                + ClockReading.seconds(timing.get().ttl()) + ": " + rounds.capacity().latency();
        if (!shedding) {
            shedding = true;
            loop.log(
                    Level.WARNING,
                    () -> why + "; the newest elections are given up until the store is faster: raise ttl, or share"
                            + " the elections out among more candidates",
                    null);
        }
        led.stream()
                .sorted(Comparator.comparingLong(StandingElection::number).reversed())
                .limit(tooMany)
                .forEach(election -> election.shed(true, why));
    }

    private void standAgain() {
        List<StandingElection> shed = elections.stream()
                .filter(StandingElection::isShed)
                .sorted(Comparator.comparingLong(StandingElection::number))
                .toList();
        int some = shed.size() / PART_AT_ONCE + 1;
        shed.stream().limit(some).forEach(election -> election.shed(false, "the store is faster"));
        if (shed.size() <= some) {
            shedding = false;
            loop.log(Level.INFO, () -> "the store is fast enough again for all elections", null);
        }
    }
}
