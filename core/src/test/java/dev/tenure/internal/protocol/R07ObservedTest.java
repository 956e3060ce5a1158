package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenure.ElectionEvent;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R7 Whoever saw it alive waits it out: by its own clock")
class R07ObservedTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Sighting HELD = Records.held(Records.foreign(5, 0));

    private static CampaignRig followerThatSees(Sighting sighting) {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(sighting);
        return rig;
    }

    /** Lets time pass while the record stays as it is, and asserts that the claim comes after exactly so long. */
    private static Effect.Claim claimsAfter(CampaignRig rig, Duration wait, Sighting shown) {
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(shown);
            }
        });
        rig.advance(wait.minusNanos(1));
        assertThat(rig.call()).as("a call just before the wait is over").isNull();
        rig.advance(Duration.ofNanos(1));
        return rig.claim();
    }

    @Test
    void leaseUnchangedForElevenTenthsOfItsTtlIsClaimed() {
        CampaignRig rig = followerThatSees(HELD);

        Effect.Claim claim = claimsAfter(rig, CampaignRig.WAIT, HELD);
        assertThat(claim.ballot().condition()).isEqualTo(ClaimCondition.judged(HELD, 5));
    }

    @Test
    void waitBeginsWhenTheAnswerArrives() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.pause(SECOND.multipliedBy(2));
        rig.see(HELD);

        claimsAfter(rig, CampaignRig.WAIT, HELD);
    }

    @Test
    void everyRenewalRestartsTheWait() {
        CampaignRig rig = followerThatSees(HELD);
        for (int renewal = 1; renewal <= 4; renewal++) {
            Sighting renewed = Records.held(Records.foreign(5, renewal));
            rig.onCalls(store -> store.see(renewed));
            rig.advance(SECOND.multipliedBy(5));
        }
        Sighting last = Records.held(Records.foreign(5, 4));

        claimsAfter(rig, CampaignRig.WAIT, last);
    }

    @Test
    void anotherAttemptOfTheSameRenewalRestartsTheWait() {
        CampaignRig rig = followerThatSees(HELD);
        Lease seen = Records.foreign(5, 0);
        Lease again = new Lease(
                seen.election(),
                seen.holder(),
                5,
                0,
                seen.since(),
                seen.ttl(),
                new WriteStamp(0, 4711, seen.since()),
                "v");
        rig.advance(rig.untilWake());
        rig.see(Records.held(again));

        claimsAfter(rig, CampaignRig.WAIT, Records.held(again));
    }

    @Test
    void anotherVersionOfTheRecordRestartsTheWait() {
        CampaignRig rig = followerThatSees(HELD);
        Sighting touched = Records.held(Records.foreign(5, 0).withVersion("touched"));
        rig.advance(rig.untilWake());
        rig.see(touched);

        claimsAfter(rig, CampaignRig.WAIT, touched);
    }

    @Test
    void theTtlThatCountsIsTheOneWrittenWithTheLease() {
        Sighting longer = Records.held(Records.foreign(5, 0, SECOND.multipliedBy(60)));
        claimsAfter(followerThatSees(longer), SECOND.multipliedBy(66), longer);

        Sighting shorter = Records.held(Records.foreign(5, 0, SECOND.multipliedBy(2)));
        claimsAfter(followerThatSees(shorter), Duration.ofMillis(2200), shorter);
    }

    @Test
    void theWallClockOfTheWriterDecidesNothing() {
        Lease old = Records.foreign(5, 0);
        assertThat(old.stamp().at()).as("written in 1970").isEqualTo("1970-01-01T00:00:00Z");

        claimsAfter(followerThatSees(Records.held(old)), CampaignRig.WAIT, Records.held(old));
    }

    @Test
    void ourOwnWallClockDecidesNothing() {
        CampaignRig rig = followerThatSees(HELD);
        rig.stepWallClock(Duration.ofHours(1));

        claimsAfter(rig, CampaignRig.WAIT, HELD);
    }

    @Test
    void aRecordNotSeenForAWhileStillHasToBeSeenUnchanged() {
        CampaignRig rig = followerThatSees(HELD);
        rig.pause(Duration.ofMinutes(1));
        rig.tick();

        assertThat(rig.claim().ballot().condition())
                .as("conditional on exactly the record that was seen")
                .isEqualTo(ClaimCondition.judged(HELD, 5));
        Sighting renewed = Records.held(Records.foreign(5, 9));
        rig.refuse(renewed);
        claimsAfter(rig, CampaignRig.WAIT, renewed);
    }

    @Test
    void aReleasedLeaseIsFreeAtOnce() {
        CampaignRig rig = followerThatSees(Records.released(5));

        assertThat(rig.claim().ballot().condition()).isEqualTo(ClaimCondition.judged(Records.released(5), 5));
    }

    @Test
    void aLeaseReleasedWhileWeWatchIsFreeAtOnce() {
        CampaignRig rig = followerThatSees(HELD);
        rig.advance(rig.untilWake());
        rig.see(Records.released(5));

        rig.claim();
    }

    @Test
    void aStoreWithNoTraceAtAllIsAFirstElection() {
        CampaignRig rig = followerThatSees(Records.never());

        assertThat(rig.claim().ballot().condition()).isEqualTo(ClaimCondition.judged(Records.never(), 0));
    }

    @Test
    void aReservationForAnotherIsWaitedOutLikeALeaseOfItsLength() {
        Sighting reserved = Records.reserved(5, "another", SECOND.multipliedBy(4));

        claimsAfter(followerThatSees(reserved), Duration.ofMillis(4400), reserved);
    }

    @Test
    void aReservationForUsIsFreeAtOnce() {
        followerThatSees(Records.reserved(5, Records.SELF.instance(), SECOND.multipliedBy(4)))
                .claim();
    }

    @Test
    void theHighestTokenEverSeenIsCarriedAlong() {
        CampaignRig rig = followerThatSees(Records.held(Records.foreign(50, 0)));
        Sighting rolledBack = Records.released(7);
        rig.onCalls(store -> store.see(rolledBack));
        rig.advance(CampaignRig.INTERVAL);
        Effect.Claim claim = claimsAfter(rig, CampaignRig.WAIT, rolledBack);

        assertThat(claim.ballot().condition()).isEqualTo(new ClaimCondition(rolledBack, true, 50));
    }

    @Test
    void followerTellsChangesOfLeader() {
        CampaignRig rig = followerThatSees(HELD);
        rig.advance(rig.untilWake());
        rig.see(Records.held(Records.foreign(5, 1)));
        rig.advance(rig.untilWake());
        rig.see(Records.held(Records.foreign(6, 0)));
        rig.advance(rig.untilWake());
        rig.see(Records.released(6));

        assertThat(rig.told(ElectionEvent.LeaderChanged.class))
                .extracting(ElectionEvent.LeaderChanged::token, ElectionEvent.LeaderChanged::cause)
                .containsExactly(
                        tuple(5L, "node-2 leads"), tuple(6L, "node-2 leads"), tuple(6L, "the record shows no leader"));
    }
}
