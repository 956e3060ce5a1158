package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R9 Attempts: the first in order follows a wake-up by a claim, where the store grants what was given up")
class R09SuccessionTest {
    private static final Sighting HELD = Records.held(Records.foreign(5, 0), Duration.ZERO, CampaignRig.TTL);
    private static final Input.Ranked FIRST = new Input.Ranked(0, true);
    private static final Input.Ranked SECOND =
            new Input.Ranked(Duration.ofSeconds(1).toNanos(), true);

    /** Returns a follower that has seen somebody else lead, of the given rank. */
    private static CampaignRig follower(Input.Ranked rank) {
        CampaignRig rig = CampaignRig.onSuccession();
        rig.tick();
        rig.refuse(HELD);
        rig.input(rank);
        rig.advance(Duration.ofSeconds(1));
        assertThat(rig.call()).isNull();
        return rig;
    }

    @Test
    void theFirstClaimsWithoutLooking() {
        CampaignRig rig = follower(FIRST);
        rig.wakeUp();

        assertThat(rig.claim().ballot().condition()).isEqualTo(ClaimCondition.afterRelease(5));
        rig.grant();
        assertThat(rig.leads()).isTrue();
    }

    @Test
    void othersLookFirst() {
        CampaignRig rig = follower(SECOND);
        rig.wakeUp();
        rig.advance(CampaignRig.INTERVAL.dividedBy(10));

        assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);
    }

    @Test
    @DisplayName("a refusal is as good as a look: what still runs is waited out, by what was seen when (R7)")
    void aRefusalIsALook() {
        CampaignRig rig = follower(FIRST);
        rig.wakeUp();
        rig.refuse(Records.held(Records.foreign(5, 1), Duration.ofSeconds(1), CampaignRig.TTL));
        rig.onCalls(store -> store.see(Records.held(Records.foreign(5, 1), Duration.ofSeconds(1), CampaignRig.TTL)));
        rig.advance(CampaignRig.TTL.minusMillis(1));

        assertThat(rig.leads()).isFalse();
        assertThat(rig.all(Effect.Claim.class))
                .as("the first one, and the one on the wake-up")
                .hasSize(2);
    }

    @Test
    @DisplayName("one wake-up is followed by one such claim, and then by looks")
    void oneWakeUpOneClaim() {
        CampaignRig rig = follower(FIRST);
        rig.wakeUp();
        rig.refuse(HELD);
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);
    }

    @Test
    @DisplayName("while an attempt of our own is unsettled, the record is looked at first (R8)")
    void doubtsAreSettledFirst() {
        CampaignRig rig = follower(FIRST);
        rig.wakeUp();
        rig.claim();
        rig.fail(Kind.OUTCOME_UNKNOWN);
        rig.wakeUp();
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);
    }

    @Test
    @DisplayName("a claim whose answer was lost is adopted at once: only a release can have let it in (R8)")
    void aClaimThatOnlyAReleaseLetInIsAdopted() {
        CampaignRig rig = follower(FIRST);
        rig.wakeUp();
        Lease granted = rig.asked();
        rig.fail(Kind.OUTCOME_UNKNOWN);
        rig.advance(CampaignRig.INTERVAL);
        rig.see(Records.held(granted, Duration.ofSeconds(3), CampaignRig.TTL));

        assertThat(rig.leads()).isTrue();
    }

    @Test
    @DisplayName("such a claim that lands late, after another term was seen, does not end the wait for that one (R7)")
    void aClaimThatLandsLateEndsNoWait() {
        CampaignRig rig = follower(FIRST);
        rig.wakeUp();
        Lease late = rig.asked();
        rig.fail(Kind.OUTCOME_UNKNOWN);
        rig.advance(CampaignRig.INTERVAL);
        rig.see(Records.held(Records.foreign(6, 0), Duration.ofSeconds(6), CampaignRig.TTL));
        rig.advance(CampaignRig.INTERVAL);
        rig.see(Records.held(late, Duration.ofSeconds(11), CampaignRig.TTL));

        assertThat(rig.leads()).isFalse();
    }

    @Test
    @DisplayName("a second release of a term is looked at: the record went back, and a later term may be lost (R7)")
    void aSecondReleaseIsLookedAt() {
        CampaignRig rig = follower(SECOND);
        rig.wakeUp();
        rig.advance(CampaignRig.INTERVAL.dividedBy(10));
        rig.see(Records.released(5));
        rig.advance(Duration.ofMillis(1));
        rig.wakeUp();
        rig.advance(CampaignRig.INTERVAL.dividedBy(10));
        rig.see(HELD);
        rig.input(FIRST);
        rig.advance(CampaignRig.INTERVAL.dividedBy(2));
        rig.wakeUp();

        assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);
    }

    @Test
    @DisplayName(
            "such claims that fail say nothing of whether this candidate could lead: a look would have failed, too")
    void failuresInPlaceOfALookAreNotCounted() {
        CampaignRig rig = follower(FIRST);
        for (int failure = 0; failure < 3; failure++) {
            rig.wakeUp();
            rig.claim();
            rig.fail(Kind.UNREACHABLE);
            rig.advance(CampaignRig.INTERVAL.dividedBy(10));
            assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);
            rig.see(HELD);
            rig.onCalls(store -> store.see(HELD));
            rig.advance(CampaignRig.INTERVAL.dividedBy(10));
            rig.onCalls(store -> {});
        }

        assertThat(rig.campaign.isAble(rig.now())).isTrue();
    }

    @Test
    @DisplayName("a candidate that is not able, or stays back, only looks (R10)")
    void candidateThatMayNotLeadOnlyLooks() {
        CampaignRig rig = follower(FIRST);
        rig.input(new Input.Able(false, "not able to lead"));
        rig.wakeUp();

        assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);
    }

    @Test
    void aStoreThatCannotIsLookedAt() {
        CampaignRig rig = CampaignRig.onStoreClock();
        rig.tick();
        rig.refuse(HELD);
        rig.input(FIRST);
        rig.advance(Duration.ofSeconds(1));
        rig.wakeUp();

        assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);
    }

    @Test
    @DisplayName("while a lost term may live on, a later release lets nobody in without a look (R7)")
    void aCandidateThatSawATermLostLooksFirst() {
        CampaignRig rig = follower(FIRST);
        rig.wakeUp();
        rig.refuse(Records.never());
        rig.wakeUp();
        rig.advance(rig.untilWake());
        rig.see(Records.held(Records.foreign(6, 0), Duration.ofSeconds(1), CampaignRig.TTL));
        rig.wakeUp();
        rig.advance(rig.untilWake());

        assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);
        rig.see(Records.released(6));
        rig.onCalls(store -> store.see(Records.released(6)));
        rig.advance(CampaignRig.TTL);
        assertThat(rig.all(Effect.Claim.class))
                .as("but for the first, and the one refused")
                .hasSize(2);
    }
}
