package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.extension;
import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.newAttempt;
import static dev.tenure.testkit.StoreTestSteps.refused;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static dev.tenure.testkit.StoreTestSteps.wall;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that takes rounds does each part as if it came alone; a store that does not says so. */
abstract class RoundBehaviour extends StoreBehaviour {
    private static final int SIZE = 5;
    private static final int RACES = 5;
    private static final int RACERS = 4;
    private static final int RACED = 20;

    RoundBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("renewals, claims, entries, requests and looks are done in one round, each in the order it was asked")
    void allPartsAreDone() {
        if (lacksRounds()) {
            return;
        }
        Lease first = elect(contract.newElection(), alice);
        Lease second = elect(contract.newElection(), alice);
        String free = contract.newElection();
        String never = contract.newElection();
        Lease others = elect(election, bob);
        Request request = new Request(first.election(), first.token(), null, wall(), "contract");
        store.requests().submit(request, soon());
        Round round = new Round(
                List.of(extension(second), extension(first)),
                List.of(ballot(free, ClaimCondition.unseen())),
                Map.of(first.election(), entry(alice)),
                List.of(first.election(), second.election()),
                List.of(election, never));

        RoundAnswer answer = store.round(round, soon());

        assertThat(leases(answer.renewals().stream().map(Optional::orElseThrow)))
                .extracting(Lease::election)
                .containsExactly(second.election(), first.election());
        Lease claimed = granted(answer.claims().get(0).orElseThrow());
        assertThat(held(store.inspect(free, soon()))).isEqualTo(claimed);
        assertThat(answer.rosters().get(first.election()))
                .extracting(RosterEntry::candidate)
                .containsExactly(alice);
        assertThat(answer.requests()).containsOnlyKeys(first.election());
        assertThat(held(answer.sightings().get(election))).isEqualTo(others);
        assertThat(answer.sightings().get(never)).isInstanceOf(Sighting.Never.class);
    }

