package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.spi.Capability;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many calls a store gets from so many processes that stand in one election: docs/costs.md. */
class CallsPerHourTest {
    private final ManualLoop loop = new ManualLoop();
    private final InMemoryStore store = new InMemoryStore();
    private final Map<String, Integer> calls = new TreeMap<>();

    /** In an hour of 720 intervals, without jitter, which adds a twentieth. */
    @ParameterizedTest
    @CsvSource({"1, 720, 0, 720", "3, 720, 1440, 2160", "10, 720, 6480, 7200"})
    void leaderRenewsFollowersLookAndAllBeatOncePerInterval(int processes, int renewals, int looks, int beats) {
        store.capabilities.add(Capability.ROSTER);
        for (int number = 0; number < processes; number++) {
            new VirtualCandidate(loop, store, "node-" + number, 1, "");
            loop.advance(CampaignRig.INTERVAL.dividedBy(processes)); // as processes start: not at the same moment
        }
        loop.advance(CampaignRig.TTL.multipliedBy(4));
        store.before = (call, election) -> calls.merge(call, 1, Integer::sum);
        int before = store.abilities.attendances();

        loop.advance(Duration.ofHours(1));

        assertThat(calls.getOrDefault("renew", 0)).isBetween(renewals - 1, renewals + 1);
        assertThat(calls.getOrDefault("inspect", 0)).isBetween(looks - processes, looks + processes);
        assertThat(store.abilities.attendances() - before).isBetween(beats - processes, beats + processes);
    }
}
