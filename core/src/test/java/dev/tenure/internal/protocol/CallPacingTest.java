package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Capability;
import dev.tenure.spi.TakeoverDelay;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallPacingTest {
    private static final ClockReading NOW = new ClockReading(Duration.ofHours(3).toNanos(), 1_750_000_000_000L, 0);
    private static final int ELECTIONS = 200;

    /** Returns at how many different moments so many elections of a candidate renew again that failed together. */
    private static int momentsOfRetries(Set<Capability> capabilities, int failures) {
        CampaignSetup setup = new CampaignSetup(
                Records.ELECTION,
                Records.SELF,
                CampaignRig.TIMING,
                Duration.ZERO,
                new StoreProperties(capabilities, TakeoverDelay.NONE),
                StandOptions.PLAIN);
        return IntStream.range(0, ELECTIONS)
                .mapToObj(seed -> new CallPacing(setup, new Random(seed)).renewalAfterFailures(failures, NOW))
                .collect(Collectors.toSet())
                .size();
    }

    @Test
    void renewalsThatFailedTogetherAreRetriedInOneBatch() {
        assertThat(momentsOfRetries(Set.of(Capability.BATCH), 1)).isLessThanOrEqualTo(2);
        assertThat(momentsOfRetries(Set.of(Capability.BATCH), 3)).isLessThanOrEqualTo(4);
    }

    @Test
    void elsewhereTheyAreSpread() {
        assertThat(momentsOfRetries(Set.of(), 1)).isGreaterThan(ELECTIONS / 2);
    }
}
