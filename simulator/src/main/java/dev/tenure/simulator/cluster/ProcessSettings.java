package dev.tenure.simulator.cluster;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.internal.fleet.RosterSync;
import dev.tenure.simulator.scenario.CandidateSetup;
import dev.tenure.simulator.scenario.JobBehaviour;
import java.time.Duration;

/** The current identity and timing of one process, and the extremes of its earlier timings. */
final class ProcessSettings {
    private Identity identity;
    private Timing timing;
    private Duration leastTimeToStop;
    private Duration longestTtl;

    ProcessSettings(Identity identity, Timing timing) {
        this.identity = identity;
        this.timing = timing;
        this.leastTimeToStop = JobBehaviour.allowedToStop(timing);
        this.longestTtl = timing.ttl();
    }

    void change(Timing newTiming, String newAddress) {
        timing = newTiming;
        identity = identity.withAddress(newAddress);
        Duration toStop = JobBehaviour.allowedToStop(timing);
        leastTimeToStop = toStop.compareTo(leastTimeToStop) < 0 ? toStop : leastTimeToStop;
        longestTtl = timing.ttl().compareTo(longestTtl) > 0 ? timing.ttl() : longestTtl;
    }

    Identity identity() {
        return identity;
    }

    Timing timing() {
        return timing;
    }

    /** Returns how long a renewal is trusted. */
    Duration wholeTrust() {
        return timing.ttl().minus(timing.margin()).minus(timing.stopWithin());
    }

    /** Returns the data of this process for the roster. */
    RosterSync.Self self(CandidateSetup.Rank rank) {
        return new RosterSync.Self(identity, rank.priority(), rank.version(), timing);
    }

    /**
     * Returns how long cancelled work may take: the least of all timings so far, since the lease may be of any of them.
     */
    Duration leastTimeToStop() {
        return leastTimeToStop;
    }

    /** Returns how long the cool-down after a term is at most (R10). */
    Duration longestCoolDown() {
        return longestTtl.multipliedBy(2);
    }
}
