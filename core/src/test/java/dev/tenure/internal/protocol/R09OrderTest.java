package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R9 Attempts: in order, which only ever delays a claim")
class R09OrderTest {
    private static final Duration HALF_TTL = CampaignRig.TTL.dividedBy(2);
    private static final Duration DELAY = Duration.ofSeconds(4);

    /** Returns a follower with this rank that has just been shown what the record says, and sees it unchanged later. */
    private static CampaignRig ranked(Duration delay, boolean othersAble, Sighting seen) {
        CampaignRig rig = CampaignRig.observing();
        rig.input(new Input.Ranked(delay.toNanos(), othersAble));
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(seen);
            }
        });
        rig.see(seen);
        return rig;
    }

    private static void claimsAfter(CampaignRig rig, Duration delay) {
        rig.advance(delay.minusNanos(1));
        assertThat(rig.all(Effect.Claim.class)).as("claims before its turn").isEmpty();
        rig.advance(Duration.ofNanos(1));
        rig.claim();
    }

    @Test
    void freeElectionIsLeftToCandidatesBeforeUs() {
        claimsAfter(ranked(DELAY, true, Records.released(7)), DELAY);
    }

    @Test
    void theFirstInOrderClaimsAtOnce() {
        CampaignRig rig = ranked(Duration.ZERO, true, Records.released(7));

        rig.claim();
    }

    @Test
    void aVacancyOlderThanHalfATtlIsAnyones() {
        claimsAfter(ranked(CampaignRig.TTL.multipliedBy(9), true, Records.released(7)), HALF_TTL);
    }

    @Test
    void aSeatReservedForUsIsClaimedAtOnceWhateverTheOrder() {
        CampaignRig rig = ranked(DELAY, true, Records.reserved(7, Records.SELF.instance(), CampaignRig.INTERVAL));

        rig.claim();
    }

    @Test
    void aSeatReservedForAnotherIsWaitedOutFirst() {
        Sighting reserved = Records.reserved(7, Records.OTHER.instance(), CampaignRig.INTERVAL);
        Duration reservation = CampaignRig.INTERVAL.multipliedBy(11).dividedBy(10);

        claimsAfter(ranked(Duration.ofSeconds(1), true, reserved), reservation.plusSeconds(1));
    }

    @Test
    void candidateThatMovesUpInOrderClaimsSooner() {
        CampaignRig rig = ranked(DELAY, true, Records.released(7));
        rig.advance(Duration.ofSeconds(1));
        rig.input(new Input.Ranked(0, true));

        rig.claim();
    }

    @Test
    void anotherRankNeverMovesARenewal() {
        CampaignRig rig = CampaignRig.leading();
        Duration before = rig.untilWake();
        rig.input(new Input.Ranked(DELAY.toNanos(), true));

        assertThat(rig.untilWake()).isEqualTo(before);
    }

    @Test
    void candidateThatMayNotBePreferredWaitsForItsRank() {
        CampaignRig rig = CampaignRig.with(new StandOptions(false, true, true, false, false, null), Duration.ZERO);
        rig.tick();
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(Records.never());
            }
        });
        rig.see(Records.never());

        claimsAfter(rig, HALF_TTL);
    }

    @Test
    void candidateThatLearnsItsRankStopsWaiting() {
        CampaignRig rig = CampaignRig.with(new StandOptions(false, true, true, false, false, null), Duration.ZERO);
        rig.tick();
        rig.see(Records.never());
        rig.input(new Input.Ranked(0, true));

        rig.claim();
    }

    @Test
    void freeElectionLeftToOthersIsUndecided() {
        CampaignRig rig = ranked(DELAY, true, Records.released(7));
        assertThat(rig.campaign.snapshot().lastDecided()).isNull();
        rig.advance(DELAY);
        rig.grant();

        assertThat(rig.campaign.snapshot().lastDecided()).isNotNull();
    }

    @Test
    void anObserverNeverClaims() {
        CampaignRig rig = CampaignRig.with(StandOptions.OBSERVING, Duration.ZERO);
        rig.tick();
        rig.onCalls(store -> store.see(Records.released(7)));
        rig.see(Records.held(Records.foreign(7, 0)));
        rig.advance(CampaignRig.TTL.multipliedBy(5));

        assertThat(rig.all(Effect.Claim.class)).isEmpty();
        assertThat(rig.told(ElectionEvent.LeaderChanged.class)).hasSize(2);
    }

    @Test
    @DisplayName("an observer whose own process leads sees it lead, and leaves its lease alone")
    void observerIgnoresTheLeaseOfItsOwnProcess() {
        CampaignRig rig = CampaignRig.with(StandOptions.OBSERVING, Duration.ZERO);
        Sighting ours =
                Records.held(Records.lease(Records.SELF, 7, new WriteStamp(0, 1, Instant.EPOCH), CampaignRig.TTL));
        rig.tick();
        rig.onCalls(store -> store.see(ours));
        rig.see(ours);
        rig.advance(CampaignRig.TTL.multipliedBy(3));

        assertThat(rig.all(Effect.Release.class)).isEmpty();
        assertThat(rig.told(ElectionEvent.LeaderChanged.class))
                .extracting(ElectionEvent.LeaderChanged::leader)
                .containsExactly(Records.SELF);
    }

    @Test
    @DisplayName("R10: with nobody else able, a candidate that failed stays back for half a ttl only")
    void onlyCandidateHasAShortCoolDown() {
        CampaignRig rig = CampaignRig.working();
        rig.input(new Input.Ranked(0, false));
        rig.workEnds(new IllegalStateException("no disk"));
        Sighting free = Records.released(rig.release().lease().token());
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(free);
            }
        });
        rig.released();
        rig.see(free);
        rig.advance(HALF_TTL.minusNanos(1));
        assertThat(rig.all(Effect.Claim.class)).hasSize(1);
        rig.advance(Duration.ofNanos(1));

        rig.claim();
    }

    @Test
    @DisplayName("R17: a hand-over reserves the election for its successor for one interval")
    void aHandOverReservesTheElection() {
        CampaignRig rig = CampaignRig.leading();
        long token = rig.lease().token();
        rig.input(new Input.Resign(
                token, Reason.TRANSFERRED, "transferred to node-2", CampaignRig.TTL, "instance-other"));

        assertThat(rig.release().to()).isEqualTo(Handover.reservedFor("instance-other", CampaignRig.INTERVAL));
        assertThat(rig.told(ElectionEvent.Resigned.class))
                .extracting(ElectionEvent.Resigned::cause)
                .containsExactly("transferred to node-2");
    }

    @Test
    @DisplayName("R17: a request that names another term is void")
    void aRequestForAnotherTermIsVoid() {
        CampaignRig rig = CampaignRig.working();
        long token = rig.lease().token();
        rig.input(new Input.Resign(token - 1, Reason.RESIGNED, "resigned", CampaignRig.TTL, null));
        rig.input(new Input.Resign(token + 1, Reason.RESIGNED, "resigned", CampaignRig.TTL, null));

        assertThat(rig.leads()).isTrue();
        assertThat(rig.campaign.snapshot().ending()).isFalse();
    }

    @Test
    @DisplayName("RV-7: five requests for one term end it once")
    void fiveRequestsEndATermOnce() {
        CampaignRig rig = CampaignRig.leading();
        Input request =
                new Input.Resign(rig.lease().token(), Reason.RESIGNED, "resigned as ops asked", CampaignRig.TTL, null);
        for (int i = 0; i < 5; i++) {
            rig.input(request);
        }

        assertThat(rig.told(ElectionEvent.Resigned.class)).hasSize(1);
        assertThat(rig.all(Effect.Release.class)).hasSize(1);
    }
}
