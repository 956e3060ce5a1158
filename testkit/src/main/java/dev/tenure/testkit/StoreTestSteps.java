package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;

/**
 * Steps that tests of a store repeat: making candidates, ballots and deadlines, checking answers, and waiting for what
 * is expected. For your tests beyond {@link LeaseStoreContract}.
 */
public final class StoreTestSteps {
    /**
     * Ample for whatever a test waits for, so that only one that fails gets there; and less than the minute after which
     * most are interrupted, so that it still says what it waited for.
     */
    public static final Duration LIMIT = Duration.ofSeconds(50);

    /** How long leases last, unless a test says otherwise: no test takes so long. */
    public static final Duration TTL = Duration.ofSeconds(60);

    private static final long POLL_NANOS = 2_000_000;
    private static final AtomicLong ATTEMPTS = new AtomicLong();

    private StoreTestSteps() {}

    /** Returns another start of a process under this name. */
    public static Identity identity(String name) {
        return Identity.ofInstance(UUID.randomUUID().toString()).withName(name);
    }

    /** Returns a deadline that is no hurry. */
    public static Deadline soon() {
        return within(LIMIT);
    }

    /** Returns the deadline of a call that is sent now. */
    public static Deadline within(Duration duration) {
        return Deadline.after(TimeSource.system(), duration);
    }

    /** Returns the time of this machine, as exactly as records keep it. */
    public static Instant wall() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }

    /** Returns the id of an attempt that nobody has made. */
    public static long newAttempt() {
        return ATTEMPTS.incrementAndGet();
    }

    /** Returns the ballot of a new candidate that leaves the judgement to the store's clock, having seen nothing. */
    public static Ballot ballot(String election) {
        return ballot(election, ClaimCondition.unseen());
    }

    /** Returns the ballot of a new candidate that has waited out what it saw. */
    public static Ballot ballot(String election, Sighting waitedOut) {
        return ballot(election, ClaimCondition.judged(waitedOut, 0));
    }

    /** Returns the ballot of a new candidate on these grounds. */
    public static Ballot ballot(String election, ClaimCondition condition) {
        return ballot(election, identity("alice"), TTL, condition);
    }

    /** Returns the ballot of a candidate, as its first attempt would be. */
    public static Ballot ballot(String election, Identity candidate, Duration ttl, ClaimCondition condition) {
        return new Ballot(election, candidate, ttl, new WriteStamp(0, newAttempt(), wall()), condition);
    }

    /**
     * Lets a new candidate claim, and returns the lease it must get. On a store with a clock it leaves the judgement to
     * that; elsewhere it replaces whatever is there, as one that has waited it out.
     */
    public static Lease elect(LeaseStore store, String election) {
        return elect(store, election, identity("alice"), TTL);
    }

    /** Lets a new candidate of this name claim, and returns the lease it must get. */
    public static Lease elect(LeaseStore store, String election, String name) {
        return elect(store, election, identity(name), TTL);
    }

    /** Lets a new candidate claim for so long, and returns the lease it must get. */
    public static Lease elect(LeaseStore store, String election, Duration ttl) {
        return elect(store, election, identity("alice"), ttl);
    }

    private static Lease elect(LeaseStore store, String election, Identity candidate, Duration ttl) {
        boolean judges = !store.capabilities().contains(Capability.STORE_CLOCK);
        ClaimCondition condition =
                judges ? ClaimCondition.judged(inspect(store, election), 0) : ClaimCondition.unseen();
        return granted(store.claim(ballot(election, candidate, ttl, condition), soon()));
    }

    /** Returns what a holder asks for to go on as it is. */
    public static RenewalRequest extension(Lease held) {
        return new RenewalRequest(held, held.renewed(held.ttl(), held.stamp().next(newAttempt(), wall())));
    }

    /** Renews a lease, and returns it as it must be then. */
    public static Lease renew(LeaseStore store, Lease held) {
        return renewed(store.renew(extension(held), soon()));
    }

    /** Releases a lease to anyone. */
    public static void release(LeaseStore store, Lease lease) {
        store.release(lease, Handover.toAnyone(), soon());
    }

    /** Returns what the store shows of an election. */
    public static Sighting inspect(LeaseStore store, String election) {
        return store.inspect(election, soon());
    }

    /** Returns the lease that must have been granted. */
    public static Lease granted(Answer answer) {
        return assertThat(answer)
                .asInstanceOf(type(Answer.Granted.class))
                .actual()
                .lease();
    }

    /** Returns what a claim that must have been refused came upon. */
    public static Sighting refused(Answer answer) {
        return assertThat(answer)
                .asInstanceOf(type(Answer.Refused.class))
                .actual()
                .found();
    }

    /** Returns the lease that must have been renewed. */
    public static Lease renewed(Renewal renewal) {
        return assertThat(renewal)
                .asInstanceOf(type(Renewal.Renewed.class))
                .actual()
                .lease();
    }

    /** Returns what a renewal that must have been refused came upon. */
    public static Sighting refused(Renewal renewal) {
        return assertThat(renewal)
                .asInstanceOf(type(Renewal.Refused.class))
                .actual()
                .found();
    }

    /** Returns the lease of an election that must be held. */
    public static Lease held(Sighting sighting) {
        return assertThat(sighting)
                .asInstanceOf(type(Sighting.Held.class))
                .actual()
                .lease();
    }

    /** Returns the mark of an election that must have been released. */
    public static Sighting.Released released(Sighting sighting) {
        return assertThat(sighting).asInstanceOf(type(Sighting.Released.class)).actual();
    }

    /** Returns a record that must make no sense. */
    public static Sighting.Unreadable unreadable(Sighting sighting) {
        return assertThat(sighting)
                .asInstanceOf(type(Sighting.Unreadable.class))
                .actual();
    }

    /** Checks that a call fails in this way and says so on one line; returns that for further checks. */
    public static ThrowableAssertAlternative<StoreException> assertFails(
            StoreException.Kind kind, ThrowingCallable call) {
        return assertThatExceptionOfType(StoreException.class)
                .isThrownBy(call)
                .matches(failure -> failure.kind() == kind, "is of kind " + kind)
                .matches(failure -> !String.valueOf(failure.getMessage()).contains("\n"), "is one line");
    }

    /**
     * Waits until the condition holds.
     *
     * @throws AssertionError if it does not within {@link #LIMIT}
     */
    public static void await(String what, BooleanSupplier condition) {
        await(what, LIMIT, condition);
    }

    /**
     * Waits until the condition holds.
     *
     * @throws AssertionError if it does not within the limit
     */
    public static void await(String what, Duration limit, BooleanSupplier condition) {
        Deadline end = within(limit);
        while (!condition.getAsBoolean()) {
            if (end.hasPassed()) {
                throw new AssertionError("not within " + limit + ": " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
