package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 Order of loss: a lease is held, but not led by, while the leader before may not have stopped")
class R05TakeoverDelayTest {
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration AFTER_RELEASE = Duration.ofSeconds(1);
    private static final Duration AFTER_EXPIRY = CampaignRig.TTL.multipliedBy(2);
    private static final TakeoverDelay GRACE = new TakeoverDelay(AFTER_EXPIRY, AFTER_RELEASE);
    private static final StandOptions HOOKED = new StandOptions(false, true, false, true, false, null);

    private static CampaignRig granted(CampaignRig rig, Sighting before) {
        rig.tick();
        rig.see(before);
        while (!(rig.call() instanceof Effect.Claim)) {
            rig.advance(rig.untilWake());
            if (rig.call() instanceof Effect.Inspect) {
                rig.see(before);
            }
        }
        rig.grant();
        return rig.onCalls(R05TakeoverDelayTest::answer);
    }

    private static CampaignRig granted(Sighting before) {
        return granted(CampaignRig.sharing(GRACE, StandOptions.PLAIN), before);
    }

    private static void answer(CampaignRig store) {
        if (store.call() instanceof Effect.Renew) {
            store.renew();
        }
    }

    private static void assertOpensAfter(Duration grace, CampaignRig rig) {
        rig.input(new Input.WorkGiven());
        rig.advance(grace.minus(MOMENT));
        assertThat(rig.leads()).isFalse();
        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.all(Effect.Start.class)).isEmpty();

        rig.advance(MOMENT);
        assertThat(rig.leads()).isTrue();
        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
        assertThat(rig.all(Effect.Start.class)).hasSize(1);
    }

    @Test
    void afterAnExpiredTermTheTermOpensAfterTheDelay() {
        CampaignRig rig = granted(Records.held(Records.foreign(3, 1)));
        assertThat(rig.told(ElectionEvent.Warning.class))
                .extracting(ElectionEvent.Warning::cause)
                .anyMatch(cause -> cause.contains("may not have stopped"));

        assertOpensAfter(AFTER_EXPIRY, rig);

        assertThat(rig.all(Effect.Renew.class)).hasSizeGreaterThan(1);
    }

    @Test
    void anUnreadableRecordMayBeALivingTermToo() {
        assertOpensAfter(AFTER_EXPIRY, granted(Records.unreadable("v1")));
    }

    @Test
    void afterAReleaseTheOtherGraceApplies() {
        assertOpensAfter(AFTER_RELEASE, granted(Records.released(3)));
        assertOpensAfter(AFTER_RELEASE, granted(Records.never()));
    }

    @Test
    void aClaimWhoseAnswerWasLostMayHaveReplacedALivingTerm() {
        CampaignRig rig = CampaignRig.sharing(GRACE, StandOptions.PLAIN);
        rig.tick();
        rig.see(Records.never());
        var lost = rig.asked();
        rig.fail(StoreException.Kind.OUTCOME_UNKNOWN, "no answer");
        rig.advance(rig.untilWake());
        rig.see(Records.held(lost));

        assertOpensAfter(AFTER_EXPIRY, rig.onCalls(R05TakeoverDelayTest::answer));
    }

    @Test
    void theAcquireHookWaitsToo() {
        CampaignRig rig = granted(CampaignRig.sharing(GRACE, HOOKED), Records.held(Records.foreign(3, 1)));
        rig.advance(AFTER_EXPIRY.minus(MOMENT));
        assertThat(rig.all(Effect.Start.class)).isEmpty();

        rig.advance(MOMENT);
        rig.workEnds(null);

        assertThat(rig.leads()).isTrue();
    }

    @Test
    void aHeldTermThatIsResignedNeverOpens() {
        CampaignRig rig = granted(Records.held(Records.foreign(3, 1)));
        rig.advance(AFTER_RELEASE);
        rig.resign();
        assertThat(rig.release().to().reservation())
                .as("whoever is next waits for the rest of the grace")
                .isEqualTo(new Reservation("nobody", AFTER_EXPIRY.minus(AFTER_RELEASE)));

        rig.onCalls(CampaignRig::tick).advance(AFTER_EXPIRY);

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
    }

    @Test
    void lateLeaseIsReleasedWithTheWholeTakeoverDelay() {
        CampaignRig rig = CampaignRig.sharing(GRACE, StandOptions.PLAIN);
        rig.tick();
        rig.see(Records.held(Records.foreign(3, 1)));
        while (!(rig.call() instanceof Effect.Claim)) {
            rig.advance(rig.untilWake());
            if (rig.call() instanceof Effect.Inspect) {
                rig.see(Records.held(Records.foreign(3, 1)));
            }
        }
        rig.pause(CampaignRig.TTL);
        rig.grant();

        assertThat(rig.release().to().reservation()).isEqualTo(new Reservation("nobody", AFTER_EXPIRY));
    }

    @Test
    void theLoseHookOfATermThatNeverOpenedDoesNotRun() {
        StandOptions hooked = new StandOptions(false, true, false, true, true, null);
        CampaignRig rig = granted(CampaignRig.sharing(GRACE, hooked), Records.held(Records.foreign(3, 1)));
        rig.resign();

        assertThat(rig.all(Effect.Start.class)).isEmpty();
    }

    @Test
    void aHeldTermThatCannotBeRenewedNeverOpens() {
        CampaignRig rig = granted(Records.held(Records.foreign(3, 1)));
        rig.onCalls(store -> store.fail(StoreException.Kind.UNREACHABLE, "cut off"));

        rig.advance(AFTER_EXPIRY.plus(AFTER_EXPIRY));

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
    }

    @Test
    void storeMaySayHowLongTheLeaseIsHeld() {
        for (Duration hold : List.of(Duration.ofSeconds(2), AFTER_EXPIRY.plusSeconds(2))) {
            CampaignRig rig = CampaignRig.sharing(GRACE, StandOptions.PLAIN);
            rig.tick();
            rig.see(Records.released(3));
            rig.grantAndHold(hold);

            assertOpensAfter(hold, rig.onCalls(R05TakeoverDelayTest::answer));
        }
    }

    @Test
    void termOpensAtOnceIfTheStoreSaysNobodyIsLeft() {
        CampaignRig rig = CampaignRig.sharing(GRACE, StandOptions.PLAIN);
        rig.tick();
        rig.see(Records.released(3));
        rig.grantAndHold(Duration.ZERO);

        assertThat(rig.leads()).isTrue();
        assertThat(rig.told(ElectionEvent.Warning.class)).isEmpty();
    }

    @Test
    void firstTermIsDelayedWithoutAWarning() {
        CampaignRig rig = granted(Records.never());

        assertOpensAfter(AFTER_RELEASE, rig);

        assertThat(rig.told(ElectionEvent.Warning.class)).isEmpty();
    }
}
