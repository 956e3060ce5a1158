package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.internal.protocol.Input;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import java.util.function.Consumer;

/**
 * Makes the store calls that one campaign asks for.
 *
 * @param setup of the campaign
 * @param renewals what sends renewals
 * @param registration what must have told the store of this candidate before it writes
 * @param loop where calls leave from and outcomes come back to
 */
record CampaignCalls(CampaignSetup setup, RenewalBatches renewals, StoreRegistration registration, EventLoop loop) {

    /** Makes the call, and hands its answer or failure over on the loop, as an input of the campaign. */
    void send(Effect.Call call, Consumer<Input> outcome) {
        Consumer<StoreException> failed = failure -> outcome.accept(new Input.Failed(failure));
        LeaseStore store = renewals.store();
        long at = call.deadlineNanos();
        Deadline deadline = new Deadline(loop.time(), at);
        if (call instanceof Effect.Renew renew) {
            renewals.renew(renew, renewal -> outcome.accept(new Input.Renewed(renewal)), failed);
        } else if (call instanceof Effect.Claim claim) {
            claim(claim, outcome, failed);
        } else if (call instanceof Effect.Release release) {
            EventLoop.StoreCall<Lease> releasing = new EventLoop.StoreCall<>(EventLoop.Urgency.RELEASE, at, () -> {
                registration.await();
                store.release(release.lease(), release.to(), deadline);
                return release.lease();
            });
            loop.offload(releasing, released -> outcome.accept(new Input.Released()), failed);
        } else {
            EventLoop.StoreCall<Sighting> looking = new EventLoop.StoreCall<>(
                    EventLoop.Urgency.LOOK,
                    at,
                    () -> renewals.measuredAlone(() -> store.inspect(setup.election(), deadline)));
            loop.offload(looking, sighting -> outcome.accept(new Input.Seen(sighting)), failed);
        }
    }

    private void claim(Effect.Claim claim, Consumer<Input> outcome, Consumer<StoreException> failed) {
        ClaimLimit limit = renewals.claimLimit();
        if (limit.isReached(setup.timing())) {
            StoreException refusal = limit.refusal(setup.timing());
            loop.execute(() -> failed.accept(refusal));
            return;
        }
        limit.claims();
        long at = claim.deadlineNanos();
        Deadline deadline = new Deadline(loop.time(), at);
        EventLoop.StoreCall<Answer> claiming = new EventLoop.StoreCall<>(EventLoop.Urgency.CLAIM, at, () -> {
            registration.await();
            return renewals.measuredAlone(() -> renewals.store().claim(claim.ballot(), deadline));
        });
        loop.offload(
                claiming,
                answer -> {
                    limit.claimed();
                    outcome.accept(new Input.Claimed(answer));
                },
                failure -> {
                    limit.claimed();
                    failed.accept(failure);
                });
    }
}
