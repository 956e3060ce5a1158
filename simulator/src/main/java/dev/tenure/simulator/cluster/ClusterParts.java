package dev.tenure.simulator.cluster;

import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.scenario.StoreKind;
import dev.tenure.simulator.store.ChoosingGroup;
import dev.tenure.simulator.store.ReplicatedServers;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.simulator.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Draws the clocks of a cluster, and the servers or the group behind its store. */
final class ClusterParts {
    private static final long WALL_START_MILLIS = 1_767_225_600_000L;
    private static final long MINUTE_MILLIS = 60_000;
    private static final long MILLI = 1_000_000L;

    private final StoreKind storeKind;
    private final Scenario scenario;
    private final VirtualTime time;
    private final SeededRandom random;

    ClusterParts(StoreKind storeKind, Scenario scenario, VirtualTime time, SeededRandom random) {
        this.storeKind = storeKind;
        this.scenario = scenario;
        this.time = time;
        this.random = random;
    }

    /** Draws a clock. Some monotonic clocks overflow during a run, and some wall clocks are minutes off. */
    SimClock clock(boolean judges) {
        long nanos = random.chance(30) ? Long.MAX_VALUE - random.between(0, 200_000 * MILLI) : random.seed();
        boolean right = scenario.clocks().wallIsRight() || random.chance(50);
        long wallOff = right ? 0 : random.between(-10 * MINUTE_MILLIS, 10 * MINUTE_MILLIS);
        return new SimClock(time, scenario.rates(random, judges), nanos, WALL_START_MILLIS + wallOff);
    }

    /** Draws the servers of a replicated store. Their clocks are roughly right, or else tokens may go back. */
    @Nullable ReplicatedServers servers(Consumer<String> trace) {
        if (storeKind != StoreKind.REPLICATED) {
            return null;
        }
        List<SimClock> clocks = new ArrayList<>();
        long mostOff = random.chance(50) ? 0 : scenario.ttls().nanos() / MILLI * 2 / 5;
        int count = 2 + random.below(2);
        for (int server = 0; server < count; server++) {
            SimClock.Rates rates = new SimClock.Rates(1_000_000, 1_000_000, true);
            clocks.add(new SimClock(time, rates, 0, WALL_START_MILLIS + random.between(-mostOff, mostOff)));
        }
        int voters = random.chance(70) ? 3 : 5;
        return new ReplicatedServers(time, random, clocks, voters, random.chance(50), trace);
    }

    /** Draws the group of a store that chooses. */
    @Nullable ChoosingGroup group(Consumer<String> trace) {
        return storeKind == StoreKind.CHOOSING
                ? new ChoosingGroup(time, random, storeKind.sessionNanos(scenario), trace)
                : null;
    }
}
