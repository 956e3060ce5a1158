package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R7 Whoever saw it alive waits it out: records that vanish or go back")
class R07GoingBackTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LONG_TTL = Duration.ofSeconds(60);
    private static final Duration LONG_WAIT = Duration.ofSeconds(66);

    private final Observation observation = new Observation(CampaignRig.observing().setup);
    private final long first = Long.MAX_VALUE - SECOND.toNanos();

    private void seeAt(long seconds, Sighting sighting) {
        long at = first + Duration.ofSeconds(seconds).toNanos();
        observation.note(sighting, at, at);
    }

    private ClockReading at(Duration after) {
        return new ClockReading(first + after.toNanos(), 0, 0);
    }

    private Duration claimable() {
        return Duration.ofNanos(observation.claimableAtNanos() - first);
    }

    private static Sighting held(long token, long renewal, Duration ttl) {
        return Records.held(Records.foreign(token, renewal, ttl));
    }

    @Test
    void vanishedRecordIsWaitedOutFromWhenAbsenceIsSeen() {
        seeAt(0, held(5, 0, CampaignRig.TTL));
        seeAt(4, Records.never());
        seeAt(8, Records.never());

        Duration wait = CampaignRig.WAIT.plusSeconds(4);
        assertThat(claimable()).as("it may have been renewed unseen").isEqualTo(wait);
        assertThat(observation.condition(new ClockReading(first + wait.toNanos(), 0, 0)))
                .isEqualTo(new ClaimCondition(Records.never(), true, 5));
    }

    @Test
    void releaseSeenAfterTheRecordVanishedFreesTheElection() {
        seeAt(0, held(5, 0, CampaignRig.TTL));
        seeAt(4, new Sighting.Unreadable("gone", 5, "gone"));
        seeAt(5, Records.released(5));

        assertThat(claimable()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aRecordThatComesBackIsWaitedOutAnew() {
        seeAt(0, held(5, 0, CampaignRig.TTL));
        seeAt(4, Records.never());
        seeAt(8, held(5, 0, CampaignRig.TTL));

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT.plusSeconds(8));
    }

    @Test
    @DisplayName(
            "a term that begins before an earlier one was waited out, in a record lost meanwhile, frees nobody sooner")
    void termThatBeginsTooEarlyDoesNotEndTheEarlierWait() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, held(6, 0, CampaignRig.TTL));

        assertThat(claimable()).as("it may have been renewed unseen").isEqualTo(LONG_WAIT.plusSeconds(4));
    }

    @Test
    @DisplayName("nor does a claim of our own that landed late in such a record")
    void ownLateClaimDoesNotEndTheWaitForAnother() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.held(Records.lease(Records.SELF, 6, new WriteStamp(0, 1, Instant.EPOCH), CampaignRig.TTL)));

        assertThat(observation.othersAreOver(at(LONG_WAIT))).isFalse();
        assertThat(observation.othersAreOver(at(LONG_WAIT.plusSeconds(4)))).isTrue();
    }

    @Test
    void aClaimOfOurOwnThatWaitedIsOursAtOnce() {
        seeAt(0, held(5, 0, CampaignRig.TTL));
        observation.claimSent(1);
        seeAt(20, Records.held(Records.lease(Records.SELF, 6, new WriteStamp(0, 1, Instant.EPOCH), CampaignRig.TTL)));

        assertThat(observation.othersAreOver(at(Duration.ofSeconds(20)))).isTrue();
    }

    @Test
    void norDoesItIfTheLossWasSeen() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.never());
        seeAt(8, held(6, 0, CampaignRig.TTL));

        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));
    }

    @Test
    @DisplayName("a term that was seen alive and then lost is waited out, although a newcomer came and went")
    void aNewcomerThatComesAndGoesDoesNotEndTheWait() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.never());
        seeAt(5, held(6, 0, CampaignRig.TTL));
        seeAt(6, held(6, 1, CampaignRig.TTL));
        seeAt(8, Records.released(6));
        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));
        assertThat(observation.othersAreOver(at(LONG_WAIT))).isFalse();

        seeAt(9, held(7, 0, CampaignRig.TTL));
        seeAt(10, Records.released(7));
        assertThat(claimable()).as("nor does another one").isEqualTo(LONG_WAIT.plusSeconds(4));
    }

    @Test
    void aNewcomerSeenOnlyByItsReleaseDoesNotEndTheWait() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.never());
        seeAt(8, Records.released(6));

        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));
        assertThat(observation.hasLostTerm(at(LONG_WAIT))).isTrue();
        assertThat(observation.hasLostTerm(at(LONG_WAIT.plusSeconds(4)))).isFalse();
    }

    @Test
    void theReleaseOfTheLostTermItselfEndsTheWait() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.never());
        seeAt(5, held(6, 0, CampaignRig.TTL));
        seeAt(6, Records.released(5));
        seeAt(7, held(6, 1, CampaignRig.TTL));
        seeAt(8, Records.released(6));

        assertThat(claimable()).as("its own term, then the one that vanished").isLessThan(LONG_WAIT);
    }

    @Test
    void aNewcomerThatIsLostTooIsWaitedOutBesideTheFirst() {
        seeAt(0, held(5, 0, CampaignRig.TTL));
        seeAt(4, Records.never());
        seeAt(5, held(6, 0, LONG_TTL));
        seeAt(6, Records.never());
        seeAt(7, Records.released(7));

        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(6));
    }

    @Test
    void renewalOfTermThatCameTooEarlyDoesNotShortenTheWait() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, held(6, 0, CampaignRig.TTL));
        seeAt(8, held(6, 1, CampaignRig.TTL));

        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));
    }

    @Test
    @DisplayName("a newcomer that came and went between two looks does not end the wait for the term before")
    void anUnseenLossDoesNotEndTheWait() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, held(6, 0, CampaignRig.TTL));
        seeAt(8, Records.released(6));

        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));
        assertThat(observation.hasLostTerm(at(LONG_WAIT))).isTrue();
    }

    @Test
    void norDoesItIfOnlyItsReleaseIsSeen() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.released(6));

        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));
    }

    @Test
    void termThatFollowsTheReleaseEndsTheWait() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.held(Records.following(5, 6)));
        assertThat(observation.hasLostTerm(at(Duration.ofSeconds(4)))).isFalse();
        seeAt(8, Records.released(6, 5));

        assertThat(claimable()).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void soDoesItsReleaseIfTheTermItselfWasNotSeen() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.released(6, 5));

        assertThat(claimable()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void aTermThatFollowsAnotherOneThatWasNotSeenDoesNot() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.held(Records.following(6, 7)));

        seeAt(8, Records.released(7, 6));
        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));
    }

    @Test
    void aRecordThatFollowsALostTermShowsThatItWasReleased() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.never());
        seeAt(8, Records.released(6, 5));

        assertThat(claimable()).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    @DisplayName(
            "whoever did not look to the end of its wait may have missed renewals, and a newcomer frees it no sooner")
    void aWaitThatEndedUnwatchedBeginsAnew() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(29, held(5, 0, LONG_TTL));
        seeAt(70, Records.released(6));

        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(70));
        assertThat(observation.hasLostTerm(at(LONG_WAIT.plusSeconds(69)))).isTrue();
    }

    @Test
    @DisplayName("a lease whose renewal is overdue is waited out, but not anew because another did so sooner")
    void aLeaseThatAnotherWaitedOutIsWaitedOutOnce() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(30, held(5, 0, LONG_TTL));
        seeAt(50, held(6, 0, CampaignRig.TTL));
        seeAt(51, Records.released(6));

        assertThat(claimable()).isEqualTo(LONG_WAIT);
    }

    @Test
    void aWaitThatIsOverIsNotRemembered() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(30, held(5, 0, LONG_TTL));
        seeAt(70, held(6, 0, CampaignRig.TTL));
        seeAt(71, Records.released(6));

        assertThat(claimable()).isEqualTo(Duration.ofSeconds(71));
    }

    @Test
    @DisplayName("a reservation is waited out like a lease, although a newcomer came and went")
    void aNewcomerDoesNotEndAReservation() {
        seeAt(0, Records.reserved(5, "nobody", Duration.ofSeconds(10)));
        seeAt(2, held(6, 0, CampaignRig.TTL));
        seeAt(3, Records.released(6));

        assertThat(claimable()).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void takeoverEndsTheReservation() {
        seeAt(0, Records.reserved(5, "another", Duration.ofSeconds(10)));
        seeAt(2, Records.held(Records.following(5, 6)));
        seeAt(3, Records.released(6, 5));

        assertThat(claimable()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aReleaseMarkThatVanishesIsWaitedOutForATtl() {
        seeAt(0, Records.released(5));
        assertThat(claimable()).isZero();
        seeAt(4, Records.never());

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT.plusSeconds(4));
    }

    @Test
    void releaseMarkThatReturnsMayBeOlderThanTheVanishedRecord() {
        seeAt(0, Records.released(5));
        seeAt(4, Records.never());
        seeAt(8, Records.released(5));

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT.plusSeconds(4));
    }

    @Test
    void aReleaseThatIsUndoneIsWaitedOut() {
        seeAt(0, Records.released(5));
        seeAt(4, held(5, 3, CampaignRig.TTL));

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT.plusSeconds(4));
    }

    @Test
    void aRollbackToAnEarlierTermKeepsTheLongerWait() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, held(4, 9, CampaignRig.TTL));
        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));

        seeAt(60, held(4, 10, CampaignRig.TTL));
        assertThat(claimable()).isEqualTo(CampaignRig.WAIT.plusSeconds(60));
    }

    @Test
    void aRollbackToAnEarlierRenewalKeepsTheLongerWait() {
        seeAt(0, held(5, 7, LONG_TTL));
        seeAt(4, held(5, 6, CampaignRig.TTL));

        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));
    }

    @Test
    void aRollbackToTheReleaseOfAnEarlierTermFreesNobody() {
        seeAt(0, held(5, 0, CampaignRig.TTL));
        seeAt(4, Records.released(4));

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT.plusSeconds(4));
    }

    @Test
    void aShorterTtlCountsFromTheRenewalThatWroteIt() {
        seeAt(0, held(5, 7, LONG_TTL));
        seeAt(4, held(5, 8, CampaignRig.TTL));

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT.plusSeconds(4));
    }

    @Test
    void anUnreadableRecordWaitsOurTtl() {
        seeAt(0, Records.unreadable("a"));
        assertThat(claimable()).isEqualTo(CampaignRig.WAIT);

        seeAt(4, Records.unreadable("b"));
        assertThat(claimable()).as("another unreadable record").isEqualTo(CampaignRig.WAIT.plusSeconds(4));

        seeAt(8, Records.unreadable("b"));
        assertThat(claimable()).as("the same").isEqualTo(CampaignRig.WAIT.plusSeconds(4));
    }

    @Test
    void unreadableRecordWaitsAtLeastAsLongAsTheLeaseBefore() {
        seeAt(0, held(5, 0, LONG_TTL));
        seeAt(4, Records.unreadable("a"));
        assertThat(claimable()).isEqualTo(LONG_WAIT.plusSeconds(4));

        seeAt(8, Records.never());
        assertThat(claimable()).as("and vanishing after that frees nobody").isEqualTo(LONG_WAIT.plusSeconds(4));
    }

    @Test
    void anUnreadableRecordAfterAReleaseWaitsOurTtl() {
        seeAt(0, Records.released(5));
        seeAt(4, Records.unreadable("a"));

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT.plusSeconds(4));
    }

    @Test
    void ourOwnLeaseThatVanishesIsWaitedOutToo() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.never());
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(Records.never());
            }
        });
        rig.advance(CampaignRig.WAIT.minusNanos(1));
        assertThat(rig.all(Effect.Claim.class)).hasSize(1);

        rig.advance(Duration.ofNanos(1));
        rig.claim();
    }

    @Test
    void theHighestTokenIsNeverForgotten() {
        seeAt(0, held(50, 0, CampaignRig.TTL));
        seeAt(1, Records.released(7));
        seeAt(2, Records.unreadable("a"));
        seeAt(3, Records.never());
        seeAt(4, held(8, 0, CampaignRig.TTL));

        assertThat(observation.highestToken()).isEqualTo(50);
    }
}
