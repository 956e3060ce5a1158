package dev.tenure.simulator;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.internal.fleet.RosterSync;
import java.time.Duration;

/** What is configured about one process at present, and the extremes of what was before. */
final class Configuration {
    private Identity identity;
    private Timing timing;
    private Duration leastTimeToStop;
    private Duration longestTtl;

    Configuration(Identity identity, Timing timing) {
        this.identity = identity;
        this.timing = timing;
        this.leastTimeToStop = Habits.mostToStop(timing);
        this.longestTtl = timing.ttl();
    }

    void change(Timing newTiming, String newAddress) {
        timing = newTiming;
        identity = new Identity(identity.instance(), identity.name(), newAddress);
        Duration toStop = Habits.mostToStop(timing);
        leastTimeToStop = toStop.compareTo(leastTimeToStop) < 0 ? toStop : leastTimeToStop;
        longestTtl = timing.ttl().compareTo(longestTtl) > 0 ? timing.ttl() : longestTtl;
    }

    Identity identity() {
        return identity;
    }

    Timing timing() {
        return timing;
    }

    /** Returns what this process says of itself in a roster. */
    RosterSync.Self self(Stance.Rank rank) {
        return new RosterSync.Self(identity, rank.priority(), rank.version(), timing);
    }

    /** Returns how long cancelled work may take: a lease that is still trusted may be of any timing there was. */
    Duration leastTimeToStop() {
        return leastTimeToStop;
    }

    /** Returns how long a candidate stays back at most after a term (R10). */
    Duration longestCoolDown() {
        return longestTtl.multipliedBy(2);
    }
}
