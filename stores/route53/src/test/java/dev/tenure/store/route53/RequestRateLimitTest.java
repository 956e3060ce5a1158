package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.Candidate;
import dev.tenure.Timing;
import dev.tenure.testkit.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.route53.Route53Client;

/** How many requests a process sends. */
class RequestRateLimitTest {
    private final ManualTime time = new ManualTime();
    private final RequestRateLimit rateLimit = new RequestRateLimit(2, time);

    private int takeAll(boolean write) {
        int taken = 0;
        while (rateLimit.reserve(write) == 0) {
            taken++;
        }
        return taken;
    }

    @Test
    void savedRequestsAreSpentAndThenTheRateIsKept() {
        assertThat(takeAll(true)).isEqualTo(10);
        time.advance(Duration.ofSeconds(1));
        assertThat(takeAll(true)).isEqualTo(2);
        time.advance(Duration.ofHours(1));
        assertThat(takeAll(true)).isEqualTo(10);
    }

    @Test
    void readingLeavesARequestToAWrite() {
        assertThat(takeAll(false)).isEqualTo(9);
        assertThat(takeAll(true)).isEqualTo(1);
        assertThat(rateLimit.reserve(true)).isEqualTo(Duration.ofMillis(500).toNanos());
        assertThat(rateLimit.reserve(false)).isEqualTo(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void throttlingEmptiesTheBudget() {
        rateLimit.throttled();

        assertThat(takeAll(true)).isZero();
        time.advance(Duration.ofMillis(500));
        assertThat(takeAll(true)).isEqualTo(1);
    }

    @Test
    void storesOfOneProcessShareIt() {
        assertThat(RequestRateLimit.shared("here", 3)).isSameAs(RequestRateLimit.shared("here", 3));
        assertThat(RequestRateLimit.shared("here", 3)).isNotSameAs(RequestRateLimit.shared("there", 3));
    }

    @Test
    void aTimingThatNeedsMoreIsRefused() {
        rateLimit.check(Timing.of(Duration.ofSeconds(60)));
        rateLimit.check(Timing.of(Duration.ofSeconds(4), Duration.ofSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rateLimit.check(Timing.local()))
                .withMessageContaining("raise it to 1000 ms, or raise rate");
        try (FakeRoute53 server = new FakeRoute53();
                Route53Client client = OurZone.client(server.address())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Candidate.on(Route53Store.on(client, OurZone.ID, OurZone.DOMAIN)
                                    .open())
                            .closingStore()
                            .timing(Timing.local())
                            .start())
                    .withMessageContaining("too short for the route53 store");
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 0.05, Double.NaN, Double.POSITIVE_INFINITY})
    void aRateThatIsNoneIsRefused(double rate) {
        assertThatIllegalArgumentException().isThrownBy(() -> new RequestRateLimit(rate, time));
    }
}
