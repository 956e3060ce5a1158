package dev.tenure.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.spi.RosterEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("R9 Attempts: who comes before whom")
class R09SuccessorOrderTest {
    private static final long STEP = CampaignRig.INTERVAL.toNanos() / 8;
    private static final long HALF_TTL = CampaignRig.TTL.toNanos() / 2;

    private static Peer peer(String instance, int priority, String version, boolean able, int leads) {
        RosterEntry.Heartbeat heartbeat = new RosterEntry.Heartbeat(1, Instant.EPOCH, Duration.ofSeconds(15));
        Identity identity = Identity.ofInstance(instance).withName("node-" + instance);
        return new Peer(new RosterEntry(identity, priority, version, able, leads, heartbeat), true);
    }

    private static SuccessorOrder self(int priority, String version, boolean prefersNewest) {
        return new SuccessorOrder("m", priority, version, prefersNewest);
    }

    @Test
    @DisplayName("a vacancy is left to a better candidate for half a ttl (GF-4)")
    void betterOnesComeFirst() {
        List<Peer> peers = List.of(peer("z", 1, "", true, 0));

        assertThat(self(2, "", false).delayNanos(peers, "", CampaignRig.TIMING)).isEqualTo(HALF_TTL);
        assertThat(self(1, "", false).delayNanos(peers, "", CampaignRig.TIMING)).isZero();
    }

    @Test
    @DisplayName("a better candidate that is not able to lead is left nothing (GF-h)")
    void unableOnesAreLeftNothing() {
        List<Peer> peers = List.of(peer("z", 1, "", false, 0));

        assertThat(self(2, "", false).delayNanos(peers, "", CampaignRig.TIMING)).isZero();
        assertThat(self(2, "", false).successor(peers)).isEmpty();
    }

    @Test
    void equalCandidatesHaveTheSameOrderEverywhere() {
        List<Peer> peers = List.of(peer("a", 5, "", true, 0), peer("b", 5, "", true, 0), peer("x", 5, "", true, 0));

        assertThat(self(5, "", false).delayNanos(peers, "", CampaignRig.TIMING)).isEqualTo(2 * STEP);
    }

    @Test
    void manyEqualsNeverDelayAClaimForLongerThanHalfATtl() {
        List<Peer> crowd = java.util.stream.IntStream.range(0, 100)
                .mapToObj(i -> peer("a" + i, 5, "", true, 0))
                .toList();

        assertThat(self(5, "", false).delayNanos(crowd, "", CampaignRig.TIMING)).isEqualTo(HALF_TTL);
    }

    @Test
    void formerLeaderIsNotWaitedFor() {
        List<Peer> peers = List.of(peer("a", 1, "", true, 1));

        assertThat(self(5, "", false).delayNanos(peers, "", CampaignRig.TIMING)).isZero();
    }

    @Test
    @DisplayName("the successor is the best that is able (GF-3)")
    void theSuccessorIsTheBest() {
        List<Peer> peers = List.of(
                peer("a", 3, "", true, 0),
                peer("b", 1, "", false, 0),
                peer("d", 2, "", true, 0),
                peer("c", 2, "", true, 0),
                peer("e", 9, "", true, 0));

        assertThat(self(5, "", false).successor(peers)).map(Peer::instance).contains("c");
        assertThat(self(2, "", false).successor(peers)).isEmpty();
    }

    @Test
    void newerVersionsComeFirstOnlyIfTheyMatter() {
        List<Peer> peers = List.of(peer("a", 5, "2.0", true, 0), peer("b", 5, "10.0", true, 0));

        assertThat(self(5, "1.9", true).successor(peers)).map(Peer::instance).contains("b");
        assertThat(self(5, "1.9", false).successor(peers)).isEmpty();
        assertThat(self(4, "1.9", true).successor(peers))
                .as("priority goes before version")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3, 1.2.4",
        "1.9, 1.10",
        "1.2, 1.2.1",
        "2.0-rc1, 2.0",
        "2.0-rc1, 2.0-rc2",
        "'', 0.1",
        "1.0, 20260101",
        "1.10, 1.1a",
        "1.2, 1.1a",
        "1.a, 1.b",
        "9999999999999999999, 10000000000000000000"
    })
    void versionsFromOldToNew(String older, String newer) {
        assertThat(VersionOrder.OLD_TO_NEW.compare(older, newer)).isNegative();
        assertThat(VersionOrder.OLD_TO_NEW.compare(newer, older)).isPositive();
        assertThat(VersionOrder.OLD_TO_NEW.compare(older, older)).isZero();
    }
}
