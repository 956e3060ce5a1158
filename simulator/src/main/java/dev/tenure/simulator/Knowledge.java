package dev.tenure.simulator;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import java.util.HashMap;
import java.util.Map;

/** What the store has shown to one candidate, as far as the promises depend on it. */
final class Knowledge {
    private long token;
    private long renewal = -1;
    private long ttlNanos;
    private String latestVersion = "";
    private long storeClockReadNanos = -1;
    private long sentNanos;
    private final Map<Long, Long> firstSeenNanos = new HashMap<>();

    /** Makes the knowledge of a process that stands again, and has not forgotten. */
    static Knowledge of(Knowledge earlier) {
        Knowledge again = new Knowledge();
        again.token = earlier.token;
        again.renewal = earlier.renewal;
        again.ttlNanos = earlier.ttlNanos;
        again.latestVersion = earlier.latestVersion;
        again.storeClockReadNanos = earlier.storeClockReadNanos;
        again.firstSeenNanos.putAll(earlier.firstSeenNanos);
        return again;
    }

    /** Takes in the answer to a call that was sent at the given true time, or the failure of that call. */
    void heard(Object outcome, long callSentNanos) {
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
        latestVersion = sighting.version();
        if (sighting instanceof Sighting.Held held) {
            saw(held.lease());
        } else {
            newer(sighting.lastToken(), Long.MAX_VALUE);
        }
    }

    /** A leader whose renewal was refused does not look at the store's clock, so only followers count. */
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
     * Tells whether the term that this sighting shows was seen, with a ttl as long as it shows, or a later one. A ttl
     * that was raised is not known to those who have not looked since: they would wait for too short a time.
     */
    boolean hasSeenTermOf(Sighting sighting) {
        if (token == sighting.lastToken() && sighting instanceof Sighting.Held held) {
            return ttlNanos >= held.lease().ttl().toNanos();
        }
        return token >= sighting.lastToken();
    }

    /** Tells whether a later state of the record than this one was seen, and this one is not taken for the latest. */
    boolean hasSeenNewerThan(Sighting sighting) {
        if (sighting.version().equals(latestVersion)) {
            return false;
        }
        if (token != sighting.lastToken()) {
            return token > sighting.lastToken();
        }
        return sighting instanceof Sighting.Held held
                && renewal > held.lease().stamp().renewal();
    }

    /** Tells whether the term of this token was seen by a call that was sent before the given true time. */
    boolean hasSeenBefore(long ofToken, long nanos) {
        Long first = firstSeenNanos.get(ofToken);
        return first != null && first < nanos;
    }

    /** Tells whether the store's clock was read after the given true time, so that its next step can be noticed. */
    boolean hasReadStoreClockSince(long nanos) {
        return storeClockReadNanos > nanos;
    }
}
