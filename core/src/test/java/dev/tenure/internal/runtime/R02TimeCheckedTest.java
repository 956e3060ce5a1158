package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.tenure.ElectionEvent;
import dev.tenure.NotLeaderException;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.StoreException.Kind;
import dev.tenure.Term;
import dev.tenure.internal.fixtures.Allocation;
import dev.tenure.internal.fixtures.ManualClock;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.internal.protocol.Snapshot;
import dev.tenure.internal.protocol.Trust;
import dev.tenure.spi.Lease;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R2 Time-checked")
class R02TimeCheckedTest {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration HALF_MARGIN = CampaignRig.MARGIN.dividedBy(2);

    private final ManualClock clock = new ManualClock();
    private final LeadershipView view = new LeadershipView(Records.ELECTION, clock, (token, reason, cause) -> {});

    private Term lead(long token) {
        Lease lease = Records.lease(Records.SELF, token, new WriteStamp(0, 1, Instant.EPOCH), CampaignRig.TTL);
        Trust trust = Trust.earned(ClockReading.of(clock), lease.ttl(), CampaignRig.TIMING);
        ClockReading now = ClockReading.of(clock);
        view.publish(new Snapshot(lease, trust, true, false, null, now, 0, null, now, false));
        return view.term().orElseThrow();
    }

    @Test
    void everyAnswerTurnsTheInstantTrustEndsWithoutAnythingRunning() {
        Term term = lead(7);
        clock.advance(CampaignRig.TRUSTED.minus(MILLI));

        assertThat(view.isLeader()).isTrue();
        assertThat(view.term()).contains(term);
        assertThat(view.status().role()).isEqualTo(Role.LEADER);
        assertThat(view.status().leader()).isEqualTo(Records.SELF);
        assertThat(view.status().reason()).as("before listeners are told").isEqualTo(Reason.ELECTED);
        assertThat(term.isCurrent()).isTrue();
        assertThat(term.isEnding()).isFalse();
        assertThat(term.remaining()).isEqualTo(MILLI);
        assertThatNoException().isThrownBy(term::requireCurrent);

        clock.advance(MILLI);

        assertThat(view.isLeader()).isFalse();
        assertThat(view.term()).isEmpty();
        assertThat(view.status().role()).isEqualTo(Role.FOLLOWER);
        assertThat(view.status().leader()).isNull();
        assertThat(view.status().token()).isZero();
        assertThat(term.isCurrent()).isFalse();
        assertThat(term.isEnding()).as("what a loop of work asks").isTrue();
        assertThat(term.remaining()).isZero();
        assertThatExceptionOfType(NotLeaderException.class)
                .isThrownBy(term::requireCurrent)
                .withMessage("term 7 of election 'payroll' is over: stop, another candidate may lead by now")
                .satisfies(stale -> assertThat(stale.token()).isEqualTo(7));
    }

    @Test
    @DisplayName("a thread that is held up between two clock reads hears what is true when it goes on")
    void pauseBetweenTwoClockReadsDoesNotFalsifyTheAnswer() {
        Deque<Runnable> meanwhile = new ArrayDeque<>();
        LeadershipView held =
                new LeadershipView(Records.ELECTION, new HeldUpReads(clock, meanwhile), (token, reason, cause) -> {});
        Snapshot leading = leading();
        held.publish(leading);

        meanwhile.add(() -> clock.advance(CampaignRig.MARGIN));
        assertThat(held.isLeader()).isTrue();
        meanwhile.add(() -> clock.advance(CampaignRig.MARGIN));
        assertThat(held.term()).isPresent();
        meanwhile.add(() -> {
            clock.advance(CampaignRig.MARGIN);
            held.publish(Snapshot.empty(false));
        });
        assertThat(held.isLeader()).as("the term was given up meanwhile").isFalse();
        held.publish(leading);
        meanwhile.add(() -> clock.advance(CampaignRig.TRUSTED));
        assertThat(held.isLeader()).as("trust ended meanwhile").isFalse();
    }

    /** Clocks of which the monotonic one is read, then something happens once, then the others are read. */
    private record HeldUpReads(ManualClock clock, Deque<Runnable> meanwhile) implements TimeSource {
        @Override
        public long nanos() {
            return clock.nanos();
        }

