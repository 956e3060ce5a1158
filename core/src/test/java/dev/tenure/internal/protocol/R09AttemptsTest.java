package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R9 Attempts")
class R09AttemptsTest {
    private static final Sighting HELD = Records.held(Records.foreign(5, 0));
    private static final Duration TENTH = CampaignRig.INTERVAL.dividedBy(10);

    @Test
    void theFirstLookIsTakenAtOnce() {
        CampaignRig rig = CampaignRig.observing();
        assertThat(rig.untilWake()).isZero();
        rig.tick();

        rig.look();
    }

    @Test
    void anEmptySeatIsClaimedInTheSameBreath() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());

        rig.claim();
        assertThat(rig.elapsed()).isZero();
    }

    @Test
    void firstCallToStoreWithClockIsAClaim() {
        CampaignRig rig = CampaignRig.onStoreClock();
        rig.tick();
        rig.grant();

        assertThat(rig.leads()).isTrue();
        assertThat(rig.all(Effect.Call.class)).hasSize(1);
    }

    @Test
    void aFollowerLooksEveryInterval() {
        CampaignRig rig = CampaignRig.observing();
        rig.onCalls(store -> store.see(
                Records.held(Records.foreign(5, store.all(Effect.Inspect.class).size()))));
        rig.tick();
        rig.see(HELD);
        rig.advance(CampaignRig.INTERVAL.multipliedBy(20));

        assertThat(rig.all(Effect.Inspect.class)).hasSize(21);
        assertThat(rig.all(Effect.Claim.class)).isEmpty();
    }

    @Test
    void followerClaimsWhenTheLeaseEndsNotAtTheNextPoll() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(HELD);
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(HELD);
            }
        });
        rig.advance(CampaignRig.WAIT);

        rig.claim();
        assertThat(CampaignRig.WAIT.toNanos() % CampaignRig.INTERVAL.toNanos())
                .as("the end of the lease is between two polls")
                .isNotZero();
    }

    @Test
    void lookingRenewingAndClaimingAreJittered() {
        Set<Duration> looks = new HashSet<>();
        Set<Duration> renewals = new HashSet<>();
        Set<Duration> claims = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            CampaignRig follower = new CampaignRig(CampaignRig.TIMING, Duration.ZERO, false, new Random(seed));
            follower.tick();
            follower.see(HELD);
            looks.add(follower.untilWake());
            follower.onCalls(store -> {
                if (store.call() instanceof Effect.Inspect) {
                    store.see(HELD);
                }
            });
            while (!(follower.call() instanceof Effect.Claim)) {
                follower.advance(follower.untilWake());
            }
            claims.add(follower.elapsed());
            follower.grant();
            renewals.add(follower.untilWake());
        }

        assertThat(looks).hasSize(20).allSatisfy(R09AttemptsTest::isWithinATenthBelowTheInterval);
        assertThat(renewals).hasSize(20).allSatisfy(R09AttemptsTest::isWithinATenthBelowTheInterval);
        assertThat(claims)
                .hasSize(20)
                .allSatisfy(claim -> assertThat(claim).isBetween(CampaignRig.WAIT, CampaignRig.WAIT.plus(TENTH)));
    }

    private static void isWithinATenthBelowTheInterval(Duration wait) {
        assertThat(wait).isBetween(CampaignRig.INTERVAL.minus(TENTH), CampaignRig.INTERVAL);
    }

    @Test
    void theBackOffGrowsToAtMostHalfTheTtl() {
        CampaignRig rig = CampaignRig.observing();
        List<Duration> gaps = new ArrayList<>();
        rig.tick();
        rig.fail(Kind.UNREACHABLE);
        for (int i = 0; i < 80; i++) {
            gaps.add(rig.untilWake());
            rig.advance(rig.untilWake());
            rig.fail(Kind.UNREACHABLE);
        }

        assertThat(gaps.get(0)).isEqualTo(CampaignRig.INTERVAL.dividedBy(32));
        assertThat(gaps.subList(0, 6)).isSorted().doesNotHaveDuplicates();
        assertThat(gaps)
                .allSatisfy(gap -> assertThat(gap).isPositive().isLessThanOrEqualTo(CampaignRig.TTL.dividedBy(2)));
    }

    @Test
    void theBackOffBeginsAnewAfterASuccess() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.onCalls(store -> store.fail(Kind.UNREACHABLE));
        rig.fail(Kind.UNREACHABLE);
        rig.advance(Duration.ofMinutes(1));
        rig.onCalls(store -> {});
        rig.advance(rig.untilWake());
        rig.see(HELD);
        rig.advance(rig.untilWake());
        rig.fail(Kind.UNREACHABLE);

        assertThat(rig.untilWake()).isEqualTo(CampaignRig.INTERVAL.dividedBy(32));
    }

    @Test
    void refusedClaimsDoNotSpin() {
        CampaignRig rig = CampaignRig.observing();
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Claim) {
                store.refuse(Records.released(5));
            } else {
                store.see(Records.released(5));
            }
        });
        rig.tick();
        rig.see(Records.released(5));
        rig.refuse(Records.released(5));
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.all(Effect.Claim.class))
                .as("a race, but not without end")
                .hasSizeBetween(10, 52);
    }

    @Test
    void aRefusalNeverPutsAClaimBeforeItsTime() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.released(5));
        rig.refuse(Records.held(Records.foreign(6, 0)));
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(Records.held(Records.foreign(6, 0)));
            }
        });
        rig.advance(CampaignRig.WAIT.minusNanos(1));
        assertThat(rig.all(Effect.Claim.class)).hasSize(1);

        rig.advance(Duration.ofNanos(1));
        rig.claim();
    }
}
