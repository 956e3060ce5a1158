package dev.tenure.http.peer.state;

import static dev.tenure.http.peer.state.TestLeases.TTL;
import static dev.tenure.http.peer.state.TestLeases.held;
import static dev.tenure.http.peer.state.TestLeases.lease;
import static dev.tenure.http.peer.state.TestLeases.pushed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@link FollowedElection}: when a push replaces a read of the store. */
class FollowedElectionTest {
    private final ManualTime time = new ManualTime();
    private final FollowedElection followed = new FollowedElection("payroll", time);

    @Test
    @DisplayName("nothing is believed before the store itself has shown the term")
    void pushBeforeAStoreReadIsIgnored() {
        assertThat(followed.pushed(pushed(5, 1))).isFalse();
        assertThat(followed.shown(null)).isNull();
    }

    @Test
    @DisplayName(
            "a later renewal of the term the store showed stands for the record, with its version and no countdown")
    void laterRenewalReplacesTheRecord() {
        read(held(5, 1));

        assertThat(followed.pushed(pushed(5, 2))).isTrue();
        assertThat(followed.shown(null)).isEqualTo(held(5, 2));
    }

    @Test
    @DisplayName("the very record the store showed is believed, but one of the same number and another version is not")
    void pushOfTheSameRecordIsAccepted() {
        read(held(5, 1));

        assertThat(followed.pushed(pushed(lease(5, 1).withVersion("other")))).isFalse();
        assertThat(followed.shown(null)).isNull();
        assertThat(followed.pushed(pushed(5, 1))).isFalse();
        assertThat(followed.shown(null)).isEqualTo(held(5, 1));
    }

    @Test
    @DisplayName("a push that is older than what the store showed is ignored")
    void olderPushIsIgnored() {
        read(held(5, 3));

        assertThat(followed.pushed(pushed(5, 2))).isFalse();
        assertThat(followed.shown(null)).isNull();
        assertThat(followed.pushed(pushed(4, 9))).isFalse();
        assertThat(followed.shown(null)).isNull();
    }

    @Test
    @DisplayName("a push that is replayed after a newer one is ignored")
    void replayedPushIsIgnored() {
        read(held(5, 1));
        followed.pushed(pushed(5, 3));

        assertThat(followed.pushed(pushed(5, 2))).isFalse();
        assertThat(followed.shown(null)).isEqualTo(held(5, 3));
    }

    @Test
    @DisplayName("a push is not shown any more once the store has shown a newer record")
    void storeReadOverridesPush() {
        read(held(5, 1));
        followed.pushed(pushed(5, 2));
        read(held(5, 3));

        assertThat(followed.shown(null)).isNull();
        read(held(6, 0));
        assertThat(followed.shown(null)).isNull();
        read(new Sighting.Released(6, 5, null, "v"));
        assertThat(followed.pushed(pushed(6, 1))).isFalse();
        assertThat(followed.shown(null)).isNull();
    }

    @Test
    @DisplayName("a push grows old long before the lease would end, however often it is repeated as new")
    void oldPushIsNotShown() {
        read(held(5, 1));
        followed.pushed(pushed(5, 2));
        time.advance(TTL.multipliedBy(6).dividedBy(10));
        assertThat(followed.shown(null)).isNotNull();
        time.advance(TTL.dividedBy(10));

        assertThat(followed.shown(null)).isNull();
        followed.pushed(new PeerReply.Pushed(lease(5, 2), TTL.dividedBy(5)));
        assertThat(followed.shown(null)).isNull();
    }

    @Test
    @DisplayName("a stated trust beyond the ttl buys no more than the ttl")
    void excessiveTrustIsCapped() {
        read(held(5, 1));
        followed.pushed(new PeerReply.Pushed(lease(5, 2), Duration.ofDays(300)));
        time.advance(TTL);

        assertThat(followed.shown(null)).isNull();
    }

    @Test
    @DisplayName("another term, a ttl or a token that the store has not shown make us read the store")
    void unknownTermIsReadFromTheStore() {
        read(held(5, 1));
        followed.pushed(pushed(5, 2));

        assertThat(followed.pushed(pushed(lease(TestLeases.LEADER, 5, 3, Duration.ofHours(20)))))
                .isTrue();
        assertThat(followed.shown(null)).isNull();
        read(held(5, 2));
        followed.pushed(pushed(5, 3));
        assertThat(followed.shown(null)).isNotNull();
        assertThat(followed.pushed(pushed(9_999_999, 1))).isTrue();
        assertThat(followed.shown(null)).isNull();
    }

