package dev.tenure.internal;

import dev.tenure.Timing;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Grounds;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Stamp;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a campaign to the store: at most one under way, each with a deadline, each write with an id of its own
 * (R3, R8).
 */
final class Calls {
    private final Setup setup;
    private final Timing timing;
    private final Attempts attempts;
    private @Nullable Sent sent;

    /** A call under way, and both clocks from before it was sent. */
    record Sent(Effect.Call call, Moment at) {}

    Calls(Setup setup, Moment now) {
        this.setup = setup;
        this.timing = setup.timing();
        this.attempts = new Attempts(now.nanos());
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
    @Nullable Trust trustIn(Lease lease, Moment now) {
        return attempts.trustIn(lease, timing, now);
    }

    /** Tells whether some write may have taken effect, or may yet, without this campaign knowing. */
    boolean leaveDoubt(Moment now) {
        attempts.forgetOlderThan(now, timing);
        return attempts.unsettled() > 0;
    }

    Effect inspect(Moment now) {
        return send(new Effect.Inspect(setup.election(), deadline(now)), now);
    }

    Effect claim(Grounds grounds, Moment now) {
        Stamp stamp = new Stamp(0, attempts.begin(now, timing), now.instant());
        Ballot ballot = new Ballot(setup.election(), setup.self(), timing.ttl(), stamp, grounds);
        return send(new Effect.Claim(ballot, deadline(now)), now);
    }

    /** A renewal must answer before trust ends: afterwards its answer could no longer be used. */
    Effect renew(HeldTerm term, Moment now) {
        Lease held = term.lease();
        Stamp stamp = held.stamp().next(attempts.begin(now, timing), now.instant());
        Extension extension = new Extension(held, held.renewed(timing.ttl(), stamp));
        return send(
                new Effect.Renew(
                        extension, Moment.earlier(deadline(now), term.trust().endsNanos(now))),
                now);
    }

    Effect release(Lease lease, Moment now) {
        return send(new Effect.Release(lease, Handover.toAnyone(), deadline(now)), now);
    }

    private Effect send(Effect.Call call, Moment now) {
        sent = new Sent(call, now);
        return call;
    }

    private long deadline(Moment now) {
        return now.plus(timing.callTimeout());
    }
}
