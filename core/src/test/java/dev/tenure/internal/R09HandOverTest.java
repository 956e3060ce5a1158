package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.Input;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R9, R10, R17: preference, hand-over and requests among candidates that know each other")
class R09HandOverTest {
    private static final Duration TTL = CampaignRig.TTL;
    private static final Duration SETTLED = TTL.multipliedBy(3);

    private final ManualLoop loop = new ManualLoop();
    private final InMemoryStore store = new InMemoryStore();

    @BeforeEach
    void storeHasARoster() {
        store.capabilities.add(Capability.ROSTER);
        store.capabilities.add(Capability.REQUESTS);
    }

    private VirtualCandidate candidate(String name, int priority) {
        return new VirtualCandidate(loop, store, name, priority, "");
    }

    private VirtualCandidate leader(String name, int priority) {
        VirtualCandidate leader = candidate(name, priority);
        loop.advance(SETTLED);
        assertThat(leader.leads()).isTrue();
        return leader;
    }

    private void request(long token, @Nullable String successor) {
        Request request = new Request(Records.ELECTION, token, successor, Instant.EPOCH, "ops");
        store.abilities.submit(request, Deadline.after(loop.clock, TTL));
    }

    @Test
    @DisplayName("an incumbent yields to a better candidate that appears, once, and nobody else leads between (GF-3)")
    void anIncumbentYieldsToABetterCandidate() {
        VirtualCandidate worse = leader("worse", 5);
        VirtualCandidate better = candidate("better", 1);
        VirtualCandidate worst = candidate("worst", 9);
        loop.advance(SETTLED);

        assertThat(better.leads()).isTrue();
        assertThat(worse.endings()).containsExactly("handed over to better: its priority is 1, ours 5");
        assertThat(worst.terms()).isZero();
        loop.advance(TTL.multipliedBy(20));
        assertThat(better.leads()).isTrue();
        assertThat(worse.terms()).isEqualTo(1);
    }

    @Test
    void anIncumbentDoesNotYieldToAnEqual() {
        VirtualCandidate first = leader("first", 5);
        candidate("second", 5);
        loop.advance(TTL.multipliedBy(10));

        assertThat(first.leads()).isTrue();
        assertThat(first.endings()).isEmpty();
    }

    @Test
    @DisplayName("a better candidate that is alive but not able neither takes over nor holds others up (GF-h)")
    void anUnableCandidateIsPassedOver() {
        VirtualCandidate worse = leader("worse", 5);
        VirtualCandidate better = candidate("better", 1);
        better.driver.input(new Input.Able(false, "not able to lead"));
        loop.advance(TTL.multipliedBy(10));
        assertThat(worse.leads()).isTrue();

        VirtualCandidate worst = candidate("worst", 9);
        loop.advance(SETTLED);
        worse.close();
        loop.advance(CampaignRig.INTERVAL.multipliedBy(2));

        assertThat(worst.leads()).isTrue();
        assertThat(better.terms()).isZero();
    }

    @Test
    @DisplayName(
            "a better candidate whose work keeps failing leads ever more seldom, and others lead meanwhile (GF-h, GF-i)")
    void aFailingCandidateDoesNotFlap() {
        VirtualCandidate worse = leader("worse", 5);
        VirtualCandidate better = candidate("better", 1);
        loop.execute(() -> better.driver.give(better.work));
        int seconds = 60 * 60;
        int led = 0;
        for (int second = 0; second < seconds; second++) {
            loop.advance(Duration.ofSeconds(1));
            if (better.work.isRunning()) {
                better.work.end(new IllegalStateException("cannot"));
            }
            led += worse.leads() ? 1 : 0;
        }

        assertThat(better.terms()).as("terms of the failing one in an hour").isBetween(3L, 12L);
        assertThat(led).as("seconds with a leader that works").isGreaterThan(seconds * 95 / 100);
    }

    @Test
    @DisplayName("a better candidate that cannot claim costs ever less, and not a leader for good (GF-h)")
    void aCandidateThatCannotClaimDoesNotCostTheLeader() {
        VirtualCandidate worse = leader("worse", 5);
        VirtualCandidate better = candidate("better", 1);
        store.cannotClaim.add(better.instance());
        loop.advance(TTL.multipliedBy(400));
        int led = 0;
        for (int second = 0; second < 3_000; second++) {
            loop.advance(Duration.ofSeconds(1));
            led += worse.leads() ? 1 : 0;
        }

        assertThat(better.terms()).isZero();
        assertThat(led).as("seconds of 3000 with a leader").isGreaterThan(2_850);
    }

    @Test
    @DisplayName("a follower leaves a vacancy to a better one (GF-4)")
    void aFollowerLeavesAVacancyToABetterOne() {
        VirtualCandidate leader = leader("leader", 1);
        VirtualCandidate second = candidate("second", 2);
        VirtualCandidate third = candidate("third", 3);
        loop.advance(SETTLED);
        leader.close();
        loop.advance(TTL);

        assertThat(second.leads()).isTrue();
        assertThat(third.terms()).isZero();
    }

    @Test
    void aVacancyThatNobodyBetterTakesIsAnyones() {
        VirtualCandidate leader = leader("leader", 1);
        VirtualCandidate second = candidate("second", 2);
        VirtualCandidate third = candidate("third", 3);
        loop.advance(SETTLED);
        store.before = (call, election) -> {};
        second.driver.input(new Input.Resign(0, Reason.RESIGNED, "", Duration.ZERO, null));
        second.leaveRoster();
        leader.close();
        loop.advance(TTL);

        assertThat(second.leads() ^ third.leads()).isTrue();
    }

