package dev.tenure.internal;

import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.ClockReading;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a candidate's earlier stands leave to its next one in the same election: a lease that must run out, and terms of
 * others that were seen alive. The latter are kept only as long as it matters. Thread-safe.
 */
final class EarlierStands {
    private static final int LEAST_SWEEP = 64;

    private final Map<String, CampaignSetup> setups = new ConcurrentHashMap<>();
    private volatile int sweepAt = LEAST_SWEEP;

    /** Takes in that a stand is over. */
    void keep(CampaignSetup over, ClockReading now) {
        if (over.isOfUse(now)) {
            setups.put(over.election(), over);
        } else {
            setups.remove(over.election());
        }
        if (setups.size() > sweepAt) { // of thousands of elections most are never stood in again
            setups.values().removeIf(setup -> !setup.isOfUse(now));
            sweepAt = Math.max(LEAST_SWEEP, 2 * setups.size());
        }
    }

    /** Lets a stand that is not started yet go on from the one before it, if there was one. */
    void passOnTo(CampaignSetup next, ClockReading now) {
        CampaignSetup earlier = setups.get(next.election());
        if (earlier != null) {
            earlier.passOnTo(next, now);
        }
    }
}
