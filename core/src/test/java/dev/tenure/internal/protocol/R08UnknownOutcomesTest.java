package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R8 Unknown outcomes are settled: claims")
class R08UnknownOutcomesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration SOON = CampaignRig.INTERVAL;

    private final CampaignRig rig = CampaignRig.observing();

    /** Sends a claim whose answer is lost after a second. Returns the lease it may have written. */
    private Lease claimUnanswered() {
        rig.tick();
        rig.see(Records.never());
        return loseAnswer();
    }

    private Lease loseAnswer() {
        Lease written = rig.asked();
        rig.pause(SECOND);
        rig.fail(Kind.OUTCOME_UNKNOWN);
        return written;
    }

    /** Waits for the look that settles the doubt, and answers it. */
    private void look(Sighting shown) {
        rig.advance(rig.untilWake());
        rig.see(shown);
    }

    @Test
    void claimOfUnknownOutcomeIsFollowedByALook() {
        claimUnanswered();
        rig.advance(SOON);

        rig.look();
    }

    @Test
    void aClaimThatHadNoEffectIsSimplyRepeated() {
        rig.tick();
        rig.see(Records.never());
        rig.fail(Kind.UNREACHABLE);
        rig.advance(rig.untilWake());

        rig.claim();
        assertThat(rig.all(Effect.Claim.class)).hasSize(2);
    }

    @Test
    void aClaimThatTurnsOutToBeGrantedIsAdopted() {
        Lease written = claimUnanswered();
        look(Records.held(written));

        assertThat(rig.lease()).isEqualTo(written);
        assertThat(rig.told(ElectionEvent.Acquired.class))
                .singleElement()
                .satisfies(acquired -> assertThat(acquired.token()).isEqualTo(written.token()))
                .satisfies(acquired -> assertThat(acquired.cause()).contains("answer was lost"));
    }

    @Test
    @DisplayName("a claim that replaced exactly what was seen is adopted, though nobody had looked at that for long")
    void lostClaimOnAnOldSightingIsAdopted() {
        rig.tick();
        rig.see(Records.held(Records.foreign(5, 0)));
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.fail(Kind.UNREACHABLE);
            }
        });
        while (rig.call() == null) {
            rig.advance(rig.untilWake());
        }
        rig.onCalls(store -> {});
        Lease written = loseAnswer();
        look(Records.held(written));

        assertThat(rig.lease()).isEqualTo(written);
    }

    @Test
    void anAdoptedTermHasTheTrustOfTheAttemptThatWroteIt() {
        Lease written = claimUnanswered();
        Duration sinceSent = SECOND.plus(rig.untilWake()).plus(SECOND);
        rig.advance(rig.untilWake());
        rig.pause(SECOND);
        rig.see(Records.held(written));

        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED.minus(sinceSent));
    }

    @Test
    void anAdoptedTermHasNotTheTrustOfALaterAttempt() {
        Lease first = claimUnanswered();
        look(Records.never());
        Duration between = rig.elapsed();
        loseAnswer();
        Duration sinceFirst = rig.elapsed().plus(rig.untilWake());
        look(Records.held(first));

        assertThat(between).isPositive();
        assertThat(rig.lease()).isEqualTo(first);
        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED.minus(sinceFirst));
    }

    @Test
    void aClaimIsNotAdoptedWhenItsTrustIsOver() {
        Lease written = claimUnanswered();
        rig.advance(rig.untilWake());
        rig.pause(CampaignRig.TRUSTED);
        rig.see(Records.held(written));
        rig.advance(SOON);

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.release().lease()).isEqualTo(written);
    }

    @Test
    void aClaimKnownToHaveFailedIsNotAdopted() {
        rig.tick();
        rig.see(Records.never());
        Lease refused = rig.asked();
        rig.refuse(Records.held(Records.foreign(5, 0)));
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(Records.held(refused));
            }
        });
        rig.advance(CampaignRig.WAIT.minusMillis(1));
        assertThat(rig.all(Effect.Release.class))
                .as("while the other may still lead")
                .isEmpty();
        rig.advance(CampaignRig.INTERVAL.multipliedBy(3));

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        rig.release();
    }

    @Test
    void aRecordOfOursThatNoAttemptWroteIsReleased() {
        Lease stray = Records.lease(Records.SELF, 5, new WriteStamp(0, 4711, Instant.EPOCH), CampaignRig.TTL);
        rig.tick();
        rig.see(Records.held(stray));
        rig.advance(SOON);

        assertThat(rig.release().lease()).isEqualTo(stray);
        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.campaign.snapshot().leader())
                .as("we are not another leader")
                .isNull();
    }

    @Test
    void aClaimIsNotAdoptedWhileClosing() {
        Lease written = claimUnanswered();
        rig.close();
        rig.see(Records.held(written));
        rig.advance(SOON);

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.release().lease()).isEqualTo(written);
    }

    @Test
    void aClaimAnsweredWhileClosingIsReleased() {
        rig.tick();
        rig.see(Records.never());
        rig.close();
        assertThat(rig.campaign.snapshot().finished()).isFalse();
        Lease granted = rig.grant();

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.release().lease()).isEqualTo(granted);
        rig.released();
        assertThat(rig.campaign.snapshot().finished()).isTrue();
    }

    @Test
    void closingSettlesADoubtWithOneLook() {
        claimUnanswered();
        rig.close();
        assertThat(rig.campaign.snapshot().finished()).isFalse();
        rig.see(Records.held(Records.foreign(5, 0)));

        assertThat(rig.campaign.snapshot().finished()).isTrue();
        assertThat(rig.all(Effect.Inspect.class))
                .as("one to begin with, one for the doubt")
                .hasSize(2);
    }

    @Test
    void closingDoesNotInsistOnALookThatFails() {
        claimUnanswered();
        rig.close();
        rig.fail(Kind.UNREACHABLE);

        assertThat(rig.campaign.snapshot().finished()).isTrue();
    }

    @Test
    void closingWithoutADoubtTakesNoLook() {
        rig.tick();
        rig.see(Records.held(Records.foreign(5, 0)));
        rig.wakeUp();
        rig.close();

        assertThat(rig.campaign.snapshot().finished()).isTrue();
        assertThat(rig.all(Effect.Inspect.class)).hasSize(1);
    }

    @Test
    void aReleaseOfUnknownOutcomeIsTriedAgain() {
        Lease written = claimUnanswered();
        look(Records.held(written));
        rig.resign();
        rig.fail(Kind.OUTCOME_UNKNOWN);
        rig.advance(rig.untilWake());
        assertThat(rig.release().lease()).isEqualTo(written);

        rig.fail(Kind.OUTCOME_UNKNOWN);
        rig.advance(rig.untilWake());
        rig.fail(Kind.OUTCOME_UNKNOWN);
        rig.advance(rig.untilWake());
        rig.see(Records.held(written));
        rig.advance(SOON);
        assertThat(rig.release().lease()).as("seen again, released again").isEqualTo(written);
    }

    @Test
    void ownLeaseIsReleasedSoonNotAtTheNextPoll() {
        Lease stray = Records.lease(Records.SELF, 5, new WriteStamp(0, 4711, Instant.EPOCH), CampaignRig.TTL);
        rig.tick();
        rig.see(Records.held(stray));
        rig.advance(CampaignRig.INTERVAL.dividedBy(10));

        rig.release();
    }

    @Test
    void aLeaseOfOursThatNoReleaseRemovesDoesNotSpin() {
        Lease stray = Records.lease(Records.SELF, 5, new WriteStamp(0, 4711, Instant.EPOCH), CampaignRig.TTL);
        rig.onCalls(store -> answerAll(store, stray));
        rig.tick();
        rig.see(Records.held(stray));
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.all(Effect.Release.class)).hasSizeBetween(1, 51);
    }

    /** Answers call after call, as long as one answer leads to the next call at once. */
    private static void answerAll(CampaignRig rig, Lease shown) {
        for (int i = 0; i < 200 && rig.call() != null; i++) {
            if (rig.call() instanceof Effect.Release) {
                rig.released();
            } else {
                rig.see(Records.held(shown));
            }
        }
    }

    @Test
    void closingDoesNotWaitForTheBackOff() {
        claimUnanswered();
        rig.onCalls(store -> store.fail(Kind.OUTCOME_UNKNOWN));
        rig.advance(SECOND.multipliedBy(10));
        rig.onCalls(store -> {});
        rig.close();

        rig.look();
    }

    @Test
    void lateClaimIsNotAdoptedAfterALaterTerm() {
        Lease written = claimUnanswered();
        look(Records.held(Records.foreign(written.token() + 1, 0)));
        rig.advance(rig.untilWake());
        rig.see(Records.released(written.token() + 1));
        rig.fail(Kind.UNREACHABLE);
        rig.wakeUp();
        rig.look();
        rig.see(Records.held(written));

        assertThat(rig.told(ElectionEvent.Acquired.class))
                .as("tokens only grow")
                .isEmpty();
        rig.advance(SOON);
        assertThat(rig.release().lease()).isEqualTo(written);
    }
}
