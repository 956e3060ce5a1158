package dev.tenure.cli.doctor;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.cli.console.CurrentProcess;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.PrintableText;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The election on which a doctor tries the calls of candidates. Store calls may come from any thread, all else from
 * one.
 *
 * <p>It always has the same name, because a store never forgets an election. It also separates concurrent doctors: a
 * doctor waits until the election is free, then its contestants take it from each other without leaving it free in
 * between.
 */
final class ScratchElection {
    static final String ELECTION = "tenure-doctor";

    /** Longer than any pause of a working doctor, and short enough for the next one to wait. */
    private static final Duration LEAST_TTL = Duration.ofSeconds(15);

    /** Lets a call that is slower than the timing allows be measured. */
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(5);

    private static final long GLANCE_MILLIS = 50;

    private final LeaseStore store;
    private final Duration ttl;
    private final Duration patience;
    private final TimeSource time = TimeSource.system();
    private final String run = UUID.randomUUID().toString();
    private final AtomicLong attempts = new AtomicLong();
    private @Nullable Lease held;

    ScratchElection(LeaseStore store, Duration ttl, Duration patience) {
        this.store = store;
        this.ttl = ttl;
        this.patience = patience;
    }

    static ScratchElection on(LeaseStore store, Timing timing) {
        return new ScratchElection(
                store, longer(timing.ttl(), LEAST_TTL), longer(timing.callTimeout(), LEAST_PATIENCE));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    LeaseStore store() {
        return store;
    }

    Duration ttl() {
        return ttl;
    }

    /** Returns the deadline of a call that is made now. */
    Deadline soon() {
        return Deadline.after(time, patience);
    }

    long nanos() {
        return time.nanos();
    }

    Instant now() {
        return Instant.ofEpochMilli(time.wallMillis());
    }

    Identity contestant(int number) {
        return Identity.ofInstance(run + "-" + number).withName(CurrentProcess.operator());
    }

    /** Returns what the record shows. */
    Sighting look() {
        return store.inspect(ELECTION, soon());
    }

    /** Returns the lease in the record, if this doctor holds it. */
    Optional<Lease> ours() {
        return look() instanceof Sighting.Held seen && isOurs(seen.lease())
                ? Optional.of(seen.lease())
                : Optional.empty();
    }

    private boolean isOurs(Lease lease) {
        return lease.holder().instance().startsWith(run);
    }

    Answer claim(Identity who, Sighting replacing) {
        WriteStamp stamp = new WriteStamp(0, attempts.incrementAndGet(), now());
        long highest = held == null ? 0 : held.token();
        return store.claim(new Ballot(ELECTION, who, ttl, stamp, ClaimCondition.judged(replacing, highest)), soon());
    }

    Renewal renew(Lease lease) {
        WriteStamp next = lease.stamp().next(attempts.incrementAndGet(), now());
        return store.renew(new RenewalRequest(lease, lease.renewed(ttl, next)), soon());
    }

    void release(Lease lease) {
        store.release(lease, Handover.toAnyone(), soon());
    }

    /**
     * Takes the election as soon as it is free, or its lease has not been renewed for its ttl.
     *
     * @return what the record showed before
     */
    Sighting take() throws InterruptedException {
        Deadline limit = Deadline.after(time, ttl.multipliedBy(2).plus(patience));
        Sighting seen = look();
        long since = time.nanos();
        boolean told = false;
        while (true) {
            if (!isTaken(seen, time.nanos() - since) && claim(contestant(0), seen) instanceof Answer.Granted granted) {
                held = granted.lease();
                return seen;
            }
            if (limit.hasPassed()) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, holder(seen) + " has it, and did not let go");
            }
            if (!told && seen instanceof Sighting.Held) {
                Verbosity.say("waiting for " + ELECTION + ", which " + holder(seen) + " has");
                told = true;
            }
            pause(GLANCE_MILLIS);
            Sighting next = look();
            if (!next.version().equals(seen.version()) || !isSameWrite(seen, next)) {
                since = time.nanos();
            }
            seen = next;
        }
    }

    /** A store with a clock may have no versions, so the writes are compared. */
    private static boolean isSameWrite(Sighting one, Sighting other) {
        return one instanceof Sighting.Held before
                && other instanceof Sighting.Held after
                && before.lease().isSameWrite(after.lease());
    }

    private static boolean isTaken(Sighting seen, long unchangedNanos) {
        return seen instanceof Sighting.Held other
                && unchangedNanos < other.lease().ttl().toNanos() / 10 * 11;
    }

    private static String holder(Sighting seen) {
        return seen instanceof Sighting.Held other
                ? PrintableText.of(other.lease().holder().name())
                : "somebody";
    }

    static void pause(long millis) throws InterruptedException {
        if (new Semaphore(0).tryAcquire(millis, TimeUnit.MILLISECONDS)) {
            throw new AssertionError("nobody has a permit to give");
        }
    }

    /** Returns the lease this doctor holds. */
    Lease held() {
        if (held == null) {
            throw new IllegalStateException("nothing is held");
        }
        return held;
    }

    /** Continues with another lease of this doctor. */
    void hold(Lease lease) {
        held = lease;
    }

    /** Renews the held lease, and fails if that is refused. */
    void keep() {
        Lease last = held();
        if (!(renew(last) instanceof Renewal.Renewed renewed)) {
            throw new StoreException(
                    StoreException.Kind.UNREACHABLE, "a renewal was refused, though nobody else may have the lease");
        }
        held = renewed.lease();
    }

    /** Releases the held lease. */
    void letGo() {
        if (held != null) {
            release(held);
            held = null;
        }
    }
}
