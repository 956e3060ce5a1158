package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
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
 * @param election the election
 * @param renewals what sends renewals
 * @param registration what must have told the store of this candidate before it writes
 * @param loop where calls leave from and outcomes come back to
 */
record CampaignCalls(String election, RenewalBatches renewals, StoreRegistration registration, EventLoop loop) {

    /** Makes the call, and hands its answer or failure over on the loop, as an input of the campaign. */
    void send(Effect.Call call, Consumer<Input> outcome) {
        Consumer<StoreException> failed = failure -> outcome.accept(new Input.Failed(failure));
        LeaseStore store = renewals.store();
        long at = call.deadlineNanos();
        Deadline deadline = new Deadline(loop.time(), at);
        if (call instanceof Effect.Renew renew) {
            renewals.renew(renew, renewal -> outcome.accept(new Input.Renewed(renewal)), failed);
        } else if (call instanceof Effect.Claim claim) {
            EventLoop.StoreCall<Answer> claiming = new EventLoop.StoreCall<>(EventLoop.Urgency.CLAIM, at, () -> {
                registration.await();
                return store.claim(claim.ballot(), deadline);
            });
            loop.offload(claiming, answer -> outcome.accept(new Input.Claimed(answer)), failed);
        } else if (call instanceof Effect.Release release) {
            EventLoop.StoreCall<Lease> releasing = new EventLoop.StoreCall<>(EventLoop.Urgency.RELEASE, at, () -> {
                registration.await();
                store.release(release.lease(), release.to(), deadline);
                return release.lease();
            });
            loop.offload(releasing, released -> outcome.accept(new Input.Released()), failed);
        } else {
            EventLoop.StoreCall<Sighting> looking =
                    new EventLoop.StoreCall<>(EventLoop.Urgency.LOOK, at, () -> store.inspect(election, deadline));
            loop.offload(looking, sighting -> outcome.accept(new Input.Seen(sighting)), failed);
        }
    }
}
