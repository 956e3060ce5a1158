package dev.tenure.internal;

import dev.tenure.Identity;
import dev.tenure.Timing;
import java.time.Duration;

/**
 * What does not change during a campaign.
 *
 * @param election the election
 * @param self this candidate
 * @param timing its timing
 * @param grace how long work that was asked to finish may go on
 * @param storeClock whether the store judges expiry by a clock of its own
 */
public record Setup(String election, Identity self, Timing timing, Duration grace, boolean storeClock) {

    /** Tells whether the given instance is this candidate. */
    boolean isSelf(Identity other) {
        return self.instance().equals(other.instance());
    }
}
