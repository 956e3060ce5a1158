package dev.tenure.internal.runtime;

import dev.tenure.internal.protocol.Effect;
import dev.tenure.internal.protocol.Input;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;

/**
 * Makes the store calls that one campaign asks for, except renewals.
 *
 * @param election the election
 * @param store where it is kept
 * @param presence what must have told the store of this candidate before it writes
 * @param time the clocks of the loop
 */
record CampaignCalls(String election, LeaseStore store, StorePresence presence, TimeSource time) {

    EventLoop.StoreCall of(Effect.Call call) {
        long at = call.deadlineNanos();
        Deadline deadline = new Deadline(time, at);
        if (call instanceof Effect.Claim claim) {
            return new EventLoop.StoreCall(EventLoop.Urgency.CLAIM, at, () -> {
                presence.await();
                return new Input.Claimed(store.claim(claim.ballot(), deadline));
            });
        }
        if (call instanceof Effect.Release release) {
            return new EventLoop.StoreCall(EventLoop.Urgency.RELEASE, at, () -> {
                presence.await();
                store.release(release.lease(), release.to(), deadline);
                return new Input.Released();
            });
        }
        return new EventLoop.StoreCall(
                EventLoop.Urgency.LOOK, at, () -> new Input.Seen(store.inspect(election, deadline)));
    }
}
