package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.ManualWork;
import dev.tenure.internal.fixtures.NoJitter;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.internal.protocol.Trust;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R11 Callbacks cannot hurt: the engine itself fails")
class R11EngineFailureTest {
    private static final Duration TTL = CampaignRig.TTL;

    private final ManualLoop loop = new ManualLoop();
    private final InMemoryStore store = new InMemoryStore();
    private final LeadershipView view = new LeadershipView(Records.ELECTION, loop.clock, (token, reason, cause) -> {});
    private final List<ElectionEvent> told = new ArrayList<>();
    private final ManualWork work = new ManualWork();
    private Predicate<ElectionEvent> breaksOn = event -> false;

    private CampaignDriver driver() {
        CampaignSetup setup = new CampaignSetup(
                Records.ELECTION,
                Records.SELF,
                CampaignRig.TIMING,
                Duration.ZERO,
                new StoreProperties(Set.copyOf(store.capabilities), TakeoverDelay.NONE),
                StandOptions.PLAIN);
        return new CampaignDriver(setup, new RenewalBatches(store, loop, 1), loop, view, this::hear, new NoJitter());
    }

    private void hear(ElectionEvent event) {
        if (breaksOn.test(event)) {
            throw new IllegalStateException("the herald is broken");
        }
        told.add(event);
    }

    private CampaignDriver leading() {
        CampaignDriver driver = driver();
        driver.start();
        loop.run();
        assertThat(view.isLeader()).isTrue();
        return driver;
    }

    private CampaignDriver working() {
        CampaignDriver driver = leading();
        driver.give(work);
        loop.run();
        assertThat(work.isRunning()).isTrue();
        return driver;
    }

    /** Makes the engine fail while it leads. */
    private void breakEngine() {
        armFault();
        loop.advance(CampaignRig.INTERVAL);
    }

    /** Makes the engine fail with the next call to the store: that fails, and telling so breaks the herald once. */
    private void armFault() {
        breaksOn = event -> {
            boolean first = event instanceof ElectionEvent.Warning warning
                    && warning.cause().startsWith("the store failed");
            breaksOn = first ? next -> false : breaksOn;
            return first;
        };
        failCallsOnce();
    }

    private void failCallsOnce() {
        store.before = (call, election) -> {
            store.before = (others, anywhere) -> {};
            throw new StoreException(Kind.UNREACHABLE, "refused");
        };
    }

