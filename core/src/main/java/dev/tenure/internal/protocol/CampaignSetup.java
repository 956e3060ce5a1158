package dev.tenure.internal.protocol;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.TakeoverDelay;
import java.time.Duration;

/**
 * What a campaign is about: the election, the candidate, and how it stands; and what outlives a campaign. Only timing
 * and address may change, on the loop; other threads may read at any time.
 */
public final class CampaignSetup {
    /** Hooks and listeners that others wait for are waited for at least this long, whatever the grace. */
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);

    private final String election;
    private final Duration grace;
    private final StoreProperties store;
    private final StandOptions options;
    private volatile Observation observation;
    private volatile Identity self;
    private volatile Timing timing;
    private volatile long leftToken;

    /** Makes the setup of one campaign; {@code grace} is how long work that was asked to finish may go on. */
    public CampaignSetup(
            String election,
            Identity self,
            Timing timing,
            Duration grace,
            StoreProperties store,
            StandOptions options) {
        this.election = election;
        this.self = self;
        this.timing = timing;
        this.grace = grace;
        this.store = store;
        this.options = options;
        this.observation = new Observation(this);
    }

    public String election() {
        return election;
    }

    public Identity self() {
        return self;
    }

    public Timing timing() {
        return timing;
    }

    public Duration grace() {
        return grace;
    }

    public StandOptions options() {
        return options;
    }

    public boolean has(Capability capability) {
        return store.capabilities().contains(capability);
    }

    TakeoverDelay takeoverDelay() {
        return store.takeoverDelay();
    }

    /** Returns how long a lose hook or a barrier may take before the lease is left to run out. */
    public Duration patience() {
        return grace.compareTo(LEAST_PATIENCE) > 0 ? grace : LEAST_PATIENCE;
    }

    /** Replaces timing and address. What was written under the old ones keeps the trust it earned then. */
    public void reconfigure(Identity newSelf, Timing newTiming) {
        if (!isSelf(newSelf)) {
            throw new IllegalArgumentException("a candidate stays the same instance: " + newSelf + " is not " + self);
        }
        self = newSelf;
        timing = newTiming;
    }

    boolean isSelf(Identity other) {
        return self.instance().equals(other.instance());
    }

    /** Returns the last term whose lease is to run out, or 0: standing again must not release what goes on. */
    long leftToken() {
        return leftToken;
    }

    public void leaveToExpire(long token) {
        leftToken = Math.max(leftToken, token);
    }

    /** Returns what this candidate has seen: a campaign that starts over still knows who was alive. */
    Observation observation() {
        return observation;
    }

    /** Tells whether a later stand of this candidate must know what this one left or saw. */
    public boolean isOfUse(ClockReading now) {
        return leftToken > 0 || !observation.isClaimable(now);
    }

    /** Tells the next stand, before it starts, what this one left and saw; returns false if it saw nothing alive. */
    public boolean passOnTo(CampaignSetup next, ClockReading now) {
        next.leaveToExpire(leftToken);
        boolean seen = !observation.isClaimable(now);
        if (seen) {
            next.observation = observation;
            observation.continueIn(next);
        }
        return seen;
    }
}
