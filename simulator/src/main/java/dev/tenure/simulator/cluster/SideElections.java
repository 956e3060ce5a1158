package dev.tenure.simulator.cluster;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Role;
import dev.tenure.Timing;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.LeadershipView;
import dev.tenure.internal.runtime.StoreRounds;
import dev.tenure.simulator.checks.EventOrderChecker;
import dev.tenure.simulator.time.SimLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The elections in which a process stands beside the one that a run is about. Their leases are renewed together with
 * that one's where the store can. Nothing runs under their terms, and no fault touches their records, so no term of
 * theirs is exempt from any check.
 */
final class SideElections {
    private final CandidateProcess process;
    private final Cluster cluster;
    private final SimLoop loop;
    private final List<Stand> stands = new ArrayList<>();

    /** Creates the elections of a process. The loop is for all calls but renewals, which the batches send. */
    SideElections(CandidateProcess process, Cluster cluster, SimLoop loop, StoreProperties store, StoreRounds rounds) {
        this.process = process;
        this.cluster = cluster;
        this.loop = loop;
        int count = process.setup().observes() ? 0 : cluster.scenario().sideElections();
        for (int number = 1; number <= count; number++) {
            stands.add(new Stand("side-" + number, store, rounds));
        }
    }

    void start() {
        stands.forEach(stand -> stand.driver.start());
    }

    void reconfigure(Identity identity, Timing timing) {
        stands.forEach(stand -> stand.driver.input(new Input.Reconfigure(identity, timing)));
    }

    void close() {
        stands.forEach(stand -> stand.driver.input(new Input.Close()));
    }

    boolean areClosed() {
        return stands.stream().allMatch(stand -> stand.view.status().role() == Role.CLOSED);
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
        return index < stands.size() && stands.get(index).view.isLeader();
    }

    /** One election in which this process stands. */
    private final class Stand {
        private final LeadershipView view;
        private final CampaignDriver driver;
        private final EventOrderChecker events;

        Stand(String name, StoreProperties store, StoreRounds rounds) {
            this.view = new LeadershipView(name, loop.time(), (token, reason, cause) -> {});
            this.events = new EventOrderChecker(process.label() + " in " + name, cluster.findings());
            CampaignSetup setup = new CampaignSetup(
                    name,
                    process.identity(),
                    process.timing(),
                    Duration.ZERO,
                    store,
                    StandOptions.PLAIN);
            Random random = new Random(cluster.random().seed());
            this.driver = new CampaignDriver(setup, rounds, loop, view, event -> onEvent(name, event), random);
        }

        private void onEvent(String name, ElectionEvent event) {
            process.note("says", event.getClass().getSimpleName().hashCode(), () -> name + ": " + TraceText.of(event));
            long published = view.term().map(term -> term.token()).orElse(0L);
            events.onEvent(event, published, cluster.time().now());
        }
    }
}