    @Test
    @DisplayName("a lease renewed in a round is shown by a look exactly as the round returned it, again and again")
    void renewedLeasesAreShownAsReturned() {
        if (lacksRounds()) {
            return;
        }
        Identity unusual = Identity.ofInstance("id-é-" + newAttempt())
                .withName("Zoë \"the\\node\" 選挙 🗳")
                .withAddress("https://[::1]:8443/a?b=c&d=é");
        List<Lease> held = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            held.add(elect(contract.newElection(), unusual));
        }
        for (int times = 0; times < 3; times++) {
            Round round = Round.ofRenewals(
                    held.stream().map(StoreTestSteps::extension).toList());
            held = leases(store.round(round, soon()).renewals().stream().map(Optional::orElseThrow));

            assertThat(held)
                    .allSatisfy(lease -> assertThat(held(store.inspect(lease.election(), soon())))
                            .isEqualTo(lease));
        }
    }

    @Test
    @DisplayName("each renewal of a round is judged by itself: another's term, a late one and a released one are refused")
    void eachRenewalIsJudgedByItself() {
        if (lacksRounds()) {
            return;
        }
        Lease good = elect(contract.newElection(), alice);
        Lease late = elect(contract.newElection(), alice);
        renewed(store.renew(extension(late), soon()));
        Lease released = elect(contract.newElection(), alice);
        store.release(released, Handover.toAnyone(), soon());
        List<RenewalRequest> renewals =
                Stream.of(good, late, released).map(StoreTestSteps::extension).toList();

        List<Renewal> outcomes = store.round(Round.ofRenewals(renewals), soon()).renewals().stream()
                .map(Optional::orElseThrow)
                .toList();

        assertThat(outcomes.get(0)).isInstanceOf(Renewal.Renewed.class);
        assertThat(held(refused(outcomes.get(1))).stamp().renewal()).isOne();
        assertThat(refused(outcomes.get(2))).isInstanceOf(Sighting.Released.class);
    }

    @Test
    @DisplayName("each claim of a round is judged by itself, by its own condition")
    void eachClaimIsJudgedByItself() {
        if (lacksRounds()) {
            return;
        }
        Lease running = elect(contract.newElection(), bob);
        Lease given = elect(contract.newElection(), bob);
        store.release(given, Handover.toAnyone(), soon());
        Sighting seen = store.inspect(running.election(), soon());
        String free = contract.newElection();
        List<Ballot> ballots = List.of(
                ballot(running.election(), ClaimCondition.unseen()),
                ballot(free, ClaimCondition.unseen()),
                ballot(given.election(), ClaimCondition.judged(store.inspect(given.election(), soon()), 0)));

        List<Answer> answers = store.round(Round.ofClaims(ballots), soon()).claims().stream()
                .map(Optional::orElseThrow)
                .toList();

        assertThat(held(refused(answers.get(0)))).isEqualTo(held(seen));
        assertThat(granted(answers.get(1)).election()).isEqualTo(free);
        Lease next = granted(answers.get(2));
        assertThat(next.token()).isGreaterThan(given.token());
        assertThat(next.follows()).isEqualTo(given.token());
        assertThat(held(store.inspect(given.election(), soon()))).isEqualTo(next);
    }

    @Test
    @DisplayName("of rounds that claim the same elections at once, in any order, exactly one gets each")
    void oneOfManyRoundsGetsEachElection() throws Exception {
        if (lacksRounds()) {
            return;
        }
        ExecutorService racers = Executors.newFixedThreadPool(RACERS);
        try {
            for (int race = 0; race < RACES; race++) {
                race(racers);
            }
        } finally {
            racers.shutdownNow();
        }
    }

    private void race(ExecutorService racers) throws Exception {
        List<String> elections =
                Stream.generate(contract::newElection).limit(RACED).toList();
        List<Callable<List<Lease>>> rounds = new ArrayList<>();
        for (int racer = 0; racer < RACERS; racer++) {
            Identity candidate = StoreTestSteps.identity("racer-" + racer);
            LeaseStore handle = open();
            List<Ballot> ballots = new ArrayList<>(elections.stream()
                    .map(name -> ballot(name, candidate, ClaimCondition.unseen()))
                    .toList());
            if (racer % 2 == 1) {
                Collections.reverse(ballots);
            }
            rounds.add(() -> claimAll(handle, ballots));
        }
        List<Lease> won = new ArrayList<>();
        for (var each : racers.invokeAll(rounds)) {
            won.addAll(each.get());
        }

        assertThat(won).extracting(Lease::election).containsExactlyInAnyOrderElementsOf(elections);
        assertThat(won)
                .allSatisfy(lease -> assertThat(held(store.inspect(lease.election(), soon())))
                        .isEqualTo(lease));
    }

    /** Claims in one round, and then one by one what was skipped, as a candidate does. */
    private List<Lease> claimAll(LeaseStore handle, List<Ballot> ballots) {
        Deadline deadline = soon();
        List<Optional<Answer>> answers = handle.round(Round.ofClaims(ballots), deadline).claims();
        List<Lease> won = new ArrayList<>();
        for (int i = 0; i < ballots.size(); i++) {
            Ballot ballot = ballots.get(i);
            Answer answer = answers.get(i).orElseGet(() -> handle.claim(ballot, deadline));
            if (answer instanceof Answer.Granted granted) {
                won.add(granted.lease());
            }
        }
        return won;
    }

    @Test
    @DisplayName("a round about nothing is answered at once")
    void anEmptyRoundIsFine() {
        if (lacksRounds()) {
            return;
        }
        RoundAnswer answer = store.round(Round.ofRenewals(List.of()), soon());

        assertThat(answer.renewals()).isEmpty();
        assertThat(answer.claims()).isEmpty();
    }

    @Test
    @DisplayName("a round whose deadline has passed is not sent (R3)")
    void aRoundWhoseDeadlineHasPassedIsNotSent() {
        if (lacksRounds()) {
            return;
        }
        Lease lease = elect(election, alice);

        assertUnreachable(() -> store.round(Round.ofRenewals(List.of(extension(lease))), passed()));
        assertThat(held(inspect())).isEqualTo(lease);
    }

    private boolean lacksRounds() {
        return lacks(Capability.ROUND, () -> store.round(Round.ofRenewals(List.of()), soon()));
    }

    private Ballot ballot(String name, ClaimCondition condition) {
        return ballot(name, alice, condition);
    }

    private Ballot ballot(String name, Identity candidate, ClaimCondition condition) {
        return StoreTestSteps.ballot(name, candidate, contract.ttl(), condition);
    }

    private Lease elect(String name, Identity candidate) {
        Sighting seen = store.inspect(name, soon());
        WriteStamp stamp = new WriteStamp(0, newAttempt(), wall());
        return granted(store.claim(
                new Ballot(name, candidate, contract.ttl(), stamp, ClaimCondition.judged(seen, 0)), soon()));
    }

    private RosterEntry entry(Identity candidate) {
        return new RosterEntry(
                candidate, 1, "", true, 1, new RosterEntry.Heartbeat(1, wall(), contract.ttl()));
    }

    private static List<Lease> leases(Stream<Renewal> renewals) {
        return renewals.map(StoreTestSteps::renewed).toList();
    }
}
