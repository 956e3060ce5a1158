package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Capability;
import dev.tenure.spi.Grace;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final Moment NOW = new Moment(Duration.ofHours(3).toNanos(), 1_750_000_000_000L);
    private static final int ELECTIONS = 200;

    /** Returns at how many different moments so many elections of a candidate renew again that failed together. */
    private static int momentsOfRetries(Set<Capability> capabilities, int failures) {
        Setup setup = new Setup(
                Records.ELECTION,
                Records.SELF,
                CampaignRig.TIMING,
                Duration.ZERO,
                new Traits(capabilities, Grace.NONE),
                Conduct.PLAIN);
        return IntStream.range(0, ELECTIONS)
                .mapToObj(seed -> new Pace(setup, new Random(seed)).renewalAfterFailures(failures, NOW))
                .collect(Collectors.toSet())
                .size();
    }

    @Test
    void renewalsThatFailedTogetherAreTriedAgainTogetherWhereTheStoreTakesMany() {
        assertThat(momentsOfRetries(Set.of(Capability.BATCH), 1)).isLessThanOrEqualTo(2);
        assertThat(momentsOfRetries(Set.of(Capability.BATCH), 3)).isLessThanOrEqualTo(4);
    }

    @Test
    void elsewhereTheyAreSpread() {
        assertThat(momentsOfRetries(Set.of(), 1)).isGreaterThan(ELECTIONS / 2);
    }
}
