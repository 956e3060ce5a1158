package dev.tenure.simulator.cluster;

import dev.tenure.ElectionEvent;
import dev.tenure.Role;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.LeadershipView;
import dev.tenure.internal.runtime.RenewalBatches;
import dev.tenure.simulator.checks.EventOrderChecker;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;

/** One process's stand in an election beside the one that a run is about. Nothing runs under its terms. */
final class SideStand {
    private final CandidateProcess process;
    private final Cluster cluster;
    private final CampaignSetup setup;
    private final LeadershipView view;
    private final CampaignDriver driver;
    private final EventOrderChecker events;
    private final Consumer<ElectionEvent> listener;

    /**
     * What the stands of one process share.
     *
     * @param process the process
     * @param cluster its cluster
     * @param loop where all calls but renewals leave from
     * @param store the store
     * @param renewals what sends renewals
     */
    record Shared(CandidateProcess process, Cluster cluster, SimLoop loop, LeaseStore store, RenewalBatches renewals) {}

    SideStand(String name, Shared shared, StandOptions options, Random random, Consumer<ElectionEvent> listener) {
        this.process = shared.process();
        this.cluster = shared.cluster();
        this.listener = listener;
        this.view = new LeadershipView(name, shared.loop().time(), (token, reason, cause) -> {});
        this.events = new EventOrderChecker(process.label() + " in " + name, cluster.findings());
        this.setup = new CampaignSetup(
                name, process.identity(), process.timing(), Duration.ZERO, StoreProperties.of(shared.store()), options);
        this.driver = new CampaignDriver(setup, shared.renewals(), shared.loop(), view, this::onEvent, random);
    }

    private void onEvent(ElectionEvent event) {
        process.note(
                "says",
                event.getClass().getSimpleName().hashCode(),
                () -> setup.election() + ": " + TraceText.of(event));
        long published = view.term().map(term -> term.token()).orElse(0L);
        events.onEvent(event, published, cluster.time().now());
        listener.accept(event);
    }

    void start() {
        driver.start();
    }

    void input(Input input) {
        driver.input(input);
    }

    boolean isClosed() {
        return view.status().role() == Role.CLOSED;
    }

    CampaignSetup setup() {
        return setup;
    }

    LeadershipView view() {
        return view;
    }

    CampaignDriver driver() {
        return driver;
    }
}
