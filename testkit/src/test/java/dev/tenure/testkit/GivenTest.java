package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GivenTest {
    private final LeaseStore judging = new MemoryStore(TimeSource.system());
    private final LeaseStore blind = CellStore.over(new MemoryCell());

    @Test
    void aStoreWithAClockDecidesByItselfWhoIsElected() {
        Lease lease = Given.elect(judging, "e");

        assertFailsSaying(() -> Given.elect(judging, "e"), "Refused");
        Given.release(judging, lease);
        assertThat(Given.elect(judging, "e").token()).isGreaterThan(lease.token());
    }

    @Test
    void elsewhereWhoeverIsElectedHasWaitedOutWhatIsThere() {
        Lease first = Given.elect(blind, "e", "alice");
        Lease second = Given.renew(blind, Given.elect(blind, "e", "bob"));

        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(Given.held(Given.inspect(blind, "e"))).isEqualTo(second);
    }

    @Test
    void aFailureOfAnotherKindOrOnSeveralLinesIsNotTheOneExpected() {
        StoreException plain = new StoreException(Kind.UNREACHABLE, "refused");
        StoreException wordy = new StoreException(Kind.UNREACHABLE, "refused\nand more");

        Given.assertFails(Kind.UNREACHABLE, () -> fail(plain)).withMessage("refused");
        assertFailsSaying(() -> Given.assertFails(Kind.MISCONFIGURED, () -> fail(plain)), "is of kind MISCONFIGURED");
        assertFailsSaying(() -> Given.assertFails(Kind.UNREACHABLE, () -> fail(wordy)), "is one line");
    }

    private static void fail(StoreException failure) {
        throw failure;
    }

    @Test
    void whatIsWaitedForInVainIsNamed() {
        assertFailsSaying(() -> Given.await("the end of time", Duration.ZERO, () -> false), "the end of time");
    }

    private static void assertFailsSaying(Runnable check, String words) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(check::run).withMessageContaining(words);
    }
}
