package dev.tenure.simulator.cluster;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.internal.fleet.RosterSync;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.runtime.RenewalBatches;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.spi.LeaseStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The elections in which a process stands beside the one that a run is about: single ones, and a set of shards. Their
 * leases are renewed together with that one's where the store can. Nothing runs under their terms, and no fault touches
 * their records, so no term of theirs is exempt from any check.
 */
final class SideElections {
    private final SimLoop loop;
    private final List<SideStand> stands = new ArrayList<>();
    private final ShardStands shards;

    /** Creates the elections of a process. Their loop is for all calls but renewals, which the batches send. */
    SideElections(CandidateProcess process, Cluster cluster, LeaseStore store, RenewalBatches renewals) {
        this.loop = new SimLoop(
                cluster.time(),
                process.home().clock(),
                process.threads(),
                process.calls()::sendAside,
                (urgency, elections, outcome, sent) -> {});
        SideStand.Shared shared = new SideStand.Shared(process, cluster, loop, store, renewals);
        int count = process.setup().observes() ? 0 : cluster.scenario().sideElections();
        for (int number = 1; number <= count; number++) {
            Random random = new Random(cluster.random().seed());
            stands.add(new SideStand("side-" + number, shared, StandOptions.PLAIN, random, event -> {}));
        }
        this.shards = new ShardStands(shared);
    }

    /** Starts all, on the loop. */
    void start(RosterSync rosterSync) {
        stands.forEach(SideStand::start);
        shards.start(rosterSync);
    }

    void reconfigure(Identity identity, Timing timing) {
        stands.forEach(stand -> stand.input(new Input.Reconfigure(identity, timing)));
        shards.reconfigure(identity, timing);
    }

    void close() {
        stands.forEach(stand -> stand.input(new Input.Close()));
        shards.close();
    }

    boolean areClosed() {
        return stands.stream().allMatch(SideStand::isClosed) && shards.areClosed();
    }

    /** Schedules timers again after the machine has slept. */
    void slept() {
        loop.wake();
    }

    boolean leavesSomethingOpen() {
        return !loop.isIdle();
    }

    /** Tells whether this process leads in the side election of this index at this instant. */
    boolean leads(int index) {
        return index < stands.size() && stands.get(index).view().isLeader();
    }

    ShardStands shards() {
        return shards;
    }
}
