package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R6 Term-scoped: stores that only read and write a cell")
class CellStoreTest {
    private static final Identity SELF = Identity.ofInstance("instance").withName("node-1");
    private static final Deadline DEADLINE = Deadline.after(TimeSource.system(), Duration.ofMinutes(1));

    private final OneCell cell = new OneCell();
    private final CellStore store = CellStore.over(cell);
    private long attempts;

    /** One record in memory; a test may have something happen just before each write. */
    private static final class OneCell implements Cell {
        private Sighting record = new Sighting.Never();
        private int version;
        private Runnable beforeWrite = () -> {};
        private boolean wholeSeconds;
        private boolean sentTwice;

        @Override
        public Sighting read(String election, Deadline deadline) {
            return record;
        }

        @Override
        public Optional<String> write(String election, Sighting entry, String expected, Deadline deadline) {
            beforeWrite.run();
            if (!record.version().equals(expected)) {
                return Optional.empty();
            }
            String next = "v" + ++version;
            record = entry instanceof Sighting.Held held
                    ? new Sighting.Held(held.lease().withVersion(next), null)
                    : new Sighting.Released(
                            entry.lastToken(), entry.follows(), ((Sighting.Released) entry).reservation(), next);
            return sentTwice ? Optional.empty() : Optional.of(next);
        }

        @Override
        public Duration kept(Duration ttl) {
            return wholeSeconds ? Duration.ofSeconds(ttl.toSeconds()) : ttl;
        }

        @Override
        public String name() {
            return "one cell";
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public Timing timing() {
            return Timing.local();
        }

        @Override
        public void checkName(String election) {}

        @Override
        public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
            return List.of(CheckResult.ok("ttl", timing.ttl().toString()));
        }

        @Override
        public void close() {
            record = new Sighting.Never();
        }
    }

    private Answer claim(Sighting replacing, Duration ttl) {
        WriteStamp stamp = new WriteStamp(0, ++attempts, Instant.EPOCH);
        ClaimCondition condition = ClaimCondition.judged(replacing, 0);
        return store.claim(new Ballot("payroll", SELF, ttl, stamp, condition), DEADLINE);
    }

    private Answer claim(Sighting replacing) {
        return claim(replacing, Duration.ofSeconds(3));
    }

    private Lease granted(Duration ttl) {
        return ((Answer.Granted) claim(new Sighting.Never(), ttl)).lease();
    }

    private Lease granted() {
        return granted(Duration.ofSeconds(3));
    }

    private static RenewalRequest next(Lease lease, long attempt) {
        return new RenewalRequest(
                lease, lease.renewed(lease.ttl(), lease.stamp().next(attempt, Instant.EPOCH)));
    }

    @Test
    void aClaimOnTheRecordThatWasSeenIsGranted() {
        Lease lease = granted();

        assertThat(store.inspect("payroll", DEADLINE)).isEqualTo(new Sighting.Held(lease, null));
        assertThat(lease.version()).isEqualTo("v1");
        assertThat(lease.token()).isGreaterThan(1_000_000_000_000_000L);
    }

    @Test
    void claimOnAnotherRecordIsRefusedWithTheRecord() {
        Lease lease = granted();

        assertThat(claim(new Sighting.Never())).isEqualTo(new Answer.Refused(new Sighting.Held(lease, null)));
    }

    @Test
    void aClaimThatWasSentTwiceAndRefusedOnceIsRecognised() {
        cell.sentTwice = true;

        assertThat(store.inspect("payroll", DEADLINE)).isEqualTo(new Sighting.Never());
        Lease lease = granted();

        assertThat(store.inspect("payroll", DEADLINE)).isEqualTo(new Sighting.Held(lease, null));
    }

