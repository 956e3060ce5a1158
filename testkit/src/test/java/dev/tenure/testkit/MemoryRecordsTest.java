package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Identity;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Grounds;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.Stamp;
import dev.tenure.spi.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What tests may do to the records behind a store's back. */
class MemoryRecordsTest {
    private static final String ELECTION = "payroll";
    private static final Duration TTL = Duration.ofSeconds(10);

    private final ManualTime time = new ManualTime();
    private final MemoryStore store = new MemoryStore(time, true);
    private final Deadline deadline = Deadline.after(time, Duration.ofDays(1));

    @Test
    void aRolledBackRecordIsTheOldOneToTheVersion() {
        Lease first = claim(store, Grounds.unseen());
        MemoryEntry before = store.snapshot(ELECTION);
        store.renew(new Extension(first, first.renewed(TTL, first.stamp().next(2, time.wall()))), deadline);

        store.restore(ELECTION, before);

        assertThat(store.inspect(ELECTION, deadline))
                .isInstanceOfSatisfying(
                        Sighting.Held.class, held -> assertThat(held.lease()).isEqualTo(first));
    }

    @Test
    void aRecordIsRolledBackToNothing() {
        MemoryEntry before = store.snapshot(ELECTION);
        claim(store, Grounds.unseen());

        store.restore(ELECTION, before);

        assertThat(store.inspect(ELECTION, deadline)).isEqualTo(new Sighting.Never());
    }

    @Test
    void expiryIsShiftedWithoutTouchingTheVersion() {
        Lease lease = claim(store, Grounds.unseen());

        store.shiftExpiry(ELECTION, TTL.negated());

        assertThat(store.inspect(ELECTION, deadline).version()).isEqualTo(lease.version());
        assertThat(store.renew(
                        new Extension(lease, lease.renewed(TTL, lease.stamp().next(2, time.wall()))), deadline))
                .isInstanceOf(Renewal.Refused.class);
        assertThat(claim(store, Grounds.unseen()).token()).isGreaterThan(lease.token());
    }

    @Test
    void aSteppedStoreClockEndsALeaseEarly() {
        claim(store, Grounds.unseen());

        time.stepWall(TTL);

        assertThat(claim(store, Grounds.unseen())).isNotNull();
    }

    @Test
    void damageCannotBeShiftedAway() {
        store.corrupt(ELECTION);

        store.shiftExpiry(ELECTION, Duration.ofDays(1).negated());

        assertThat(store.claim(ballot(Grounds.unseen()), deadline)).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void equalContentHasAnEqualVersion() {
        LeaseStore one = CellStore.over(new MemoryCell(), time);
        LeaseStore other = CellStore.over(new MemoryCell(), time);
        Grounds first = Grounds.judged(new Sighting.Never(), 0);

        assertThat(claim(one, first).version()).isEqualTo(claim(other, first).version());
    }

    @Test
    void aClosedWatchIsNotWokenAndTheSameRunnableMayWatchTwice() {
        AtomicInteger wakeUps = new AtomicInteger();
        Runnable wakeUp = wakeUps::incrementAndGet;
        store.watch(ELECTION, wakeUp).close();
        store.watch(ELECTION, wakeUp);
        store.watch("another", wakeUp);

        claim(store, Grounds.unseen());

        assertThat(wakeUps).hasValue(1);
    }

    @Test
    void oneNameInOneJvmIsOneSetOfRecords() {
        Lease lease = claim(Stores.open("memory:shared"), Grounds.unseen());

        assertThat(Stores.open("memory:shared").inspect(ELECTION, deadline).version())
                .isEqualTo(lease.version());
        assertThat(Stores.open("memory:other").inspect(ELECTION, deadline)).isEqualTo(new Sighting.Never());
    }

    @Test
    void aStoreInMemoryNeedsANameAndTakesNoParameters() {
        assertThatThrownBy(() -> Stores.open("memory:")).hasMessageContaining("memory:NAME");
        assertThatThrownBy(() -> Stores.open("memory:a?clock=no")).hasMessageContaining("clock");
    }

    private Lease claim(LeaseStore on, Grounds grounds) {
        return ((Answer.Granted) on.claim(ballot(grounds), deadline)).lease();
    }

    private Ballot ballot(Grounds grounds) {
        return new Ballot(
                ELECTION, new Identity("i", "node", null), TTL, new Stamp(0, 1, Instant.ofEpochMilli(0)), grounds);
    }
}