    @Test
    @DisplayName("a push that follows another term than the record makes us read the store")
    void changedPredecessorIsReadFromTheStore() {
        read(held(5, 1));

        assertThat(followed.pushed(pushed(TestLeases.following(3, lease(5, 2)))))
                .isTrue();
        assertThat(followed.shown(null)).isNull();
        assertThat(followed.pushed(pushed(TestLeases.following(0, lease(5, 1)))))
                .isFalse();
        assertThat(followed.shown(null)).isNull();
        read(held(5, 2));
        followed.pushed(pushed(5, 3));
        assertThat(followed.shown(null)).isEqualTo(held(5, 3));
    }

    @Test
    @DisplayName("a record of another instance under the same token is ignored")
    void pushOfAnotherInstanceIsIgnored() {
        read(held(5, 1));

        assertThat(followed.pushed(pushed(lease(Identity.ofInstance("other").withName("leader"), 5, 2, TTL))))
                .isFalse();
        assertThat(followed.shown(null)).isNull();
    }

    @Test
    @DisplayName("a renewal number beyond all reason is ignored")
    void excessiveRenewalNumberIsIgnored() {
        read(held(5, 1));

        assertThat(followed.pushed(pushed(5, Long.MAX_VALUE - 1))).isFalse();
        assertThat(followed.shown(null)).isNull();
    }

    @Test
    @DisplayName("a leader that the store contradicts is asked again when the store shows more than it stated")
    void contradictedLeaderIsNotBelievedAgain() {
        read(held(5, 1));
        followed.pushed(pushed(5, 9));
        FollowedElection.Reading reading = followed.beginReading();

        assertThat(followed.read(held(5, 2), reading)).isFalse();
        assertThat(followed.pushed(pushed(5, 10))).isFalse();
        assertThat(followed.shown(null)).isNull();
        assertThat(followed.toAsk()).isNull();
        read(held(5, 9));
        assertThat(followed.toAsk()).isNull();
        read(held(5, 10));
        assertThat(followed.toAsk()).isNotNull();
        assertThat(followed.pushed(pushed(5, 11))).isTrue();
    }

    @Test
    @DisplayName("a leader that the store contradicts is asked in its next term")
    void contradictedLeaderIsBelievedInItsNextTerm() {
        read(held(5, 1));
        followed.pushed(pushed(5, 9));
        FollowedElection.Reading reading = followed.beginReading();
        followed.read(held(5, 2), reading);
        read(held(6, 0));

        assertThat(followed.toAsk()).isNotNull();
    }

    @Test
    @DisplayName("a push that arrives while the store is read contradicts nothing")
    void pushDuringAStoreReadIsNoContradiction() {
        read(held(5, 1));
        FollowedElection.Reading reading = followed.beginReading();
        followed.pushed(pushed(5, 2));

        assertThat(followed.read(held(5, 1), reading)).isTrue();
        assertThat(followed.shown(null)).isEqualTo(held(5, 2));
    }

    @Test
    @DisplayName("after a write of our own that may have taken effect, only a reading that began later will do (R8)")
    void storeReadSettlesDoubt() {
        read(held(5, 1));
        followed.pushed(pushed(5, 2));
        FollowedElection.Reading early = followed.beginReading();
        followed.doubt();

        assertThat(followed.shown(null)).isNull();
        followed.read(held(5, 2), early);
        assertThat(followed.shown(null)).isNull();
        read(held(5, 2));
        assertThat(followed.shown(null)).isEqualTo(held(5, 2));
    }

    @Test
    @DisplayName("a term that its leader calls over is over: told once, and not shown again unless it goes on")
    void endedTermIsNotShownAgain() {
        read(held(5, 1));
        followed.pushed(pushed(5, 2));

        assertThat(followed.ended(4)).isFalse();
        assertThat(followed.ended(5)).isTrue();
        assertThat(followed.ended(5)).isFalse();
        assertThat(followed.pushed(pushed(5, 3))).isFalse();
        assertThat(followed.shown(null)).isNull();
        read(held(5, 2));
        assertThat(followed.toAsk()).isNull();
        read(held(5, 3));
        assertThat(followed.toAsk()).isNotNull();
    }

    @Test
    @DisplayName("what a failed channel brought is not shown")
    void failedChannelShowsNothing() {
        read(held(5, 1));
        followed.pushed(pushed(5, 2));
        followed.discardPush();

        assertThat(followed.shown(null)).isNull();
    }

    private void read(Sighting seen) {
        followed.read(seen, followed.beginReading());
    }
}