    @Test
    void aClaimThatNamesNothingIsAMistake() {
        WriteStamp stamp = new WriteStamp(0, 1, Instant.EPOCH);
        Ballot unseen = new Ballot("payroll", SELF, Duration.ofSeconds(3), stamp, ClaimCondition.unseen());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.claim(unseen, DEADLINE))
                .withMessageContaining("the one cell store has no clock: a claim must name what it replaces");
    }

    @Test
    void aClaimOnALeaseThatWasNotWaitedOutIsAMistake() {
        Sighting held = new Sighting.Held(granted(), null);
        WriteStamp stamp = new WriteStamp(0, 2, Instant.EPOCH);
        Ballot hasty = new Ballot("payroll", SELF, Duration.ofSeconds(3), stamp, ClaimCondition.byStoreClock(held, 0));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.claim(hasty, DEADLINE))
                .withMessageContaining("and have waited it out");
    }

    @Test
    void theTtlThatIsReallyKeptIsGranted() {
        cell.wholeSeconds = true;
        Lease lease = granted(Duration.ofMillis(3900));
        assertThat(lease.ttl()).hasSeconds(3);

        Lease asked = lease.renewed(Duration.ofMillis(2900), lease.stamp().next(2, Instant.EPOCH));
        Lease renewed = ((Renewal.Renewed) store.renew(new RenewalRequest(lease, asked), DEADLINE)).lease();
        assertThat(renewed.ttl()).hasSeconds(2);
        assertThat(store.inspect("payroll", DEADLINE)).isEqualTo(new Sighting.Held(renewed, null));
    }

    @Test
    void aRenewalThatLandsLateUndoesNothing() {
        Lease first = granted();
        RenewalRequest late = next(first, 2);
        Lease second = ((Renewal.Renewed) store.renew(next(first, 3), DEADLINE)).lease();

        assertThat(store.renew(late, DEADLINE)).isEqualTo(new Renewal.Refused(new Sighting.Held(second, null)));
        assertThat(store.inspect("payroll", DEADLINE)).isEqualTo(new Sighting.Held(second, null));
    }

    @Test
    void aReleaseMarksTheTermWhateverItsRenewal() {
        Lease first = granted();
        store.renew(next(first, 2), DEADLINE);
        store.release(first, Handover.toAnyone(), DEADLINE);

        assertThat(store.inspect("payroll", DEADLINE)).isEqualTo(new Sighting.Released(first.token(), 0, null, "v3"));
    }

    @Test
    void aReleaseDoesNothingTheSecondTime() {
        Lease lease = granted();
        store.release(lease, Handover.reservedFor("another", Duration.ofSeconds(1)), DEADLINE);
        Sighting released = store.inspect("payroll", DEADLINE);
        store.release(lease, Handover.toAnyone(), DEADLINE);

        assertThat(store.inspect("payroll", DEADLINE)).isEqualTo(released);
    }

    @Test
    void aReleaseThatLandsLateDoesNotEndTheNextTerm() {
        Lease first = granted();
        store.release(first, Handover.toAnyone(), DEADLINE);
        Lease second = ((Answer.Granted) claim(store.inspect("payroll", DEADLINE))).lease();
        store.release(first, Handover.toAnyone(), DEADLINE);

        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(store.inspect("payroll", DEADLINE)).isEqualTo(new Sighting.Held(second, null));
    }

    @Test
    void aReleaseThatNeverFindsTheRecordUnchangedSaysSo() {
        Lease lease = granted();
        cell.beforeWrite = () -> {
            Runnable again = cell.beforeWrite;
            cell.beforeWrite = () -> {};
            Lease now = ((Sighting.Held) cell.record).lease();
            store.renew(next(now, now.stamp().attempt() + 1), DEADLINE);
            cell.beforeWrite = again;
        };

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.release(lease, Handover.toAnyone(), DEADLINE))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.OUTCOME_UNKNOWN));
    }

    @Test
    void propertiesOfTheCellArePassedOn() {
        assertThat(store.name()).isEqualTo("one cell");
        assertThat(store.timing()).isEqualTo(Timing.local());
        assertThat(store.capabilities()).isEmpty();
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> store.watch("payroll", () -> {}))
                .withMessage("the one cell store cannot push wake-ups");
        granted();
        store.close();
        assertThat(cell.record).isEqualTo(new Sighting.Never());
    }

    @Test
    void closedStoreRefusesCallsThoughItsCellHoldsNothingOpen() {
        store.close();

        assertThat(store.isClosed()).isTrue();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.inspect("payroll", DEADLINE))
                .withMessage("the one cell store is closed: open another one");
    }

    @Test
    void deadlineTellsRemainingTime() {
        assertThat(DEADLINE.hasPassed()).isFalse();
        assertThat(DEADLINE.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(1));
        Deadline past = Deadline.after(TimeSource.system(), Duration.ofSeconds(-1));
        assertThat(past.hasPassed()).isTrue();
        assertThat(past.remaining()).isZero();
        assertThatNoException().isThrownBy(DEADLINE::requireLeft);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(past::requireLeft)
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.UNREACHABLE));
    }

    @Test
    @DisplayName("what a cell finds wrong with itself is passed on")
    void findingsArePassedOn() {
        assertThat(store.diagnose(Timing.fast(), DEADLINE)).containsExactly(CheckResult.ok("ttl", "PT10S"));
    }
}
