package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.store.memory.MemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoreTestStepsTest {
    private final LeaseStore judging = new MemoryStore(TimeSource.system());
    private final LeaseStore blind = CellStore.over(new MemoryCell());

    @Test
    void aStoreWithAClockDecidesByItselfWhoIsElected() {
        Lease lease = StoreTestSteps.elect(judging, "e");

        assertFailsSaying(() -> StoreTestSteps.elect(judging, "e"), "Refused");
        StoreTestSteps.release(judging, lease);
        assertThat(StoreTestSteps.elect(judging, "e").token()).isGreaterThan(lease.token());
    }

    @Test
    void withoutClockClaimMustHaveWaitedOut() {
        Lease first = StoreTestSteps.elect(blind, "e", "alice");
        Lease second = StoreTestSteps.renew(blind, StoreTestSteps.elect(blind, "e", "bob"));

        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(blind, "e"))).isEqualTo(second);
    }

    @Test
    void failureOfOtherKindOrSeveralLinesIsRejected() {
        StoreException plain = new StoreException(Kind.UNREACHABLE, "refused");
        StoreException wordy = new StoreException(Kind.UNREACHABLE, "refused\nand more");

        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> fail(plain)).withMessage("refused");
        assertFailsSaying(
                () -> StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> fail(plain)), "is of kind MISCONFIGURED");
        assertFailsSaying(() -> StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> fail(wordy)), "is one line");
    }

    private static void fail(StoreException failure) {
        throw failure;
    }

    @Test
    void awaitThatTimesOutNamesWhatItAwaited() {
        assertFailsSaying(() -> StoreTestSteps.await("the end of time", Duration.ZERO, () -> false), "the end of time");
    }

    private static void assertFailsSaying(Runnable check, String words) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(check::run).withMessageContaining(words);
    }
}
