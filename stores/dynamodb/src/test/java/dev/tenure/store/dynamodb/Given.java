package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.Identity;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Grounds;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.Stamp;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;

/** What the tests of this module say again and again. */
final class Given {
    static final Duration LIMIT = Duration.ofSeconds(30);
    static final Duration TTL = Duration.ofSeconds(60);

    private static final AtomicLong ATTEMPTS = new AtomicLong();

    private Given() {}

    static Identity identity(String name) {
        return new Identity(UUID.randomUUID().toString(), name, null);
    }

    static Deadline soon() {
        return within(Duration.ofSeconds(10));
    }

    static Deadline within(Duration duration) {
        return Deadline.after(TimeSource.system(), duration);
    }

    static Instant wall() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }

    static Ballot ballot(String election, String name, Sighting replacing) {
        Stamp stamp = new Stamp(0, ATTEMPTS.incrementAndGet(), wall());
        return new Ballot(election, identity(name), TTL, stamp, Grounds.judged(replacing, 0));
    }

    /** Lets a candidate of this name replace whatever is there, as one that has waited it out. */
    static Lease elect(LeaseStore store, String election, String name) {
        return granted(store.claim(ballot(election, name, inspect(store, election)), soon()));
    }

    static Lease granted(Answer answer) {
        return assertThat(answer)
                .asInstanceOf(type(Answer.Granted.class))
                .actual()
                .lease();
    }

    static Extension extension(Lease held) {
        return new Extension(held, held.renewed(held.ttl(), held.stamp().next(ATTEMPTS.incrementAndGet(), wall())));
    }

    static Lease renew(LeaseStore store, Lease held) {
        return assertThat(store.renew(extension(held), soon()))
                .asInstanceOf(type(Renewal.Renewed.class))
                .actual()
                .lease();
    }

    static void release(LeaseStore store, Lease lease) {
        store.release(lease, Handover.toAnyone(), soon());
    }

    static Sighting inspect(LeaseStore store, String election) {
        return store.inspect(election, soon());
    }

    static Lease held(Sighting sighting) {
        return assertThat(sighting)
                .asInstanceOf(type(Sighting.Held.class))
                .actual()
                .lease();
    }

    static Sighting.Unreadable unreadable(Sighting sighting) {
        return assertThat(sighting)
                .asInstanceOf(type(Sighting.Unreadable.class))
                .actual();
    }

    /** Checks that the call fails in this way, and returns what it says for further checks. */
    static ThrowableAssertAlternative<StoreException> assertFails(StoreException.Kind kind, ThrowingCallable call) {
        return assertThatExceptionOfType(StoreException.class)
                .isThrownBy(call)
                .matches(failure -> failure.kind() == kind, "is of kind " + kind);
    }

    /** Waits until the condition holds. */
    static void await(String what, BooleanSupplier condition) {
        Deadline end = within(LIMIT);
        while (!condition.getAsBoolean()) {
            if (end.hasPassed()) {
                throw new AssertionError("not within " + LIMIT + ": " + what);
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
