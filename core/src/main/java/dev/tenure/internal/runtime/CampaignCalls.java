package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.internal.protocol.Input;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import java.util.function.Consumer;

/**
 * Makes the store calls that one campaign asks for.
 *
 * @param rounds what sends all calls but releases
 * @param presence what must have told the store of this candidate before it writes
 * @param loop where calls leave from and outcomes come back to
 */
record CampaignCalls(StoreRounds rounds, StorePresence presence, EventLoop loop) {

    /** Makes the call, and hands its answer or failure over on the loop, as an input of the campaign. */
    void send(Effect.Call call, Consumer<Input> outcome) {
        Consumer<StoreException> failed = failure -> outcome.accept(new Input.Failed(failure));
        if (call instanceof Effect.Renew renew) {
            rounds.renew(renew, renewal -> outcome.accept(new Input.Renewed(renewal)), failed);
        } else if (call instanceof Effect.Claim claim) {
            rounds.claim(claim, presence, answer -> outcome.accept(new Input.Claimed(answer)), failed);
        } else if (call instanceof Effect.Inspect look) {
            rounds.look(look, sighting -> outcome.accept(new Input.Seen(sighting)), failed);
        } else if (call instanceof Effect.Release release) {
            long at = release.deadlineNanos();
            Deadline deadline = new Deadline(loop.time(), at);
            EventLoop.StoreCall<Lease> releasing = new EventLoop.StoreCall<>(EventLoop.Urgency.RELEASE, at, () -> {
                presence.await();
                rounds.store().release(release.lease(), release.to(), deadline);
                return release.lease();
            });
            loop.offload(releasing, released -> outcome.accept(new Input.Released()), failed);
        }
    }
}
