package dev.tenure.simulator;

import dev.tenure.internal.Input;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;

/** What the store has shown to one candidate, as far as the promises depend on it. */
final class Knowledge {
    private long token;
    private long renewal = -1;
    private boolean storeClock;

    /** Takes in the outcome of a call. */
    void heard(Input outcome) {
        if (outcome instanceof Input.Seen seen) {
            saw(seen.sighting());
        } else if (outcome instanceof Input.Claimed claimed) {
            if (claimed.answer() instanceof Answer.Granted granted) {
                saw(granted.lease());
            } else if (claimed.answer() instanceof Answer.Refused refused) {
                saw(refused.found());
            }
        } else if (outcome instanceof Input.Renewed renewed) {
            if (renewed.renewal() instanceof Renewal.Renewed granted) {
                saw(granted.lease());
            } else if (renewed.renewal() instanceof Renewal.Refused refused) {
                saw(refused.found());
            }
        }
    }

    private void saw(Sighting sighting) {
        if (sighting instanceof Sighting.Held held) {
            saw(held.lease());
            storeClock |= held.countdown() != null;
        } else {
            newer(sighting.lastToken(), Long.MAX_VALUE);
        }
    }

    private void saw(Lease lease) {
        newer(lease.token(), lease.stamp().renewal());
    }

    private void newer(long seenToken, long seenRenewal) {
        if (seenToken > token) {
            token = seenToken;
            renewal = seenRenewal;
        } else if (seenToken == token) {
            renewal = Math.max(renewal, seenRenewal);
        }
    }

    /** Tells whether the term that this sighting shows, or a later one, was seen. */
    boolean hasSeenTermOf(Sighting sighting) {
        return token >= sighting.lastToken();
    }

    /** Tells whether a later state of the record than this one was seen. */
    boolean hasSeenNewerThan(Sighting sighting) {
        if (token != sighting.lastToken()) {
            return token > sighting.lastToken();
        }
        return sighting instanceof Sighting.Held held
                && renewal > held.lease().stamp().renewal();
    }

    /** Tells whether the store's clock was ever read, so that a step of it can be noticed. */
    boolean hasReadStoreClock() {
        return storeClock;
    }
}
