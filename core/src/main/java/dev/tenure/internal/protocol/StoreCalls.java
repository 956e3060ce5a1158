package dev.tenure.internal.protocol;

import dev.tenure.Timing;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.WriteStamp;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a campaign to the store: at most one under way, each with a deadline, each write with an id of its own
 * (R3, R8).
 */
final class StoreCalls {
    private final CampaignSetup setup;
    private final UnsettledWrites attempts;
    private @Nullable Sent sent;

    /** A call under way, both clocks from before it was sent, and the timing it was sent with. */
    record Sent(Effect.Call call, ClockReading at, Timing timing) {
        /** Returns the trust that a lease earned which this call wrote. */
        Trust earns(Lease lease) {
            return Trust.earned(at, lease.ttl(), timing);
        }
    }

    StoreCalls(CampaignSetup setup, ClockReading now) {
        this.setup = setup;
        this.attempts = new UnsettledWrites(now.nanos());
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

    /** Forgets the attempt behind a call whose outcome is known for certain. */
    void settle(Sent call) {
        if (call.call() instanceof Effect.Claim claim) {
            attempts.settle(claim.ballot().stamp().attempt());
        } else if (call.call() instanceof Effect.Renew renew) {
            attempts.settle(renew.extension().next().stamp().attempt());
        }
    }

    /** Returns the trust that the unsettled attempt which wrote this lease earned, if it still holds, or null. */
    @Nullable Trust trustIn(Lease lease, ClockReading now) {
        return attempts.trustIn(lease, now);
    }

    /** Tells whether some write may have taken effect, or may yet, without this campaign knowing. */
    boolean leaveDoubt(ClockReading now) {
        attempts.forgetTooOld(now);
        return attempts.unsettled() > 0;
    }

    Effect inspect(ClockReading now) {
        return send(new Effect.Inspect(setup.election(), deadline(now)), now);
    }

    Effect.Claim claim(ClaimCondition condition, ClockReading now) {
        Timing timing = setup.timing();
        WriteStamp stamp = new WriteStamp(0, attempts.begin(now, timing), now.instant());
        Ballot ballot = new Ballot(setup.election(), setup.self(), timing.ttl(), stamp, condition);
        return send(new Effect.Claim(ballot, deadline(now)), now);
    }

    /** A renewal must answer before trust ends: afterwards its answer could no longer be used. */
    Effect renew(HeldTerm term, ClockReading now) {
        Timing timing = setup.timing();
        Lease held = term.lease();
        WriteStamp stamp = held.stamp().next(attempts.begin(now, timing), now.instant());
        term.sends(Trust.earned(now, timing.ttl(), timing));
        RenewalRequest extension =
                new RenewalRequest(held, held.heldBy(setup.self()).renewed(timing.ttl(), stamp));
        return send(
                new Effect.Renew(
                        extension,
                        ClockReading.earlier(deadline(now), term.trust().endsNanos(now))),
                now);
    }

    Effect release(Lease lease, Handover to, ClockReading now) {
        return send(new Effect.Release(lease, to, deadline(now)), now);
    }

    private <C extends Effect.Call> C send(C call, ClockReading now) {
        sent = new Sent(call, now, setup.timing());
        return call;
    }

    private long deadline(ClockReading now) {
        return now.plus(setup.timing().callTimeout());
    }
}
