package dev.tenure.simulator.checks;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** What one candidate has read from the store, as far as the promises depend on it. */
public final class CandidateKnowledge {
    private final String self;
    private long token;
    private long renewal = -1;
    private long ttlNanos;
    private String latestVersion = "";
    private long storeClockReadNanos = -1;
    private long sentNanos;
    private final Map<Long, Long> firstSeenNanos = new HashMap<>();
    private long rivalToken;
    private long rivalLivesUntilNanos;

    /** Starts without any knowledge, for the process of this instance. */
    public CandidateKnowledge(String self) {
        this.self = self;
    }

    /**
     * Goes on from an earlier stand of the same process, if the engine passed its knowledge on, or should have: a lease
     * of another candidate that was read is certainly not over yet. But if the record went back meanwhile to the very
     * state that was read last, nobody can notice that, and the knowledge protects nothing (docs/safety.md).
     *
     * @param wentBackTo the version that the record shows if it went back, or an empty text
     */
    public void continueFrom(CandidateKnowledge earlier, boolean passedOn, String wentBackTo, long nowNanos) {
        if (wentBackTo.equals(earlier.latestVersion) || (!passedOn && nowNanos >= earlier.rivalLivesUntilNanos)) {
            return;
        }
        token = earlier.token;
        renewal = earlier.renewal;
        ttlNanos = earlier.ttlNanos;
        latestVersion = earlier.latestVersion;
        storeClockReadNanos = earlier.storeClockReadNanos;
        firstSeenNanos.putAll(earlier.firstSeenNanos);
        rivalToken = earlier.rivalToken;
        rivalLivesUntilNanos = earlier.rivalLivesUntilNanos;
    }

    /** Records the answer or the failure of a call that was sent at the given true time. */
    public void onOutcome(Object outcome, long callSentNanos) {
        sentNanos = callSentNanos;
        if (outcome instanceof Sighting sighting) {
            saw(sighting);
            read(sighting);
        } else if (outcome instanceof Answer.Granted granted) {
            saw(granted.lease());
        } else if (outcome instanceof Answer.Refused refused) {
            saw(refused.found());
            read(refused.found());
        } else if (outcome instanceof Renewal.Renewed renewed) {
            saw(renewed.lease());
        } else if (outcome instanceof Renewal.Refused refused) {
            saw(refused.found());
        }
    }

    private void saw(Sighting sighting) {
        boolean changed = !sighting.version().equals(latestVersion);
        latestVersion = sighting.version();
        if (sighting instanceof Sighting.Held held) {
            saw(held.lease());
            long livesUntilNanos = sentNanos + certainLifeNanos(held);
            boolean isRival = !held.lease().holder().instance().equals(self);
            if (changed && isRival && livesUntilNanos > rivalLivesUntilNanos) {
                rivalToken = held.lease().token();
                rivalLivesUntilNanos = livesUntilNanos;
            }
        } else {
            newer(sighting.lastToken(), Long.MAX_VALUE);
            if (sighting instanceof Sighting.Released && sighting.lastToken() == rivalToken) {
                rivalLivesUntilNanos = 0;
            }
        }
    }

    /** Returns how long the lease certainly lives on, in true time: the fastest clock counts a tenth faster at most. */
    private static long certainLifeNanos(Sighting.Held held) {
        Duration ttl = held.lease().ttl();
        Duration left =
                held.remainingTime() == null ? ttl : held.remainingTime().remaining();
        return (left.compareTo(ttl) < 0 ? left : ttl).toNanos() / 10 * 9;
    }

    /** Counts only what followers read: a leader whose renewal was refused does not look at the store's clock. */
    private void read(Sighting sighting) {
        if (sighting instanceof Sighting.Held held && held.remainingTime() != null) {
            storeClockReadNanos = sentNanos;
        }
    }

    private void saw(Lease lease) {
        latestVersion = lease.version();
        newer(lease.token(), lease.stamp().renewal());
        if (lease.token() == token) {
            ttlNanos = Math.max(ttlNanos, lease.ttl().toNanos());
        }
    }

    private void newer(long seenToken, long seenRenewal) {
        firstSeenNanos.putIfAbsent(seenToken, sentNanos);
        if (seenToken > token) {
            token = seenToken;
            renewal = seenRenewal;
            ttlNanos = 0;
        } else if (seenToken == token) {
            renewal = Math.max(renewal, seenRenewal);
        }
    }

    /**
     * Tells whether this candidate has read the term of the sighting with a ttl at least as long, or a later term. A
     * candidate that has not read a raised ttl would wait too short a time.
     */
    public boolean hasSeenTermOf(Sighting sighting) {
        if (token == sighting.lastToken() && sighting instanceof Sighting.Held held) {
            return ttlNanos >= held.lease().ttl().toNanos();
        }
        return token >= sighting.lastToken();
    }

    /** Tells whether this candidate has read a later state of the record, and does not take this one for the latest. */
    public boolean hasSeenNewerThan(Sighting sighting) {
        if (sighting.version().equals(latestVersion)) {
            return false;
        }
        if (token != sighting.lastToken()) {
            return token > sighting.lastToken();
        }
        return sighting instanceof Sighting.Held held
                && renewal > held.lease().stamp().renewal();
    }

    /** Tells whether a call that was sent before the given true time has shown the term of this token. */
    public boolean hasSeenBefore(long ofToken, long nanos) {
        Long first = firstSeenNanos.get(ofToken);
        return first != null && first < nanos;
    }

    /** Tells whether this candidate had seen the first term when it claimed the second one, which is its own. */
    public boolean hasSeenFirst(long first, long own) {
        Long seen = firstSeenNanos.get(first);
        Long claimed = firstSeenNanos.get(own);
        return seen != null && (claimed == null || seen < claimed);
    }

    /**
     * Tells whether this candidate has read the store's clock after the given true time, and so notices its next step.
     */
    public boolean hasReadStoreClockSince(long nanos) {
        return storeClockReadNanos > nanos;
    }
}
