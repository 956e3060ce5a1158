package dev.tenure.http.peer.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.http.peer.protocol.PeerRosterEntry;
import dev.tenure.spi.RosterEntry;
import dev.tenure.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** {@link KnownCandidates}: which reports bring something new. */
class KnownCandidatesTest {
    private final KnownCandidates candidates = new KnownCandidates(new ManualTime());

    @Test
    void reportIsNewsUnlessOnlyItsHeartbeatsDiffer() {
        assertThat(candidates.heard("leader:1", List.of(entry(1, 0)))).isTrue();
        assertThat(candidates.heard("leader:1", List.of(entry(2, 0)))).isFalse();
        assertThat(candidates.heard("leader:1", List.of(entry(3, 1)))).isTrue();
        assertThat(candidates.heard("leader:1", List.of())).isTrue();
        assertThat(candidates.heard("leader:1", List.of())).isFalse();
    }

    private static PeerRosterEntry entry(long beat, int leads) {
        RosterEntry.Heartbeat heartbeat = new RosterEntry.Heartbeat(beat, Instant.EPOCH, Duration.ofSeconds(10));
        Identity candidate = Identity.ofInstance("one").withName("node-1");
        return new PeerRosterEntry(new RosterEntry(candidate, 1, "", true, leads, heartbeat), Set.of("payroll"));
    }
}
