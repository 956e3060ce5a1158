package dev.tenure.internal.protocol;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
    private Map<Long, Sent> unsettled = Map.of(); // nearly always empty, and a candidate may stand in thousands
    private long lastAttempt;
    private @Nullable Sent sent;
    private int failures;
    private @Nullable ClockReading firstFailure;
    private @Nullable StoreException lastFailure;

    /** A call, both clocks from before it was sent, and the timing it was sent with. */
    record Sent(Effect.Call call, ClockReading at, Timing timing) {
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
        Sent finished = sent;
        if (finished == null) {
            throw new IllegalStateException(outcome + " answers no call");
        }
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
        if (!unsettled.isEmpty()) {
            unsettled.values().remove(call);
            letGoIfEmpty();
        }
    }

    private void letGoIfEmpty() {
        unsettled = unsettled.isEmpty() ? Map.of() : unsettled;
    }

    /** Returns the trust that the unsettled attempt which wrote this lease earned, if it still holds, or null. */
    @Nullable Trust trustIn(Lease lease, ClockReading now) {
        Sent attempt = unsettled.get(lease.stamp().attempt());
        Trust trust = attempt == null ? null : attempt.earns(lease);
        return trust != null && trust.holdsAt(now) ? trust : null;
    }

    /** Returns how many writes may have taken effect, or may yet, without this campaign knowing. */
    int unsettled(ClockReading now) {
        if (!unsettled.isEmpty()) {
            unsettled
                    .values()
                    .removeIf(
                            write -> now.reached(write.at().plus(write.timing().ttl())));
            letGoIfEmpty();
        }
        return unsettled.size();
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
    Effect renew(State.HeldTerm term, ClockReading now) {
        Timing timing = setup.timing();
        WriteStamp stamp = term.lease.stamp().next(++lastAttempt, now.instant());
        term.sends(Trust.earned(now, timing.ttl(), timing));
        Lease next = term.lease.heldBy(setup.self()).renewed(timing.ttl(), stamp);
        long answered = ClockReading.earlier(deadline(now), term.trust.endsNanos(now));
        return write(new Effect.Renew(new RenewalRequest(term.lease, next), answered), now);
    }

    private <C extends Effect.Call> C write(C call, ClockReading now) {
        Sent write = new Sent(call, now, setup.timing());
        if (unsettled(now) == 0) {
            unsettled = new HashMap<>(2);
        }
        unsettled.put(lastAttempt, write);
        sent = write;
        return call;
    }

    private <C extends Effect.Call> C send(C call, ClockReading now) {
        sent = new Sent(call, now, setup.timing());
        return call;
    }

    private long deadline(ClockReading now) {
        return now.plus(setup.timing().callTimeout());
    }
}
