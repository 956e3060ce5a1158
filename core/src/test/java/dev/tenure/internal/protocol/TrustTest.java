package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R1, R2 Trust while two attempts may have taken effect")
class TrustTest {
    private static final Timing LONG = timing(10_000, 1_100);
    private static final Timing SHORT = timing(4_500, 600);

    /** By LONG, sent at 0, trust ends at 8,900 ms; by SHORT, sent at 5,000 ms, at 8,900 ms too. */
    private static final Trust EARLIER = Trust.earned(at(0, 0), LONG.ttl(), LONG);

    @Test
    void sleepBeforeTheLaterAttemptDoesNotCountAgainstIt() {
        Trust both = EARLIER.noMoreThan(Trust.earned(at(5_000, 400), SHORT.ttl(), SHORT));

        assertThat(both.holdsAt(at(5_001, 400))).isTrue();
    }

    @Test
    void sleepBeforeTheLaterAttemptShortensTheTrustOfTheEarlierOne() {
        Trust both = EARLIER.noMoreThan(Trust.earned(at(5_000, 400), SHORT.ttl(), SHORT));

        assertThat(both.holdsAt(at(8_499, 400))).isTrue();
        assertThat(both.holdsAt(at(8_500, 400))).isFalse();
    }

    @Test
    void sleepAfterTheLaterAttemptEndsTrustByTheSmallerMargin() {
        Trust both = EARLIER.noMoreThan(Trust.earned(at(5_000, 0), SHORT.ttl(), SHORT));

        assertThat(both.holdsAt(at(5_001, 300))).isTrue();
        assertThat(both.holdsAt(at(5_001, 301))).isFalse();
    }

    @Test
    void sleepBeforeAndAfterTheLaterAttemptAddsUp() {
        Trust both = EARLIER.noMoreThan(Trust.earned(at(5_000, 400), SHORT.ttl(), SHORT));

        assertThat(both.holdsAt(at(5_001, 550))).isTrue();
        assertThat(both.holdsAt(at(5_001, 551))).isFalse();
    }

    @Test
    void shorterAttemptIsTrustedAloneIfItEndsFirst() {
        Trust later = Trust.earned(at(1_000, 100), SHORT.ttl(), SHORT);

        assertThat(EARLIER.noMoreThan(later)).isEqualTo(later);
    }

    @Test
    void earlierAttemptIsTrustedAloneIfItEndsFirst() {
        assertThat(EARLIER.noMoreThan(Trust.earned(at(3_000, 100), LONG.ttl(), LONG)))
                .isEqualTo(EARLIER);
    }

    private static Timing timing(long ttlMillis, long marginMillis) {
        return Timing.of(Duration.ofMillis(ttlMillis), Duration.ofMillis(500))
                .withMargin(Duration.ofMillis(marginMillis));
    }

    /** Returns readings after a time on the monotonic clock, and some sleep that it did not count. */
    private static ClockReading at(long awakeMillis, long sleptMillis) {
        return new ClockReading(awakeMillis * 1_000_000, awakeMillis + sleptMillis, sleptMillis * 1_000_000);
    }
}
