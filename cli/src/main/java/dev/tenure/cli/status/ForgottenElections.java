package dev.tenure.cli.status;

import dev.tenure.HistoryEntry;
import dev.tenure.StoreException;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;

/**
 * Tells which elections nobody has stood in for long, by wall clocks: people who look at all elections are not shown
 * them unless they ask. In doubt an election is shown.
 *
 * @param store where the elections are kept
 * @param now the present time
 * @param soon by when a call must be answered that is made now
 */
record ForgottenElections(LeaseStore store, Instant now, Supplier<Deadline> soon) {
    /** How long nobody must have stood. */
    static final Duration LONG = Duration.ofDays(7);

    /** The roster of a set of shards is called after the set. */
    private static final String ALL_SHARDS = "/all";

    boolean contains(StatusLine line) {
        try {
            return line.problem() == null
                    && !line.isLed()
                    && !isRecent(lastWrite(line))
                    && !isInRecentHistory(line)
                    && !hasCandidates(line.election());
        } catch (StoreException unanswered) {
            return false;
        }
    }

    private boolean isRecent(Instant at) {
        return at.isAfter(now.minus(LONG));
    }

    /** Returns when the lease was last written, or else when its term began: tokens are taken from clocks. */
    private static Instant lastWrite(StatusLine line) {
        Lease lease = line.lease();
        return lease == null
                ? Instant.EPOCH.plus(line.token(), ChronoUnit.MICROS)
                : lease.stamp().at();
    }

    /**
     * A term may have lasted for long, and its release does not say when it was: without a history, that is unknown.
     */
    private boolean isInRecentHistory(StatusLine line) {
        if (line.lease() != null) {
            return false;
        }
        if (!store.capabilities().contains(Capability.HISTORY)) {
            return true;
        }
        List<HistoryEntry> last = store.history().last(line.election(), 1, soon.get());
        return last.stream().anyMatch(entry -> isRecent(entry.at()));
    }

    private boolean hasCandidates(String election) {
        int slash = election.lastIndexOf('/');
        return store.capabilities().contains(Capability.ROSTER)
                && (isAttended(election) || (slash > 0 && isAttended(election.substring(0, slash) + ALL_SHARDS)));
    }

    private boolean isAttended(String roster) {
        return store.roster().members(roster, soon.get()).stream()
                .anyMatch(member -> isRecent(member.heartbeat().at()));
    }
}
