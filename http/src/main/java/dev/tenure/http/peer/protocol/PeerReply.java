package dev.tenure.http.peer.protocol;

import dev.tenure.spi.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a process answers.
 *
 * @param mark how far the asker has heard it now
 * @param leases the leases it holds among those asked for, as far as they are news
 * @param ended the tokens of terms of its own that are over, by election, as far as they are news
 * @param entries who stands in the rosters asked for, as told by themselves
 */
public record PeerReply(
        ReadPosition mark, List<Pushed> leases, Map<String, Long> ended, List<PeerRosterEntry> entries) {
    /** No answer that is believed is larger than this. */
    public static final int MOST_BYTES = 4 << 20;

    /**
     * A lease as it was last written to the store.
     *
     * @param lease the lease, with the version of its record
     * @param trust for how long its holder may still act on it, at most, when this was sent
     */
    public record Pushed(Lease lease, Duration trust) {}

    public boolean isNews() {
        return !leases.isEmpty() || !ended.isEmpty();
    }
}
