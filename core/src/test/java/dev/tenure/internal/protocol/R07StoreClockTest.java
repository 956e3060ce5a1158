package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R7 Whoever saw it alive waits it out: on a store with a clock")
class R07StoreClockTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Lease LEASE = Records.foreign(5, 0);

    private final Observation observation = new Observation(CampaignRig.observing().setup);
    private final long first = Long.MAX_VALUE - SECOND.toNanos();

    /** Sees what the store shows, so long after the first sighting by our clock and by the store's. */
    private void seeAt(Duration ours, Lease lease, Duration stores, Duration remaining) {
        long at = first + ours.toNanos();
        observation.note(Records.held(lease, stores, remaining), at, at);
    }

    private void seeAt(long seconds, Lease lease, long remaining) {
        seeAt(SECOND.multipliedBy(seconds), lease, SECOND.multipliedBy(seconds), SECOND.multipliedBy(remaining));
    }

    private Duration claimable() {
        return Duration.ofNanos(observation.claimableAtNanos() - first);
    }

    private ClaimCondition groundsAfter(Duration elapsed) {
        return observation.condition(new ClockReading(first + elapsed.toNanos(), 0, 0));
    }

    @Test
    void theFirstClaimIsMadeUnseen() {
        CampaignRig rig = CampaignRig.onStoreClock();
        rig.tick();

        assertThat(rig.claim().ballot().condition()).isEqualTo(ClaimCondition.unseen());
    }

    @Test
    void freshCandidateTrustsTheTimeTheStoreStates() {
        CampaignRig rig = CampaignRig.onStoreClock();
        rig.tick();
        Sighting almostOver = Records.held(LEASE, Duration.ZERO, SECOND);
        rig.refuse(almostOver);

        rig.advance(SECOND.minusNanos(1));
        assertThat(rig.call()).isNull();
        rig.advance(Duration.ofNanos(1));
        assertThat(rig.claim().ballot().condition()).isEqualTo(ClaimCondition.byStoreClock(almostOver, 5));
    }

    @Test
    void theRemainingTimeStatedWhenFirstSeenIsWaitedFor() {
        seeAt(0, LEASE, 9);

        assertThat(claimable()).isEqualTo(SECOND.multipliedBy(9));
        assertThat(groundsAfter(SECOND.multipliedBy(9)).waitedOut()).isFalse();
    }

    @Test
    void storeClockStepAheadDoesNotShortenTheWait() {
        seeAt(0, LEASE, 9);
        seeAt(SECOND, LEASE, Duration.ofHours(1), Duration.ZERO);

        assertThat(claimable()).as("what was stated first counts").isEqualTo(SECOND.multipliedBy(9));
    }

    @Test
    void aRestatementOnlyLengthensTheWait() {
        seeAt(0, LEASE, 9);
        seeAt(3, LEASE, 8);
        assertThat(claimable()).isEqualTo(SECOND.multipliedBy(11));

        seeAt(4, LEASE, 1);
        assertThat(claimable()).isEqualTo(SECOND.multipliedBy(11));
    }

    @Test
    void noRestatementReachesBeyondWaitingItOut() {
        seeAt(0, LEASE, 9);
        seeAt(SECOND.multipliedBy(3), LEASE, Duration.ofHours(-1), Duration.ofHours(1));

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT);
    }

    @Test
    void waitedOutClaimWinsOverStoreClockThatWentBack() {
        seeAt(0, LEASE, 9);
        seeAt(SECOND.multipliedBy(3), LEASE, Duration.ofHours(-1), Duration.ofHours(1));

        assertThat(groundsAfter(CampaignRig.WAIT.minusNanos(1)).waitedOut()).isFalse();
        assertThat(groundsAfter(CampaignRig.WAIT).waitedOut()).isTrue();
    }

    @Test
    void everyRenewalIsWaitedForAnew() {
        seeAt(0, LEASE, 9);
        seeAt(5, Records.foreign(5, 1), 14);

        assertThat(claimable())
                .as("what is stated anew, and half a second for clocks of different speed")
                .isEqualTo(Duration.ofMillis(19_500));
    }

    @Test
    void clockStepBetweenTwoRenewalsIsAddedToTheStatedTime() {
        seeAt(0, LEASE, 12);
        // The leader renewed at our 4 s, by a clock that then stepped 10 s ahead: it states 4 s of what are 14 s.
        seeAt(SECOND.multipliedBy(5), Records.foreign(5, 1), SECOND.multipliedBy(15), SECOND.multipliedBy(4));

        assertThat(claimable()).isGreaterThanOrEqualTo(SECOND.multipliedBy(5 + 14));
        assertThat(claimable())
                .as("but no longer than waiting it out")
                .isLessThanOrEqualTo(CampaignRig.WAIT.plusSeconds(5));
    }

    @Test
    void aSlowAnswerIsNotTakenForAStep() {
        long at = first;
        observation.note(Records.held(LEASE, Duration.ZERO, SECOND.multipliedBy(12)), at, at);
        long sent = first + SECOND.multipliedBy(5).toNanos();
        long arrived = sent + SECOND.multipliedBy(2).toNanos();
        observation.note(
                Records.held(Records.foreign(5, 1), SECOND.multipliedBy(5), SECOND.multipliedBy(10)), sent, arrived);

        assertThat(Duration.ofNanos(observation.claimableAtNanos() - arrived))
                .as("what was stated, and half a second for clocks of different speed")
                .isEqualTo(Duration.ofMillis(10_500));
    }

    @Test
    void aStoreClockThatGoesBackBetweenTwoRenewalsShortensNothing() {
        seeAt(0, LEASE, 12);
        seeAt(SECOND.multipliedBy(5), Records.foreign(5, 1), SECOND.multipliedBy(-60), SECOND.multipliedBy(15));

        assertThat(claimable()).isEqualTo(SECOND.multipliedBy(20));
    }

    @Test
    void aRecordThatWentBackIsWaitedOutWhateverTheStoreStates() {
        seeAt(0, Records.foreign(5, 7), 9);
        seeAt(SECOND.multipliedBy(4), Records.foreign(5, 6), SECOND.multipliedBy(4), Duration.ZERO);

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT.plusSeconds(4));
        assertThat(groundsAfter(CampaignRig.WAIT.plusSeconds(4)).waitedOut()).isTrue();
    }

    @Test
    void aVanishedRecordIsWaitedOutWhateverTheStoreWouldGrant() {
        seeAt(0, LEASE, 1);
        observation.note(Records.never(), first, first);

        assertThat(claimable()).isEqualTo(CampaignRig.WAIT);
    }

    @Test
    void aReleaseIsFreeAtOnceHereToo() {
        CampaignRig rig = CampaignRig.onStoreClock();
        rig.tick();
        rig.refuse(Records.held(LEASE, Duration.ZERO, SECOND.multipliedBy(9)));
        rig.advance(rig.untilWake());
        rig.see(Records.released(5));

        assertThat(rig.claim().ballot().condition()).isEqualTo(ClaimCondition.judged(Records.released(5), 5));
    }

    @Test
    void aClaimTheStoreRefusesIsNotRepeatedWithoutEnd() {
        CampaignRig rig = CampaignRig.onStoreClock();
        rig.onCalls(store -> {
            Sighting stuck = Records.held(LEASE, Duration.ZERO, Duration.ZERO);
            if (store.call() instanceof Effect.Claim) {
                store.refuse(stuck);
            } else {
                store.see(stuck);
            }
        });
        rig.tick();
        rig.refuse(Records.held(LEASE, Duration.ZERO, Duration.ZERO));
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.all(Effect.Claim.class)).hasSizeBetween(2, 51);
    }
}
