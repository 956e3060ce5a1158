package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.NoJitter;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R16 Corrupt records")
class R16CorruptRecordsTest {
    private static final Sighting CORRUPT = Records.unreadable("a");

    @Test
    void anUnreadableRecordIsReportedOnce() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(CORRUPT);
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(CORRUPT);
            }
        });
        rig.advance(CampaignRig.TTL);

        assertThat(rig.all(Effect.Inspect.class)).hasSizeGreaterThan(2);
        assertThat(rig.told(ElectionEvent.Warning.class))
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.cause())
                        .isEqualTo("the record is unreadable, and is replaced if it stays so: not JSON"));
    }

    @Test
    @DisplayName("an unreadable record shows no leader, so awaitAttempt waits on")
    void anUnreadableRecordDecidesNothing() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(CORRUPT);
        assertThat(rig.campaign.snapshot().lastDecided()).isNull();
        rig.advance(CampaignRig.INTERVAL);
        rig.see(Records.held(Records.foreign(5, 0)));

        assertThat(rig.campaign.snapshot().lastDecided()).isNotNull();
    }

    @Test
    void anotherUnreadableRecordIsReportedAgain() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(CORRUPT);
        rig.advance(CampaignRig.INTERVAL);
        rig.see(Records.unreadable("b"));

        assertThat(rig.told(ElectionEvent.Warning.class)).hasSize(2);
    }

    /**
     * Candidates may have different ttls: what counts is the one the vanished lease was written with, if it is known.
     */
    @Test
    void aTraceOfALongerLeaseIsWaitedOutForAsLong() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        Sighting trace = new Sighting.Unreadable("the lock is gone", 41, "t", CampaignRig.TTL.multipliedBy(2));
        rig.see(trace);
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(trace);
            }
        });
        rig.advance(CampaignRig.WAIT.multipliedBy(2).minusNanos(1));
        assertThat(rig.all(Effect.Claim.class)).isEmpty();
        rig.advance(Duration.ofNanos(1));

        rig.claim();
    }

    @Test
    void anUnreadableRecordIsTakenOverWhenItStaysSo() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        Sighting trace = new Sighting.Unreadable("no release mark", 41, "t");
        rig.see(trace);
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(trace);
            }
        });
        rig.advance(CampaignRig.WAIT.minusNanos(1));
        assertThat(rig.all(Effect.Claim.class)).isEmpty();

        rig.advance(Duration.ofNanos(1));
        assertThat(rig.claim().ballot().condition()).isEqualTo(new ClaimCondition(trace, true, 41));
        rig.grant();
        assertThat(rig.leads()).isTrue();
    }

    @Test
    void aLeaderWhoseRecordIsCorruptedStepsDownAndReportsIt() {
        CampaignRig rig = CampaignRig.working();
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(CORRUPT);

        assertThat(rig.leads()).isFalse();
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Warning.class)).hasSize(1);
    }

    @Test
    void aLeaseLongerThanADayIsNoLease() {
        assertThat(Records.foreign(1, 0, Duration.ofDays(1)).ttl()).hasDays(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Records.foreign(1, 0, Duration.ofDays(1).plusNanos(1)))
                .withMessageContaining("is not between zero and PT24H");
        assertThatIllegalArgumentException().isThrownBy(() -> Records.foreign(1, 0, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> Records.foreign(1, 0, Duration.ofSeconds(-1)));
    }

    @Test
    void aTokenOutsideItsRangeIsNoToken() {
        assertThat(Records.foreign(Lease.MAX_TOKEN, 0).token()).isEqualTo(253_402_300_800_000_000L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Records.foreign(Lease.MAX_TOKEN + 1, 0))
                .withMessageContaining("token 253402300800000001 is not between 1 and");
        assertThatIllegalArgumentException().isThrownBy(() -> Records.foreign(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Records.foreign(-1, 0));
    }

    @Test
    void aReservationLongerThanADayIsNoReservation() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Records.reserved(1, "x", Duration.ofDays(2)))
                .withMessageContaining("length PT48H");
        assertThatIllegalArgumentException().isThrownBy(() -> Records.reserved(1, "x", Duration.ZERO));
    }

    @Test
    @DisplayName("a reservation is believed for a ttl at most, however long a stranger has made it")
    void aReservationOfADayIsWaitedOutForATtl() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        Sighting reserved = Records.reserved(5, "stranger", Duration.ofDays(1));
        rig.see(reserved);
        rig.onCalls(store -> store.see(reserved));
        rig.advance(CampaignRig.WAIT.minusNanos(1));
        assertThat(rig.all(Effect.Claim.class)).isEmpty();

        rig.onCalls(store -> {});
        rig.advance(CampaignRig.INTERVAL.dividedBy(10));
        rig.claim();
    }

    /** Driven with a store, since the rig holds every campaign to tokens that grow, and here they cannot. */
    @Test
    @DisplayName("a record with the highest token is told of once, not claimed, and claimed after its repair (R15)")
    void aRecordWithTheHighestTokenIsClaimedAfterItsRepair() {
        ManualLoop loop = new ManualLoop();
        InMemoryStore store = new InMemoryStore();
        store.records.put(Records.ELECTION, Records.released(Lease.MAX_TOKEN - 1));
        LeadershipView view = new LeadershipView(Records.ELECTION, loop.clock, (token, reason, cause) -> {});
        CampaignSetup setup = new CampaignSetup(
                Records.ELECTION,
                Records.SELF,
                CampaignRig.TIMING,
                Duration.ZERO,
                new StoreProperties(Set.of(), TakeoverDelay.NONE),
                StandOptions.PLAIN);
        List<String> troubles = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        store.before = (call, election) -> calls.incrementAndGet();
        CampaignDriver driver = new CampaignDriver(
                setup,
                new StoreRounds(store, loop, 1),
                loop,
                view,
                event -> {
                    if (event instanceof ElectionEvent.Warning) {
                        troubles.add(event.cause());
                    }
                },
                new NoJitter());
        driver.start();
        loop.run();
        assertThat(view.term().orElseThrow().token()).isEqualTo(Lease.MAX_TOKEN);
        driver.input(new Input.Resign(0, Reason.RESIGNED, "resigned", CampaignRig.TTL, null));
        loop.run();
        calls.set(0);
        loop.advance(CampaignRig.TTL.multipliedBy(4));
        assertThat(view.isLeader()).as("no lower token is given").isFalse();
        assertThat(troubles).singleElement().asString().contains("shows token 253402300800000000");
        assertThat(calls).as("looks at the usual pace").hasValueLessThan(20);

        store.records.put(Records.ELECTION, Records.released(7));
        loop.advance(CampaignRig.TTL.multipliedBy(4));
        assertThat(view.isLeader()).as("by itself, after the repair").isTrue();
    }
}
