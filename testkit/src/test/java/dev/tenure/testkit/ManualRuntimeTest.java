package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ManualRuntimeTest {
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration CLAIM_AGAIN = Duration.ofMillis(150);

    private final ManualRuntime runtime = new ManualRuntime(() -> {}, this::claimWasInVain, Instant.EPOCH);
    private final List<Long> renewedNanos = new ArrayList<>();
    private final List<Long> claimedNanos = new ArrayList<>();
    private boolean inVain;

    private boolean claimWasInVain() {
        boolean was = inVain;
        inVain = false;
        return was;
    }

    private void renewEveryInterval() {
        runtime.schedule(now() + INTERVAL.toNanos(), () -> {
            renewedNanos.add(now());
            renewEveryInterval();
        });
    }

    /** Claims, and claims again soon after the answer, as the engine does. */
    private void claim() {
        claimedNanos.add(now());
        inVain = true;
        runtime.execute(() -> runtime.schedule(now() + CLAIM_AGAIN.toNanos(), this::claim));
    }

    private long now() {
        return runtime.time().nanos();
    }

    @Test
    @DisplayName(
            "while much time passes, claims that the test has not allowed are made as often as something else happens")
    void claimsInVainCostNoMoreThanRenewals() {
        renewEveryInterval();
        runtime.execute(this::claim);

        runtime.pass(INTERVAL.multipliedBy(100));

        assertThat(renewedNanos).hasSize(100).allMatch(at -> at % INTERVAL.toNanos() == 0);
        assertThat(claimedNanos).hasSize(101);
    }

    @Test
    @DisplayName("while a little time passes, each claim is made when it is due")
    void claimsAreExactOtherwise() {
        runtime.execute(this::claim);

        runtime.advance(CLAIM_AGAIN.multipliedBy(10));

        assertThat(claimedNanos).hasSize(11).allMatch(at -> at % CLAIM_AGAIN.toNanos() == 0);
    }
}