    private <T extends ElectionEvent> List<T> told(Class<T> type) {
        return told.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Test
    void leadershipIsDroppedAndTheFailureReported() {
        leading();
        breakEngine();

        assertThat(view.isLeader()).isFalse();
        assertThat(told(ElectionEvent.Warning.class))
                .singleElement()
                .satisfies(warning -> assertThat(warning.cause())
                        .contains("the engine failed and starts over")
                        .contains("the herald is broken"));
    }

    @Test
    void theLostTermIsToldAsLost() {
        leading();
        breakEngine();

        assertThat(told(ElectionEvent.Lost.class))
                .singleElement()
                .satisfies(fenced -> assertThat(fenced.token())
                        .isEqualTo(told(ElectionEvent.Acquired.class).get(0).token()))
                .satisfies(fenced -> assertThat(fenced.cause()).contains("the engine failed"));
    }

    @Test
    void aNewCampaignLeadsAgainWithAHigherToken() {
        leading();
        breakEngine();
        loop.advance(TTL.minusMillis(1));
        assertThat(view.isLeader()).isFalse();
        loop.advance(TTL);

        assertThat(view.isLeader()).isTrue();
        assertThat(told(ElectionEvent.Acquired.class))
                .extracting(ElectionEvent.Acquired::token)
                .hasSize(2)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void runningWorkIsCancelledAndGivenToTheNextTerm() {
        working();
        breakEngine();
        assertThat(work.log()).containsExactly("start", "cancel");
        work.end(null);
        loop.advance(TTL.multipliedBy(2));

        assertThat(view.isLeader()).isTrue();
        assertThat(work.log()).containsExactly("start", "cancel", "start");
    }

    @Test
    void nothingIsReleasedOrClaimedWhileTheOldWorkRuns() {
        CampaignDriver driver = working();
        breakEngine();
        Sighting record = store.show(Records.ELECTION);
        for (int i = 0; i < 100; i++) {
            driver.input(new Input.WakeUp());
            driver.input(new Input.Resign(0, Reason.RESIGNED, "resigned", TTL, null));
            loop.advance(Duration.ofSeconds(1));
        }

        assertThat(store.show(Records.ELECTION)).isEqualTo(record);
        assertThat(view.isLeader()).isFalse();

        work.end(null);
        loop.advance(TTL.multipliedBy(2));
        assertThat(view.isLeader()).isTrue();
        assertThat(work.log()).containsExactly("start", "cancel", "kill", "start");
    }

    @Test
    void brokenEventRelayStopsNeitherCancellationNorRestart() {
        working();
        breaksOn = event -> true;
        failCallsOnce();
        loop.advance(CampaignRig.INTERVAL);
        assertThat(view.isLeader()).isFalse();
        assertThat(work.log()).containsExactly("start", "cancel");

        work.end(null);
        breaksOn = event -> false;
        loop.advance(TTL.multipliedBy(2));
        assertThat(view.isLeader()).isTrue();
    }

    @Test
    void workThatCannotBeCancelledStopsNotTheNewStart() {
        working();
        work.breaksOnCancel = true;
        loop.clock.advance(TTL);
        loop.run();
        assertThat(view.isLeader()).isFalse();
        assertThat(told(ElectionEvent.Lost.class)).hasSize(1);

        work.end(null);
        loop.advance(TTL.multipliedBy(3));
        assertThat(view.isLeader()).isTrue();
        assertThat(told(ElectionEvent.Acquired.class)).hasSize(2);
    }

    @Test
    void aWorkplaceThatThrowsIsFailedWork() {
        CampaignDriver driver = leading();
        driver.give((term, ended) -> {
            throw new OutOfMemoryError("no threads left");
        });
        loop.run();

        assertThat(view.isLeader()).isFalse();
        assertThat(told(ElectionEvent.Resigned.class))
                .singleElement()
                .satisfies(revoked -> assertThat(revoked.cause()).contains("no threads left"));
        assertThat(store.show(Records.ELECTION)).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void answerToTheBrokenCampaignIsNotUsedByTheNext() {
        CampaignDriver driver = leading();
        loop.holdCalls();
        loop.advance(CampaignRig.INTERVAL);
        assertThat(loop.callsHeldBack()).as("a renewal is under way").isEqualTo(1);
        breaksOn = ElectionEvent.Resigned.class::isInstance;
        driver.input(new Input.Resign(0, Reason.RESIGNED, "resigned", TTL, null));
        loop.run();
        loop.letCallsGo();
        loop.advance(TTL.multipliedBy(2));

        assertThat(told(ElectionEvent.Warning.class)).as("one failure").hasSize(1);
        assertThat(view.isLeader()).isTrue();
    }

    @Test
    void closingWhileTheEngineRecoversEndsWhenTheWorkHasEnded() {
        CampaignDriver driver = working();
        breakEngine();
        driver.input(new Input.Close());
        loop.run();
        assertThat(view.status().role()).isEqualTo(Role.FOLLOWER);

        work.end(null);
        loop.run();
        assertThat(view.status().role()).isEqualTo(Role.CLOSED);
        loop.advance(TTL.multipliedBy(3));
        assertThat(work.log()).containsExactly("start", "cancel");
    }

    @Test
    void storeWhoseWatchFailsIsPolled() {
        store.capabilities.add(Capability.WATCH);
        store.beforeWatch = () -> {
            throw new NoClassDefFoundError("Notifications");
        };
        breaksOn = event -> true;
        driver().start();
        breaksOn = event -> false;
        loop.run();

        assertThat(view.isLeader()).isTrue();
    }

    @Test
    void aCampaignClosedBeforeItBeganWatchesNothing() {
        store.capabilities.add(Capability.WATCH);
        CampaignDriver driver = driver();
        driver.input(new Input.Close());
        loop.run();
        driver.start();
        loop.run();

        assertThat(view.status().role()).isEqualTo(Role.CLOSED);
        assertThat(store.watchers).isEmpty();
    }

    @Test
    void watchThatFailsToCloseDoesNotStopTheCampaignFromEnding() {
        store.capabilities.add(Capability.WATCH);
        store.closesWatches = false;
        CampaignDriver driver = leading();
        driver.input(new Input.Close());
        loop.run();

        assertThat(view.status().role()).isEqualTo(Role.CLOSED);
        assertThat(store.show(Records.ELECTION)).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void workThatDoesNotStopForABrokenEngineIsKilled() {
        working();
        breakEngine();
        loop.advance(TTL.multipliedBy(2));

        assertThat(work.log()).containsExactly("start", "cancel", "kill");
    }

    @Test
    void workThatWasCancelledBeforeIsKilledWhenItsTermIsOver() {
        CampaignDriver driver = working();
        driver.input(new Input.Resign(0, Reason.RESIGNED, "resigned", TTL, null));
        loop.run();
        assertThat(work.log()).containsExactly("start", "ask", "cancel");
        Duration stopped = TTL.minus(TTL.dividedBy(10)); // by then the lease can be another's
        Duration left = Trust.timeToStop(CampaignRig.TIMING).dividedBy(2);
        loop.advance(stopped.minus(left));
        armFault();
        driver.input(new Input.WakeUp());
        loop.run();
        assertThat(work.log()).containsExactly("start", "ask", "cancel", "cancel");
        loop.advance(left);

        assertThat(work.log()).containsExactly("start", "ask", "cancel", "cancel", "kill");
    }

    @Test
    void aCandidateThatIsNotAbleDoesNotClaimWhenItsEngineStartsOver() {
        store.capabilities.add(Capability.STORE_CLOCK); // then a claim needs no look before it
        CampaignDriver driver = driver();
        driver.start();
        loop.advance(CampaignRig.INTERVAL);
        assertThat(view.isLeader()).isTrue();
        breakEngine();
        driver.step(new Input.Reconfigure(Records.SELF, CampaignRig.TIMING));
        driver.step(new Input.Able(false, "not able to lead"));
        List<String> calls = new ArrayList<>();
        store.before = (call, election) -> calls.add(String.valueOf(call));
        loop.advance(TTL.multipliedBy(3));

        assertThat(calls).isNotEmpty().noneMatch(call -> call.equalsIgnoreCase("claim"));
    }

    @Test
    @DisplayName("R5: a lease is not released while a barrier listener handles the end of its term")
    void aBarrierThatHasNotReturnedKeepsTheNextEngineFromReleasing() {
        CampaignDriver driver = leading();
        driver.barriers(1);
        breakEngine();
        store.before = (call, election) -> assertThat(store.show(election)).isInstanceOf(Sighting.Held.class);
        loop.advance(TTL.multipliedBy(4));

        assertThat(view.isLeader()).isTrue();
        assertThat(told(ElectionEvent.Acquired.class)).hasSize(2);
    }

    @Test
    @DisplayName("R14: settings that change while the engine recovers are in force when it has")
    void settingsThatChangeMeanwhileAreNotLost() {
        CampaignDriver driver = working();
        breakEngine();
        Duration ttl = Duration.ofSeconds(60);
        driver.step(new Input.Reconfigure(Records.SELF, Timing.of(ttl, Duration.ofSeconds(20))));
        work.end(null);
        loop.advance(TTL.multipliedBy(4));

        assertThat(view.isLeader()).isTrue();
        assertThat(store.show(Records.ELECTION))
                .isInstanceOfSatisfying(
                        Sighting.Held.class,
                        held -> assertThat(held.lease().ttl()).isEqualTo(ttl));
    }
}
