package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R9 Attempts: wake-ups")
class R09WakeUpsTest {
    private static final Sighting HELD = Records.held(Records.foreign(5, 0));
    private static final Duration TWENTIETH = CampaignRig.INTERVAL.dividedBy(20);

    private static CampaignRig follower() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(HELD);
        return rig;
    }

    /** Wakes the campaign every ten milliseconds for so long. */
    private static void storm(CampaignRig rig, Duration length) {
        Duration step = Duration.ofMillis(10);
        for (long i = 0; i < length.dividedBy(step); i++) {
            rig.wakeUp();
            rig.advance(step);
        }
    }

    @Test
    void aWakeUpShortensAFollowersWait() {
        CampaignRig rig = follower();
        rig.advance(Duration.ofSeconds(1));
        rig.wakeUp();
        assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);

        rig.see(Records.released(5));
        rig.claim();
    }

    @Test
    void aWakeUpRightAfterALookIsFollowedAtOnce() {
        CampaignRig rig = follower();
        rig.advance(CampaignRig.INTERVAL);
        rig.see(HELD);
        rig.wakeUp();

        assertThat(rig.call()).isInstanceOf(Effect.Inspect.class);
    }

    @Test
    void aWakeUpRightAfterAnotherWaits() {
        CampaignRig rig = follower();
        rig.advance(CampaignRig.INTERVAL.dividedBy(2));
        rig.wakeUp();
        rig.see(HELD);
        rig.wakeUp();

        assertThat(rig.call()).isNull();
        assertThat(rig.untilWake()).isEqualTo(TWENTIETH);
    }

    /** Chance that draws nearly the most of every jitter. */
    private static final class Late extends Random {
        private static final long serialVersionUID = 1L;

        @Override
        public double nextDouble() {
            return 0.9;
        }
    }

    private static Duration followsAfter(Duration delay) {
        CampaignRig rig = new CampaignRig(CampaignRig.TIMING, Duration.ZERO, false, new Late());
        rig.input(new Input.Ranked(delay.toNanos(), true));
        rig.see(HELD);
        rig.advance(CampaignRig.INTERVAL.dividedBy(2));
        rig.wakeUp();
        return rig.call() == null ? rig.untilWake() : Duration.ZERO;
    }

    @Test
    @DisplayName("the first in order follows a wake-up at once, others when that one has most likely claimed (R9)")
    void firstInOrderFollowsWakeUpAtOnceOthersLater() {
        assertThat(followsAfter(Duration.ZERO)).isZero();
        assertThat(followsAfter(Duration.ofMillis(1)))
                .isBetween(Duration.ofMillis(50), CampaignRig.INTERVAL.dividedBy(10));
    }

    @Test
    @DisplayName("a release and the claim that follows it cost each follower that is not first one look")
    void aHandOverCostsOthersOneLook() {
        CampaignRig rig = new CampaignRig(CampaignRig.TIMING, Duration.ZERO, false, new Late());
        rig.input(new Input.Ranked(1, true));
        rig.see(HELD);
        rig.advance(CampaignRig.INTERVAL.dividedBy(2));
        int before = rig.all(Effect.Inspect.class).size();
        rig.wakeUp();
        rig.advance(Duration.ofMillis(10));
        rig.wakeUp();
        rig.onCalls(store -> store.see(HELD));
        rig.advance(CampaignRig.INTERVAL.dividedBy(10));

        assertThat(rig.all(Effect.Inspect.class)).hasSize(before + 1);
    }

    @Test
    void aWakeUpShortensABackOff() {
        CampaignRig rig = follower();
        rig.onCalls(store -> store.fail(Kind.UNREACHABLE));
        rig.advance(Duration.ofMinutes(2));
        rig.onCalls(store -> {});
        rig.wakeUp();

        assertThat(rig.call() != null || rig.untilWake().compareTo(TWENTIETH) <= 0)
                .isTrue();
    }

    @Test
    void aStormOfWakeUpsNeverPostponesARenewal() {
        CampaignRig rig = CampaignRig.working();
        rig.onCalls(CampaignRig::renew);
        for (int i = 0; i < 1000; i++) {
            Duration before = rig.untilWake();
            rig.wakeUp();
            assertThat(rig.untilWake()).isEqualTo(before);
            rig.advance(Duration.ofMillis(100));
        }

        assertThat(rig.leads()).isTrue();
        assertThat(rig.all(Effect.Renew.class)).as("no more renewals, no less").hasSize(20);
    }

    @Test
    void aStormOfWakeUpsNeverHidesTheEndOfTrust() {
        CampaignRig rig = CampaignRig.leading();
        storm(rig, CampaignRig.TRUSTED.plusMillis(10));

        assertThat(rig.leads()).isFalse();
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
    }

    @Test
    void aStormCausesAtMostTwentyLooksAnInterval() {
        CampaignRig rig = follower();
        rig.onCalls(store -> store.see(HELD));
        storm(rig, CampaignRig.INTERVAL);

        assertThat(rig.all(Effect.Inspect.class)).hasSizeBetween(10, 22);
    }

    @Test
    void twoWakeUpsCauseOneLook() {
        CampaignRig rig = follower();
        rig.wakeUp();
        rig.wakeUp();
        rig.advance(TWENTIETH);
        rig.see(HELD);

        assertThat(rig.untilWake()).isEqualTo(CampaignRig.INTERVAL);
    }

    @Test
    void aWakeUpDuringALookLeadsToAnotherLook() {
        CampaignRig rig = follower();
        rig.advance(CampaignRig.INTERVAL);
        rig.look();
        rig.wakeUp();
        rig.see(HELD);
        rig.look();
        rig.see(HELD);
        assertThat(rig.untilWake()).as("only one more").isEqualTo(CampaignRig.INTERVAL);
    }

    @Test
    void aWakeUpDuringAClaimLeadsToALookAfterItsRefusal() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());
        rig.wakeUp();
        rig.refuse(HELD);
        rig.advance(TWENTIETH);

        rig.look();
    }

    @Test
    void aWakeUpDuringTheCoolDownOnlyLooks() {
        CampaignRig rig = CampaignRig.leading();
        rig.resign();
        rig.released();
        rig.see(Records.released(1));
        rig.wakeUp();
        rig.advance(TWENTIETH);

        rig.look();
    }

    @Test
    void wakeUpStormDuringOutageCausesNoExtraCalls() {
        CampaignRig rig = follower();
        rig.onCalls(store -> store.fail(Kind.UNREACHABLE));
        storm(rig, CampaignRig.INTERVAL);

        assertThat(rig.all(Effect.Inspect.class)).hasSizeBetween(10, 22);
    }

    @Test
    void aStormWithoutEndKeepsNobodyFromClaimingADeadLease() {
        CampaignRig rig = follower();
        rig.pause(CampaignRig.WAIT);
        rig.wakeUp();
        for (int i = 0; i < 100 && !(rig.call() instanceof Effect.Claim); i++) {
            if (rig.call() == null) {
                rig.advance(rig.untilWake());
            } else {
                rig.wakeUp();
                rig.see(HELD);
            }
        }

        rig.claim();
    }
}