        @Override
        public long wallMillis() {
            if (!meanwhile.isEmpty()) {
                meanwhile.remove().run();
            }
            return clock.wallMillis();
        }
    }

    @Test
    @DisplayName("a thread that is held up before it reads the clocks hears of the renewals made meanwhile")
    void pauseBeforeTheFirstClockReadDoesNotHideRenewals() {
        Deque<Runnable> meanwhile = new ArrayDeque<>();
        LeadershipView held =
                new LeadershipView(Records.ELECTION, new HeldUpBefore(clock, meanwhile), (token, reason, cause) -> {});
        held.publish(leading());
        Term term = held.term().orElseThrow();
        Duration most = CampaignRig.TRUSTED.minus(MILLI);
        Runnable renewal = () -> {
            clock.advance(most);
            held.publish(leading());
            clock.advance(most);
        };

        meanwhile.add(renewal);
        assertThat(held.isLeader()).isTrue();
        held.publish(leading());
        meanwhile.add(renewal);
        assertThat(term.isCurrent()).isTrue();
        held.publish(leading());
        meanwhile.add(renewal);
        assertThat(term.remaining()).isEqualTo(MILLI);
    }

    private Snapshot leading() {
        Lease lease = Records.lease(Records.SELF, 7, new WriteStamp(0, 1, Instant.EPOCH), CampaignRig.TTL);
        ClockReading now = ClockReading.of(clock);
        Trust trust = Trust.earned(now, lease.ttl(), CampaignRig.TIMING);
        return new Snapshot(lease, trust, true, false, null, now, 0, null, now, false);
    }

    /** Clocks of which the first is read only after something has happened once. */
    private record HeldUpBefore(ManualClock clock, Deque<Runnable> meanwhile) implements TimeSource {
        @Override
        public long nanos() {
            if (!meanwhile.isEmpty()) {
                meanwhile.remove().run();
            }
            return clock.nanos();
        }

        @Override
        public long wallMillis() {
            return clock.wallMillis();
        }
    }

    @Test
    @DisplayName("a sleep ends the term although the wall clock was set back by more than it lasted")
    void aWallClockThatIsSetBackHidesNoSleep() {
        Term term = lead(7);
        clock.stepWall(Duration.ofSeconds(-20));
        clock.sleep(Duration.ofSeconds(19));

        assertThat(view.isLeader()).isFalse();
        assertThat(term.isCurrent()).isFalse();
        assertThat(term.remaining()).isZero();
    }

    @Test
    void aShortSleepBehindAWallClockSetBackShortensTheTerm() {
        Term term = lead(7);
        clock.stepWall(Duration.ofSeconds(-20));
        clock.sleep(HALF_MARGIN);

        assertThat(term.remaining()).isEqualTo(CampaignRig.TRUSTED.minus(HALF_MARGIN));
    }

    @Test
    void wallClockAheadByMoreThanHalfTheMarginEndsTheTerm() {
        Term term = lead(7);

        clock.stepWall(HALF_MARGIN);
        assertThat(view.isLeader()).isTrue();
        assertThat(term.isCurrent()).isTrue();

        clock.stepWall(MILLI);
        assertThat(view.isLeader()).isFalse();
        assertThat(view.term()).isEmpty();
        assertThat(view.status().role()).isEqualTo(Role.FOLLOWER);
        assertThat(term.isCurrent()).isFalse();
        assertThat(term.remaining()).isZero();
    }

    @Test
    void aWallClockSetBackEndsNothing() {
        Term term = lead(7);
        clock.stepWall(Duration.ofHours(-1));

        assertThat(view.isLeader()).isTrue();
        assertThat(term.isCurrent()).isTrue();
        assertThat(term.remaining()).isEqualTo(CampaignRig.TRUSTED);
    }

    @Test
    void aWallClockSetBackDoesNotHideTheEndOfTrust() {
        lead(7);
        clock.stepWall(Duration.ofHours(-1));
        clock.advance(CampaignRig.TRUSTED);

        assertThat(view.isLeader()).isFalse();
    }

