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
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CallPacingTest {
    private static final ClockReading NOW = new ClockReading(Duration.ofHours(3).toNanos(), 1_750_000_000_000L, 0);
    private static final int ELECTIONS = 200;

    /** Returns at how many different moments so many elections of a candidate renew again that failed together. */
    private static int momentsOfRetries(Set<Capability> capabilities, int failures) {
        CampaignSetup setup = setup(new StoreProperties(capabilities, TakeoverDelay.NONE));
        return IntStream.range(0, ELECTIONS)
                .mapToObj(seed -> new CallPacing(setup, new Random(seed)).renewalAfterFailures(failures, NOW))
                .collect(Collectors.toSet())
                .size();
    }

    private static CampaignSetup setup(StoreProperties store) {
        return new CampaignSetup(
                Records.ELECTION, Records.SELF, CampaignRig.TIMING, Duration.ZERO, store, StandOptions.PLAIN);
    }

    private static LongStream pausesBetweenLooks(int looksPerInterval) {
        CampaignSetup setup = setup(new StoreProperties(Set.of(), TakeoverDelay.NONE, looksPerInterval));
        return IntStream.range(0, 1000)
                .mapToLong(seed -> new CallPacing(setup, new Random(seed)).nextLook(NOW) - NOW.nanos());
    }

    @Test
    void followerLooksAtLeastOnceAnInterval() {
        long interval = CampaignRig.INTERVAL.toNanos();

        assertThat(pausesBetweenLooks(1)).allMatch(pause -> pause > interval / 10 * 9 && pause <= interval);
    }

    @Test
    void followerLooksAtMostAsOftenAsItsStoreAllows() {
        long third = CampaignRig.INTERVAL.toNanos() / 3;

        assertThat(pausesBetweenLooks(3)).allMatch(pause -> pause >= third && pause < third / 20 * 21);
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
