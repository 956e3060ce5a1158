package dev.tenure.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Identity;
import dev.tenure.Stores;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What tests may do to the records behind a store's back. */
class MemoryRecordsTest {
    private static final String ELECTION = "payroll";
    private static final Duration TTL = Duration.ofSeconds(10);

    private final Clock time = new Clock();
    private final MemoryStore store = new MemoryStore(time, true);
    private final Deadline deadline = Deadline.after(time, Duration.ofDays(1));

    @Test
    void restoredRecordHasItsOldVersion() {
        Lease first = claim(store, ClaimCondition.unseen());
        MemoryRecord before = store.snapshot(ELECTION);
        store.renew(new RenewalRequest(first, first.renewed(TTL, first.stamp().next(2, time.wall()))), deadline);

        store.restore(ELECTION, before);

        assertThat(store.inspect(ELECTION, deadline))
                .isInstanceOfSatisfying(
                        Sighting.Held.class, held -> assertThat(held.lease()).isEqualTo(first));
    }

    @Test
    void recordIsRestoredToNothing() {
        MemoryRecord before = store.snapshot(ELECTION);
        claim(store, ClaimCondition.unseen());

        store.restore(ELECTION, before);

        assertThat(store.inspect(ELECTION, deadline)).isEqualTo(new Sighting.Never());
    }

    @Test
    void expiryIsShiftedWithoutTouchingTheVersion() {
        Lease lease = claim(store, ClaimCondition.unseen());

        store.shiftExpiry(ELECTION, TTL.negated());

        assertThat(store.inspect(ELECTION, deadline).version()).isEqualTo(lease.version());
        assertThat(store.renew(
                        new RenewalRequest(
                                lease, lease.renewed(TTL, lease.stamp().next(2, time.wall()))),
                        deadline))
                .isInstanceOf(Renewal.Refused.class);
        assertThat(claim(store, ClaimCondition.unseen()).token()).isGreaterThan(lease.token());
    }

    @Test
    void steppedStoreClockEndsLeaseEarly() {
        claim(store, ClaimCondition.unseen());

        time.millis += TTL.toMillis();

        assertThat(claim(store, ClaimCondition.unseen())).isNotNull();
    }

    @Test
    void shiftedExpiryDoesNotRepairDamage() {
        store.corrupt(ELECTION);

        store.shiftExpiry(ELECTION, Duration.ofDays(1).negated());

        assertThat(store.claim(ballot(ClaimCondition.unseen()), deadline)).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void equalContentHasEqualVersion() {
        LeaseStore one = CellStore.over(new MemoryCell(), time);
        LeaseStore other = CellStore.over(new MemoryCell(), time);
        ClaimCondition first = ClaimCondition.judged(new Sighting.Never(), 0);

        assertThat(claim(one, first).version()).isEqualTo(claim(other, first).version());
    }

    @Test
    void closedWatchIsNotWokenThoughRunnableWatchesAgain() {
        AtomicInteger wakeUps = new AtomicInteger();
        Runnable wakeUp = wakeUps::incrementAndGet;
        store.watch(ELECTION, wakeUp).close();
        store.watch(ELECTION, wakeUp);
        store.watch("another", wakeUp);

        claim(store, ClaimCondition.unseen());

        assertThat(wakeUps).hasValue(1);
    }

    @Test
    void storesOfOneNameShareRecords() {
        Lease lease = claim(Stores.open("memory:shared"), ClaimCondition.unseen());

        assertThat(Stores.open("memory:shared").inspect(ELECTION, deadline).version())
                .isEqualTo(lease.version());
        assertThat(Stores.open("memory:other").inspect(ELECTION, deadline)).isEqualTo(new Sighting.Never());
    }

    @Test
    void uriNeedsNameAndTakesNoParameters() {
        assertThatThrownBy(() -> Stores.open("memory:")).hasMessageContaining("memory:NAME");
        assertThatThrownBy(() -> Stores.open("memory:a?clock=no")).hasMessageContaining("clock");
    }

    /** A wall clock that stands still until a test moves it. */
    private static final class Clock implements TimeSource {
        long millis;

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return millis;
        }

        Instant wall() {
            return Instant.ofEpochMilli(millis);
        }
    }

    private Lease claim(LeaseStore on, ClaimCondition condition) {
        return ((Answer.Granted) on.claim(ballot(condition), deadline)).lease();
    }

    private Ballot ballot(ClaimCondition condition) {
        return new Ballot(
                ELECTION,
                Identity.ofInstance("i").withName("node"),
                TTL,
                new WriteStamp(0, 1, Instant.ofEpochMilli(0)),
                condition);
    }
}