    @Test
    void theCampaignNoticesASuspendedMachineAndSaysSo() {
        CampaignRig rig = CampaignRig.working();
        rig.stepWallClock(HALF_MARGIN.plus(MILLI));
        rig.tick();

        assertThat(rig.told(ElectionEvent.Lost.class))
                .singleElement()
                .satisfies(fenced -> assertThat(fenced.cause()).contains("the machine slept or its clock was stepped"));
        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);
    }

    @Test
    void aShortSleepOfTheMachineCountsAsTimeThatPassed() {
        Duration slept = Duration.ofMillis(500);
        Term term = lead(7);
        clock.stepWall(slept);
        clock.advance(CampaignRig.TRUSTED.minus(slept).minus(MILLI));
        assertThat(view.isLeader()).isTrue();
        assertThat(term.remaining()).isEqualTo(MILLI);

        clock.advance(MILLI);
        assertThat(view.isLeader()).isFalse();
        assertThat(term.remaining()).isZero();
    }

    @Test
    void theCampaignEndsATermThatMuchEarlierToo() {
        Duration slept = Duration.ofMillis(500);
        CampaignRig rig = CampaignRig.working();
        rig.onCalls(store -> store.fail(Kind.UNREACHABLE));
        rig.stepWallClock(slept);
        rig.advance(CampaignRig.TRUSTED.minus(slept).minus(MILLI));
        assertThat(rig.leads()).isTrue();
        assertThat(rig.all(Effect.Cancel.class)).isEmpty();

        rig.advance(MILLI.multipliedBy(2));
        assertThat(rig.leads()).isFalse();
        assertThat(rig.all(Effect.Cancel.class))
                .as("when trust ends, to the millisecond of a wall clock")
                .hasSize(1);
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
    }

    @Test
    void theLeapIsMeasuredAnewWithEveryRenewal() {
        CampaignRig rig = CampaignRig.leading();
        for (int i = 0; i < 5; i++) {
            rig.stepWallClock(HALF_MARGIN.minus(MILLI));
            rig.advance(CampaignRig.INTERVAL);
            rig.renew();
        }

        assertThat(rig.leads()).isTrue();
        assertThat(rig.told(ElectionEvent.Lost.class)).isEmpty();
    }

    @Test
    void anEarlierTermIsNotMadeCurrentByALaterOne() {
        Term first = lead(7);
        Term second = lead(8);

        assertThat(first.isCurrent()).isFalse();
        assertThat(first.isEnding()).isTrue();
        assertThat(second.isCurrent()).isTrue();
        assertThat(second.isEnding()).isFalse();
        assertThat(first).hasToString("term 7 of payroll (over)");
        assertThat(second).hasToString("term 8 of payroll");
    }

    @Test
    void statusNamesTheOtherLeaderAndWhenItIsAskedNext() {
        ClockReading seen = ClockReading.of(clock);
        long next = seen.plus(Duration.ofSeconds(3));
        view.publish(new Snapshot(null, null, false, false, Records.foreign(9, 4), seen, 2, next, seen, false));
        clock.advance(Duration.ofSeconds(1));

        assertThat(view.status())
                .isEqualTo(new StatusSnapshot(
                        Records.ELECTION,
                        Role.FOLLOWER,
                        Records.OTHER,
                        9,
                        Instant.EPOCH,
                        seen.instant(),
                        2,
                        seen.instant().plusSeconds(3),
                        Reason.STANDING,
                        ""));
    }

    @Test
    void askingAllocatesNothing() throws ReflectiveOperationException {
        Term term = lead(7);
        long yes = ask(term, 20_000);
        long before = Allocation.ofThisThread();
        yes += ask(term, 100_000);
        long allocated = Allocation.ofThisThread() - before;

        assertThat(yes).isEqualTo(240_000);
        assertThat(allocated).as("bytes for 200,000 answers").isLessThan(20_000);
    }

    private long ask(Term term, int times) {
        long yes = 0;
        for (int i = 0; i < times; i++) {
            yes += view.isLeader() ? 1 : 0;
            yes += term.isCurrent() ? 1 : 0;
        }
        return yes;
    }
}
