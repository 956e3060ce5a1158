package dev.tenure.internal.protocol;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a campaign to the store: at most one under way, each with a deadline, each write with its own attempt id
 * (R3, R8).
 *
 * <p>A write that was never definitely answered stays unsettled. If it turns up in the record, it is worth the trust of
 * that very attempt, counted from when it was sent, and of no other.
 */
final class StoreCalls {
    private final CampaignSetup setup;
    private List<Sent> unsettled = List.of();
    private long lastAttempt;
    private @Nullable Sent sent;
    private int failures;
    private @Nullable ClockReading firstFailure;
    private @Nullable StoreException lastFailure;

    /** A call, the id of its attempt, both clocks from before it was sent, and the timing it was sent with. */
    record Sent(Effect.Call call, long attempt, ClockReading at, Timing timing) {
        /** Returns the trust that a lease earned which this call wrote. */
        Trust earns(Lease lease) {
            return Trust.earned(at, lease.ttl(), timing);
        }
    }

    /** Attempt ids start at the clock, which they never outrun: an instance may campaign more than once. */
    StoreCalls(CampaignSetup setup, ClockReading now) {
        this.setup = setup;
        this.lastAttempt = now.nanos();
    }

    boolean isUnderWay() {
        return sent != null;
    }

    /** Returns the call that was answered or failed; nothing is under way any more. */
    Sent finish(Input outcome) {
        Sent finished = requireNonNull(sent, () -> outcome + " answers no call");
        sent = null;
        return finished;
    }

    void succeeded(Sent call) {
        failures = 0;
        firstFailure = null;
        lastFailure = null;
        settle(call);
    }

    /** Takes in one more failure. Returns true if it is news: the first, or of another kind than the last. */
    boolean failed(Sent call, StoreException failure, ClockReading now) {
        if (failure.kind() != StoreException.Kind.OUTCOME_UNKNOWN) {
            settle(call);
        }
        boolean news = lastFailure == null || lastFailure.kind() != failure.kind();
        firstFailure = firstFailure == null ? now : firstFailure;
        lastFailure = failure;
        failures++;
        return news;
    }

    int failures() {
        return failures;
    }

    /** Returns why renewals brought nothing, for people: {@code renewals failed for 9.8 s: connect timed out}. */
    String whyNotRenewed(ClockReading now) {
        if (firstFailure == null || lastFailure == null) {
            return "renewals went unanswered, or this process was paused";
        }
        String since = ClockReading.seconds(Duration.ofNanos(now.nanos() - firstFailure.nanos()));
        return "renewals failed for " + since + ": " + lastFailure.getMessage();
    }

    /** Forgets the attempt behind a call whose outcome is known for certain. */
    private void settle(Sent call) {
        unsettled = unsettled.stream().filter(write -> !write.equals(call)).toList();
    }

    /** Returns the trust that the unsettled attempt which wrote this lease earned, if it still holds, or null. */
    @Nullable Trust trustIn(Lease lease, ClockReading now) {
        Sent attempt = unsettledAt(now)
                .filter(write -> write.attempt() == lease.stamp().attempt())
                .findAny()
                .orElse(null);
        Trust trust = attempt == null ? null : attempt.earns(lease);
        return trust != null && trust.holdsAt(now) ? trust : null;
    }

    /** Returns how many writes may have taken effect, or may yet, without this campaign knowing. */
    long unsettled(ClockReading now) {
        return unsettledAt(now).count();
    }

    private Stream<Sent> unsettledAt(ClockReading now) {
        return unsettled.stream()
                .filter(write -> !now.reached(write.at().plus(write.timing().ttl())));
    }

    Effect inspect(ClockReading now) {
        return send(new Effect.Inspect(setup.election(), deadline(now)), now);
    }

    Effect release(Lease lease, Handover to, ClockReading now) {
        return send(new Effect.Release(lease, to, deadline(now)), now);
    }

    Effect.Claim claim(ClaimCondition condition, ClockReading now) {
        WriteStamp stamp = new WriteStamp(0, ++lastAttempt, now.instant());
        Ballot ballot =
                new Ballot(setup.election(), setup.self(), setup.timing().ttl(), stamp, condition);
        return write(new Effect.Claim(ballot, deadline(now)), now);
    }

    /** A renewal must answer before trust ends: afterwards its answer could no longer be used. */
    Effect renew(State.OwnTerm term, ClockReading now) {
        Timing timing = setup.timing();
        WriteStamp stamp = term.lease.stamp().next(++lastAttempt, now.instant());
        // It may take effect unseen: no more is trusted than it will be worth.
        term.trust = term.trust.noMoreThan(Trust.earned(now, timing.ttl(), timing));
        Lease next = term.lease.heldBy(setup.self()).renewed(timing.ttl(), stamp);
        long trusted = term.trust.endsNanos(now);
        long answered = ClockReading.earlier(deadline(now), trusted);
        return write(new Effect.Renew(new RenewalRequest(term.lease, next), answered, trusted), now);
    }

    private <C extends Effect.Call> C write(C call, ClockReading now) {
        send(call, now);
        unsettled = Stream.concat(unsettledAt(now), Stream.ofNullable(sent)).toList();
        return call;
    }

    private <C extends Effect.Call> C send(C call, ClockReading now) {
        sent = new Sent(call, lastAttempt, now, setup.timing());
        return call;
    }

    private long deadline(ClockReading now) {
        return now.plus(setup.timing().callTimeout());
    }
}
