package dev.tenure.http.peer.protocol;

import dev.tenure.spi.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The answer to a question.
 *
 * @param position the latest change that the asker knows after this answer
 * @param leases the new or renewed leases it holds among those asked for
 * @param ended the tokens of its terms that ended since, by election
 * @param entries the first-hand entries of the rosters asked for
 */
public record PeerReply(
        ReadPosition position, List<Pushed> leases, Map<String, Long> ended, List<PeerRosterEntry> entries) {
    /** The largest answer that is read. */
    public static final int MOST_BYTES = 4 << 20;

    /**
     * A lease as it was last written to the store.
     *
     * @param lease the lease, with the version of its record
     * @param trust for how long its holder may still act on it, at most, when this was sent
     */
    public record Pushed(Lease lease, Duration trust) {}

    /** Returns this answer without rosters. */
    public PeerReply withoutEntries() {
        return new PeerReply(position, leases, ended, List.of());
    }

    public boolean isNews() {
        return !leases.isEmpty() || !ended.isEmpty();
    }
}
