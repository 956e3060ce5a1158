package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.ElectionEvent;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.SlowCallLoop;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.spi.Capability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Hundreds of elections on a store that is nearly too slow for them, in virtual time")
class ManySlowElectionsTest {
    private static final int ELECTIONS = 500;
    private static final int THREADS = 4;

    private final SlowCallLoop loop = new SlowCallLoop(THREADS);
    private final InMemoryStore store = new InMemoryStore();
    private final List<LeadershipView> views = new ArrayList<>();
    private final Set<String> warnings = new HashSet<>();
    private int lost;

    private RenewalBatches stand(Timing timing) {
        RenewalBatches renewals = new RenewalBatches(store, loop, THREADS);
        Random random = new Random(1);
        for (int i = 0; i < ELECTIONS; i++) {
            CampaignSetup setup = new CampaignSetup(
                    "e" + i, Records.SELF, timing, Duration.ZERO, StoreProperties.of(store), StandOptions.PLAIN);
            LeadershipView view = new LeadershipView("e" + i, loop, (token, reason, cause) -> {});
            CampaignDriver driver = new CampaignDriver(setup, renewals, loop, view, this::hear, random);
            views.add(view);
            loop.execute(driver::start);
        }
        return renewals;
    }

    private void standInBatches() {
        store.capabilities.add(Capability.BATCH);
        stand(Timing.of(Duration.ofSeconds(9)));
    }

    private void hear(ElectionEvent event) {
        if (event instanceof ElectionEvent.Lost) {
            lost++;
        } else if (event instanceof ElectionEvent.Warning warning) {
            warnings.add(warning.cause());
        }
    }

    private long led() {
        return views.stream().filter(LeadershipView::isLeader).count();
    }

    @Test
    @DisplayName(
            "500 elections at 50 ms a call: as many are led as can be kept, none is lost, and the rest is not claimed")
    void noMoreIsClaimedThanCanBeKept() {
        store.before = (call, election) -> loop.takes(Duration.ofMillis(50));
        RenewalBatches renewals = stand(Timing.balanced());

        loop.advance(Duration.ofMinutes(1));
        long led = led();
        assertThat(led).as("one and a half times 240").isBetween(355L, 360L);

        loop.advance(Duration.ofMinutes(5));
        assertThat(led()).isEqualTo(led);
        assertThat(lost).isZero();
        assertThat(warnings).anyMatch(warning -> warning.contains("not claimed beside the 359 leases held"));
        assertThatThrownBy(() -> renewals.capacity().require(ELECTIONS + 1, Timing.balanced()))
                .hasMessageContaining("a call takes 50.0 ms");
    }

    @Test
    @DisplayName("500 leases of 2 ms each, in batches of which one for all takes longer than it has: none is lost")
    void batchesThatWereTooLargeLoseNothing() {
        store.before = (call, election) -> loop.takes(Duration.ofMillis(call.equals("renewAll") ? 0 : 2));
        standInBatches();

        loop.advance(Duration.ofMinutes(5));

        assertThat(led()).isEqualTo(ELECTIONS);
        assertThat(lost).isZero();
    }

    @Test
    @DisplayName("a store that becomes two hundred times slower, as slow as all can just be kept, costs no term")
    void aStoreThatSlowsDownCostsNoTerm() {
        long[] micros = {10};
        store.before =
                (call, election) -> loop.takes(Duration.ofNanos(call.equals("renewAll") ? 0 : micros[0] * 1_000));
        standInBatches();
        loop.advance(Duration.ofMinutes(1));
        assertThat(led()).isEqualTo(ELECTIONS);
        micros[0] = 2_000;

        loop.advance(Duration.ofMinutes(5));

        assertThat(led()).isEqualTo(ELECTIONS);
        assertThat(lost).isZero();
    }
}