    @Test
    void aCandidateWhosePriorityIsLoweredHandsOver() {
        VirtualCandidate first = leader("first", 5);
        VirtualCandidate second = candidate("second", 5);
        loop.advance(SETTLED);
        first.prefer(8);
        loop.advance(SETTLED);

        assertThat(second.leads()).isTrue();
    }

    @Test
    @DisplayName(
            "a request to resign moves leadership to another candidate, and its cause says who asked (RV-6, RV-8, R-D8)")
    void aRequestMovesLeadership() {
        VirtualCandidate first = leader("first", 5);
        VirtualCandidate second = candidate("second", 5);
        loop.advance(SETTLED);
        request(first.token(), null);
        loop.advance(TTL);

        assertThat(first.endings()).containsExactly("resigned as ops asked");
        assertThat(second.leads()).isTrue();
    }

    @Test
    @DisplayName("a candidate that resigned on request leads again if it is alone (RV-8)")
    void onlyCandidateRegainsTheElection() {
        VirtualCandidate alone = leader("alone", 5);
        request(alone.token(), null);
        loop.advance(TTL);

        assertThat(alone.endings()).hasSize(1);
        assertThat(alone.leads()).isTrue();
        assertThat(alone.terms()).as("the request is void for the new term").isEqualTo(2);
    }

    @Test
    @DisplayName("a transfer goes to the one that was named, though others come first")
    void aTransferGoesToTheOneNamed() {
        VirtualCandidate first = leader("first", 5);
        VirtualCandidate second = candidate("second", 5);
        VirtualCandidate third = candidate("third", 5);
        loop.advance(SETTLED);
        request(first.token(), third.instance());
        loop.advance(CampaignRig.INTERVAL.multipliedBy(2));

        assertThat(third.leads()).isTrue();
        assertThat(second.terms()).isZero();
        assertThat(first.endings()).containsExactly("transferred to third as ops asked");
    }

    @Test
    void aTransferToANameIsReservedForTheInstanceOfThatName() {
        VirtualCandidate first = leader("first", 5);
        VirtualCandidate second = candidate("second", 5);
        VirtualCandidate third = candidate("third", 5);
        loop.advance(SETTLED);
        request(first.token(), "third");
        loop.advance(CampaignRig.INTERVAL.multipliedBy(2));

        assertThat(third.leads()).isTrue();
        assertThat(second.terms()).isZero();
    }

    @Test
    @DisplayName("R17: a transfer to a missing or unable candidate is refused with one warning")
    void aTransferToNobodyIsRefused() {
        VirtualCandidate first = leader("first", 5);
        VirtualCandidate second = candidate("second", 5);
        second.driver.input(new Input.Able(false, "not able to lead"));
        loop.advance(SETTLED);
        request(first.token(), second.instance());
        loop.advance(TTL);
        request(first.token(), "instance-of-nobody");
        loop.advance(TTL);

        assertThat(first.leads()).isTrue();
        assertThat(first.heard)
                .filteredOn(ElectionEvent.Warning.class::isInstance)
                .extracting(ElectionEvent::cause)
                .hasSize(2)
                .allMatch(cause -> cause.startsWith("a transfer that ops asked for was refused"));
    }

    @Test
    void aRequestForAnEarlierTermIsVoid() {
        VirtualCandidate first = leader("first", 5);
        request(first.token() - 1, null);
        loop.advance(TTL);

        assertThat(first.endings()).isEmpty();
    }

    @Test
    @DisplayName("the newest version leads after a rolling restart, and leadership moved once")
    void theNewestVersionLeads() {
        VirtualCandidate old = new VirtualCandidate(loop, store, "old", 100, "1.0");
        loop.advance(SETTLED);
        VirtualCandidate alsoOld = new VirtualCandidate(loop, store, "also-old", 100, "1.0");
        VirtualCandidate newer = new VirtualCandidate(loop, store, "newer", 100, "1.1");
        loop.advance(SETTLED);

        assertThat(newer.leads()).isTrue();
        assertThat(old.endings()).containsExactly("handed over to newer: its version is 1.1, ours 1.0");
        assertThat(alsoOld.terms()).isZero();
    }

    @Test
    @DisplayName("a roster that cannot be reached costs order, and never the term")
    void aRosterThatIsGoneCostsNothingElse() {
        VirtualCandidate first = leader("first", 5);
        VirtualCandidate second = candidate("second", 1);
        store.before = (call, election) -> {
            if (call.equals("roster")) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "no roster");
            }
        };
        loop.advance(TTL.multipliedBy(5));
        assertThat(first.leads()).isTrue();
        first.close();
        loop.advance(TTL);

        assertThat(second.leads()).isTrue();
    }

    @Test
    @DisplayName("the roster costs one call an interval")
    void theRosterCostsOneCallAnInterval() {
        leader("first", 5);
        int before = store.abilities.attendances();
        loop.advance(CampaignRig.INTERVAL.multipliedBy(10));

        assertThat(store.abilities.attendances() - before).isBetween(9, 11);
    }

    @Test
    void leavingCandidateRemovesItsEntry() {
        VirtualCandidate first = leader("first", 5);
        loop.holdCalls();
        loop.advance(CampaignRig.INTERVAL);
        first.close();
        loop.letCallsGo();
        loop.advance(TTL);

        assertThat(store.abilities.members(Records.ELECTION, Deadline.after(loop.clock, TTL)))
                .as("though an attendance was under way when it left")
                .isEmpty();
    }
}
