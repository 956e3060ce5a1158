package dev.tenure.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.spi.RosterEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R7 by its own clock: which members of a roster are alive")
class PeerLivenessTest {
    private static final Duration VALID = Duration.ofSeconds(10);
    private static final Duration WAITED_OUT = Duration.ofSeconds(11);

    private final PeerLiveness liveness = new PeerLiveness("self");
    private ClockReading now = new ClockReading(Long.MAX_VALUE - 5, 0, 0);

    private static RosterEntry entry(String instance, long heartbeat) {
        // The date is of no account: it may lie in any past or future.
        RosterEntry.Heartbeat sign = new RosterEntry.Heartbeat(heartbeat, Instant.MAX, VALID);
        return new RosterEntry(Identity.ofInstance(instance), 1, "", true, 0, sign);
    }

    private List<Peer> see(RosterEntry... entries) {
        return liveness.peers(List.of(entries), now);
    }

    private void advance(Duration duration) {
        now = new ClockReading(now.nanos() + duration.toNanos(), 0, 0);
    }

    @Test
    void onesOwnEntryIsNoPeer() {
        assertThat(see(entry("self", 1), entry("other", 1)))
                .extracting(Peer::instance)
                .containsExactly("other");
    }

    @Test
    void entryIsAliveUntilItsBeatStandsStillTooLong() {
        see(entry("other", 1));
        advance(WAITED_OUT.minusNanos(1));
        assertThat(see(entry("other", 1))).hasSize(1);
        advance(Duration.ofNanos(1));

        assertThat(see(entry("other", 1))).isEmpty();
    }

    @Test
    void eachBeatBeginsTheWaitAnew() {
        see(entry("other", 1));
        advance(VALID);
        see(entry("other", 2));
        advance(VALID);

        assertThat(see(entry("other", 2))).hasSize(1);
    }

    @Test
    void entryNeverSeenToBeatMayBeDead() {
        assertThat(see(entry("other", 7))).extracting(Peer::beating).containsExactly(false);
        assertThat(see(entry("other", 8))).extracting(Peer::beating).containsExactly(true);
    }

    @Test
    void entryNotSeenToBeatLatelyMayBeDead() {
        see(entry("other", 7));
        see(entry("other", 8));
        advance(VALID.dividedBy(4));
        assertThat(see(entry("other", 8))).extracting(Peer::beating).containsExactly(false);
        assertThat(see(entry("other", 9))).extracting(Peer::beating).containsExactly(true);
    }

    @Test
    void beatThatGoesBackIsNoSignOfLife() {
        see(entry("other", 5));
        advance(WAITED_OUT);

        assertThat(see(entry("other", 4))).isEmpty();
    }

    @Test
    void entryInOneRosterIsNotAliveThroughAnotherRoster() {
        see(entry("other", 1));
        for (int heartbeat = 2; heartbeat < 8; heartbeat++) {
            advance(Duration.ofSeconds(3));
            see(entry("other", heartbeat));
        }

        assertThat(see(entry("other", 1))).isEmpty();
        assertThat(see(entry("other", 6)))
                .as("a roster that is read a little later")
                .hasSize(1);
    }

    @Test
    void theDeadAreForgottenInTheEnd() {
        see(entry("other", 1));
        advance(Duration.ofHours(3));
        liveness.forgetDead(now);

        assertThat(see(entry("other", 1))).extracting(Peer::beating).containsExactly(false);
    }
}
