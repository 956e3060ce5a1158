package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.NoJitter;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("R4 Errors are not loss")
class R04ErrorsAreNotLossTest {

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aFailedRenewalIsRetriedWhileTrustLasts(Kind kind) {
        CampaignRig rig = CampaignRig.working();
        rig.advance(CampaignRig.INTERVAL);
        rig.onCalls(store -> store.fail(kind));
        rig.fail(kind);
        rig.advance(CampaignRig.TRUSTED.minus(CampaignRig.INTERVAL).minusMillis(1));

        assertThat(rig.all(Effect.Renew.class)).hasSizeGreaterThan(4);
        assertThat(rig.leads()).isTrue();
        assertThat(rig.all(Effect.Cancel.class)).isEmpty();
        assertThat(rig.told(ElectionEvent.Lost.class)).isEmpty();
    }

    @Test
    void oneSuccessAfterManyFailuresKeepsTheTerm() {
        CampaignRig rig = CampaignRig.working();
        rig.onCalls(store -> store.fail(Kind.UNREACHABLE));
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.campaign.snapshot().failures()).isGreaterThan(4);
        rig.onCalls(CampaignRig::renew);
        rig.advance(Duration.ofMinutes(5));

        assertThat(rig.leads()).isTrue();
        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Lost.class)).isEmpty();
        assertThat(rig.campaign.snapshot().failures()).isZero();
    }

    @Test
    void theBackOffGrowsUpToHalfAnInterval() {
        List<Duration> gaps = gapsOfAnOutage(new NoJitter());

        assertThat(gaps.subList(0, 4)).containsExactly(backOff(1), backOff(2), backOff(4), backOff(8));
        assertThat(gaps).allSatisfy(gap -> assertThat(gap).isLessThanOrEqualTo(CampaignRig.INTERVAL.dividedBy(2)));
    }

    @Test
    void theBackOffIsJittered() {
        List<Duration> one = gapsOfAnOutage(new Random(1));
        List<Duration> another = gapsOfAnOutage(new Random(2));

        assertThat(one.get(0)).isNotEqualTo(another.get(0));
        assertThat(Stream.of(one.get(0), another.get(0)))
                .allSatisfy(gap -> assertThat(gap).isBetween(backOff(1), backOff(2)));
    }

    /** Returns so many times the least back-off there is. */
    private static Duration backOff(int count) {
        return CampaignRig.INTERVAL.dividedBy(32).multipliedBy(count);
    }

    private static List<Duration> gapsOfAnOutage(Random random) {
        CampaignRig rig = new CampaignRig(CampaignRig.TIMING, Duration.ZERO, false, random);
        rig.tick();
        rig.see(Records.never());
        rig.grant();
        List<Duration> sent = new ArrayList<>();
        rig.onCalls(store -> {
            sent.add(store.elapsed());
            store.fail(Kind.UNREACHABLE);
        });
        rig.advance(CampaignRig.TRUSTED.minusMillis(1));
        List<Duration> gaps = new ArrayList<>();
        for (int i = 1; i < sent.size(); i++) {
            gaps.add(sent.get(i).minus(sent.get(i - 1)));
        }
        return gaps;
    }

    static Stream<Sighting> recordsOfOthers() {
        return Stream.of(
                Records.held(Records.foreign(Lease.MAX_TOKEN, 0)),
                Records.never(),
                Records.released(5),
                Records.unreadable("x"),
                Records.held(Records.lease(Records.SELF, 3, new WriteStamp(0, 77, Instant.EPOCH), CampaignRig.TTL)));
    }

    @ParameterizedTest
    @MethodSource("recordsOfOthers")
    void aRefusalThatShowsAnotherTermOrNoneIsLossAtOnce(Sighting found) {
        CampaignRig rig = CampaignRig.working();
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(found);

        assertThat(rig.campaign.snapshot().lease()).isNull();
        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
    }

    @Test
    void lossNamesTheNewLeader() {
        CampaignRig rig = CampaignRig.leading();
        long token = rig.lease().token() + 1;
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.held(Records.foreign(token, 0)));

        assertThat(rig.told(ElectionEvent.Lost.class).get(0).cause())
                .isEqualTo("the lease is held by node-2 with token " + token);
        assertThat(rig.told(ElectionEvent.LeaderChanged.class))
                .singleElement()
                .satisfies(changed -> assertThat(changed.leader()).isEqualTo(Records.OTHER))
                .satisfies(changed -> assertThat(changed.token()).isEqualTo(token));
    }

    @Test
    void ourOwnTermUnderAnotherRenewalNumberIsNoLoss() {
        CampaignRig rig = CampaignRig.working();
        Lease held = rig.lease();
        Lease rolledBack =
                Records.lease(Records.SELF, held.token(), new WriteStamp(9, 99, Instant.EPOCH), CampaignRig.TTL);
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.held(rolledBack));

        assertThat(rig.leads()).isTrue();
        assertThat(rig.renewal().extension().held())
                .as("renewed at once, from what is there")
                .isEqualTo(rolledBack);
        rig.renew();
        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED);
        assertThat(rig.told(ElectionEvent.Lost.class)).isEmpty();
    }

    @Test
    void ownTermUnderAnotherVersionIsNoLoss() {
        CampaignRig rig = CampaignRig.working();
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.held(rig.lease().withVersion("moved")));

        assertThat(rig.leads()).isTrue();
        assertThat(rig.call()).isNull();
        assertThat(rig.untilWake()).isEqualTo(backOff(1));
        rig.advance(backOff(1));
        assertThat(rig.renewal().extension().held().version()).isEqualTo("moved");
    }

    @Test
    void aFollowerThatCannotReachTheStoreLearnsNothingFromIt() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.held(Records.foreign(5, 0)));
        rig.onCalls(store -> store.fail(Kind.UNREACHABLE));
        rig.advance(Duration.ofMinutes(1));

        assertThat(rig.campaign.snapshot().leader()).isEqualTo(Records.foreign(5, 0));
        assertThat(rig.told(ElectionEvent.LeaderChanged.class)).hasSize(1);
        assertThat(rig.campaign.snapshot().failures()).isGreaterThan(3);
    }
}
