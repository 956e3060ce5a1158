package dev.tenure.cli.status;

import dev.tenure.HistoryEntry;
import dev.tenure.Reason;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of an election, by its record.
 *
 * @param election the election
 * @param lease the lease in force, or null if nobody holds one
 * @param token the token of that lease, or of the last known term, or 0
 * @param remaining how long the lease still runs; zero if there is none
 * @param problem what is wrong with the record, or null
 * @param reason why the term with this token began or ended, or null if that is not known
 */
record StatusLine(
        String election,
        @Nullable Lease lease,
        long token,
        Duration remaining,
        @Nullable String problem,
        @Nullable Reason reason) {

    /**
     * Reads a sighting.
     *
     * <p>A store with a clock states how long a lease still runs. Otherwise it is estimated from the wall clocks of the
     * leader and of this machine: for people to look at, and never used to decide.
     */
    static StatusLine of(String election, Sighting sighting, Instant now) {
        if (sighting instanceof Sighting.Held held) {
            Lease lease = held.lease();
            return new StatusLine(
                    election, lease, lease.token(), remaining(lease, held.remainingTime(), now), null, null);
        }
        String problem = sighting instanceof Sighting.Unreadable unreadable ? unreadable.problem() : null;
        return new StatusLine(election, null, sighting.lastToken(), Duration.ZERO, problem, null);
    }

    /** Returns this line with the reason that the history states last for its token. */
    StatusLine explainedBy(List<HistoryEntry> history) {
        Reason last = history.stream()
                .filter(entry -> entry.token() == token)
                .reduce((earlier, later) -> later)
                .map(HistoryEntry::reason)
                .orElse(null);
        return new StatusLine(election, lease, token, remaining, problem, last);
    }

    private static Duration remaining(Lease lease, @Nullable RemainingTime remainingTime, Instant now) {
        if (remainingTime != null) {
            return remainingTime.remaining();
        }
        Duration left = Duration.between(now, lease.stamp().at().plus(lease.ttl()));
        return left.isNegative() ? Duration.ZERO : left.compareTo(lease.ttl()) > 0 ? lease.ttl() : left;
    }

    boolean isLed() {
        return lease != null && !remaining.isZero();
    }

    ExitStatus exitStatus() {
        return problem != null ? ExitStatus.UNREADABLE : isLed() ? ExitStatus.OK : ExitStatus.NOBODY_LEADS;
    }
}
