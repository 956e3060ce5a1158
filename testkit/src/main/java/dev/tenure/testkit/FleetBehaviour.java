package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.Reason;
import dev.tenure.RosterMember;
import dev.tenure.Shards;
import dev.tenure.Successor;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Candidates see each other in the roster, send requests, and hand over. */
abstract class FleetBehaviour extends CandidateBehaviour {
    private static final int SHARDS = 12;

    FleetBehaviour(ElectionContract contract) {
        super(contract);
    }

    /** Tells whether the store has it; if not, checks that what needs it is refused by name. */
    private boolean has(Capability capability, Runnable use) {
        boolean able = has(capability);
        if (!able) {
            assertThatThrownBy(use::run).isInstanceOf(UnsupportedOperationException.class);
        }
        return able;
    }

    private void awaitRoster(Candidate candidate, String... names) {
        await(
                "the roster shows " + List.of(names),
                () -> candidate.roster(election, StoreTestSteps.LIMIT).stream()
                        .map(member -> member.identity().name())
                        .sorted()
                        .toList()
                        .equals(List.of(names)));
    }

    @Test
    @DisplayName(
            "the roster shows the candidates, their settings and the leader; a candidate that leaves is gone from it"
                    + " (GF-11)")
    void theRosterShowsWhoStands() throws InterruptedException {
        if (!has(Capability.ROSTER, () -> candidate("carol").roster(election, StoreTestSteps.LIMIT))) {
            return;
        }
        Candidate alice = candidate("alice", b -> b.priority(1).version("1.2"));
        awaitTerm(alice.stand(election));
        Candidate bob = candidate("bob", b -> b.priority(2).ableToLead(() -> false));
        bob.stand(election);
        awaitRoster(alice, "alice", "bob");
        await(
                "alice is shown as the leader",
                () -> alice.roster(election, StoreTestSteps.LIMIT).get(0).isLeading());

        List<RosterMember> members = alice.roster(election, StoreTestSteps.LIMIT);
        assertThat(members.get(0).identity()).isEqualTo(alice.identity());
        assertThat(members.get(0).version()).isEqualTo("1.2");
        assertThat(members.get(0).isAble()).isTrue();
        assertThat(members.get(1).identity()).isEqualTo(bob.identity());
        assertThat(members.get(1).priority()).isEqualTo(2);
        assertThat(members.get(1).isAble()).isFalse();
        bob.close();
        awaitRoster(alice, "alice");
    }

    @Test
    @DisplayName("the history tells of each term its leader, time, token and end (GF-11)")
    void theHistoryTellsWhatHappened() throws InterruptedException {
        Candidate alice = candidate("alice");
        Candidate bob = candidate("bob");
        if (!has(Capability.HISTORY, () -> alice.history(election))) {
            return;
        }
        Election alices = alice.stand(election);
        long first = awaitTerm(alices).token();
        Election bobs = bob.stand(election);
        alices.resign();
        long second = awaitTerm(bobs).token();
        await("three things happened", () -> bob.history(election).size() == 3);

        assertThat(bob.history(election))
                .extracting(HistoryEntry::what, entry -> entry.who().name(), HistoryEntry::token)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(HistoryEntry.What.ACQUIRED, "alice", first),
                        org.assertj.core.groups.Tuple.tuple(HistoryEntry.What.RESIGNED, "alice", first),
                        org.assertj.core.groups.Tuple.tuple(HistoryEntry.What.ACQUIRED, "bob", second));
        assertThat(bob.history(election)).extracting(HistoryEntry::cause).contains("resigned");
    }

    @Test
    @DisplayName("leadership is transferred to the candidate that was named, and to no other")
    void leadershipIsTransferred() throws InterruptedException {
        // The term is reserved for an interval of its leader: longer than a busy machine keeps carol waiting.
        Timing patient = Timing.of(Duration.ofMinutes(1), Duration.ofSeconds(15));
        Candidate alice = candidate("alice", builder -> hasOneTtlForAll(patient) ? builder : builder.timing(patient));
        Election alices = alice.stand(election);
        awaitTerm(alices);
        if (!has(Capability.ROSTER, () -> alices.transferTo(Successor.named("carol")))) {
            return;
        }
        Election bobs = candidate("bob").stand(election);
        Election carols = candidate("carol").stand(election);
        await("alice knows carol", () -> transferred(alices, "carol"));
        awaitTerm(carols);

        assertThat(bobs.isLeader()).isFalse();
        assertThat(alices.isLeader()).isFalse();
    }

    private static boolean transferred(Election from, String to) {
        try {
            from.transferTo(Successor.named(to));
            return true;
        } catch (IllegalArgumentException notThereYet) {
            return false;
        }
    }

    @Test
    @DisplayName("a transfer to an unknown candidate is refused and names the known ones; so is one by a follower")
    void aTransferToNobodyIsRefused() throws InterruptedException {
        Candidate alice = candidate("alice");
        Election alices = alice.stand(election);
        awaitTerm(alices);
        if (!has(Capability.ROSTER, () -> alices.transferTo(Successor.named("nobody")))) {
            return;
        }
        Election bobs = candidate("bob").stand(election);

        assertThatThrownBy(() -> alices.transferTo(Successor.named("nobody")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nobody");
        assertThatThrownBy(() -> bobs.transferTo(Successor.named("alice"))).isInstanceOf(IllegalStateException.class);
        assertThat(alices.isLeader()).isTrue();
    }

    @Test
    @DisplayName("anybody with access to the store may ask the leader to resign, and leadership moves (RV-6, RV-8)")
    void anybodyMayAskTheLeaderToResign() throws InterruptedException {
        Candidate onlooker = candidate("ops");
        if (!has(Capability.REQUESTS, () -> onlooker.requestResign(election, StoreTestSteps.LIMIT))) {
            return;
        }
        assertThatThrownBy(() -> onlooker.requestResign(election, StoreTestSteps.LIMIT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nobody leads");
        Election alices = candidate("alice").stand(election);
        RecordingListener heard = new RecordingListener();
        alices.subscribe(heard);
        awaitTerm(alices);
        Election bobs = candidate("bob").stand(election);
        onlooker.requestResign(election, StoreTestSteps.LIMIT);
        if (!keepsRequests()) {
            await("the leader has heard a request", () -> isOver(alices, onlooker));
        }
        awaitTerm(bobs);

        assertThat(heard.await(ElectionEvent.Resigned.class, limit()).cause()).isEqualTo("resigned as ops asked");
    }

    private boolean isOver(Election leads, Candidate onlooker) {
        try {
            if (leads.isLeader()) {
                onlooker.requestResign(election, StoreTestSteps.LIMIT);
            }
        } catch (IllegalStateException nobodyLeadsNow) {
            return true;
        }
        return !leads.isLeader();
    }

    @Test
    @DisplayName("anybody may ask for a transfer, if its target is there")
    void anybodyMayAskForATransfer() throws InterruptedException {
        Candidate onlooker = candidate("ops");
        if (!has(
                Capability.REQUESTS,
                () -> onlooker.requestTransfer(election, Successor.named("carol"), StoreTestSteps.LIMIT))) {
            return;
        }
        Election alices = candidate("alice").stand(election);
        awaitTerm(alices);
        if (!has(
                Capability.ROSTER,
                () -> onlooker.requestTransfer(election, Successor.named("carol"), StoreTestSteps.LIMIT))) {
            return;
        }
        Election bobs = candidate("bob").stand(election);
        Election carols = candidate("carol").stand(election);
        awaitRoster(onlooker, "alice", "bob", "carol");
        assertThatThrownBy(() -> onlooker.requestTransfer(election, Successor.named("dave"), StoreTestSteps.LIMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("alice, bob, carol");
        askUntilItLeads(onlooker, carols);

        assertThat(bobs.isLeader()).isFalse();
    }

    /** Asks once more if the successor was too slow for its reservation, which ends after a quarter of the ttl. */
    private void askUntilItLeads(Candidate onlooker, Election successor) throws InterruptedException {
        for (int asked = 0; asked < 3 && !successor.isLeader(); asked++) {
            onlooker.requestTransfer(election, Successor.named("carol"), StoreTestSteps.LIMIT);
            successor.awaitLeadership(limit().dividedBy(3));
        }
        awaitTerm(successor);
    }

    @Test
    @DisplayName("an observer sees the leader and never leads")
    void anObserverSeesWhoLeads() throws InterruptedException {
        ElectionView view = candidate("onlooker").observe(election);
        RecordingListener heard = new RecordingListener();
        view.subscribe(heard);
        Candidate alice = candidate("alice");
        Election alices = alice.stand(election);
        awaitTerm(alices);
        assertThat(heard.await(ElectionEvent.LeaderChanged.class, limit()).leader())
                .isEqualTo(alice.identity());
        alice.close();
        await("nobody leads", () -> view.status().leader() == null);

        assertThat(heard.all()).noneMatch(ElectionEvent.Acquired.class::isInstance);
        view.close();
    }

    @Test
    @DisplayName("the leader hands over to the better candidate, which keeps the election (GF-3)")
    void theBetterCandidateTakesOver() throws InterruptedException {
        if (!has(Capability.ROSTER)) {
            assertThatThrownBy(() -> candidate("worse", b -> b.priority(5)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("roster");
            return;
        }
        Election worse = candidate("worse", b -> b.priority(5)).stand(election);
        RecordingListener heard = new RecordingListener();
        worse.subscribe(heard);
        awaitTerm(worse);
        Election better = candidate("better", b -> b.priority(1)).stand(election);
        awaitTerm(better);

        assertThat(heard.await(ElectionEvent.Resigned.class, limit()).cause()).startsWith("handed over to better");
        assertThat(heard.all()).noneMatch(ElectionEvent.Lost.class::isInstance);
    }

    @Test
    @DisplayName("a candidate that is not able to lead does not, and gives up what it has; able again, it leads")
    void onlyTheAbleLead() throws InterruptedException {
        AtomicBoolean able = new AtomicBoolean();
        Election stand = candidate("alice", b -> b.ableToLead(able::get)).stand(election);
        RecordingListener heard = new RecordingListener();
        stand.subscribe(heard);
        Election other = candidate("bob").stand(election);
        awaitTerm(other);
        assertThat(stand.isLeader()).isFalse();
        able.set(true);
        other.close();
        awaitTerm(stand);
        able.set(false);

        assertThat(heard.await(ElectionEvent.Resigned.class, limit()).cause()).isEqualTo("not able to lead");
    }

    @Test
    @DisplayName("timing and address change while a candidate leads, and its term goes on")
    void settingsChangeWithoutLosingTheTerm() throws InterruptedException {
        Candidate alice = candidate("alice");
        Election alices = alice.stand(election);
        Term term = awaitTerm(alices);
        ElectionView view = candidate("onlooker").observe(election);
        Timing longer = Timing.of(timing().ttl().multipliedBy(2), timing().interval());
        if (hasOneTtlForAll(longer)) {
            assertThatThrownBy(() -> alice.reconfigure(settings -> settings.withTiming(longer)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(alice.settings().timing()).isEqualTo(timing());
            assertThat(term.isCurrent()).isTrue();
            return;
        }
        alice.reconfigure(settings -> settings.withTiming(longer).withAddress("https://alice:1"));
        await("others see the address", () -> {
            var leader = view.status().leader();
            return leader != null && "https://alice:1".equals(leader.address());
        });
        await("trust is longer", () -> term.remaining().compareTo(timing().ttl()) > 0);

        assertThat(term.isCurrent()).isTrue();
        assertThat(alice.settings().timing()).isEqualTo(longer);
        assertThatThrownBy(() -> alice.reconfigure(settings -> settings.withTiming(Timing.of(Duration.ofMillis(50)))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(term.isCurrent()).isTrue();
    }

    private boolean hasOneTtlForAll(Timing other) {
        try (LeaseStore store = contract.open()) {
            store.checkTiming(other);
            return false;
        } catch (IllegalArgumentException refused) {
            return true;
        }
    }

    @Test
    @DisplayName("candidates that state different numbers of shards are both warned, with both numbers")
    void differentNumbersOfShardsAreToldToBoth() {
        Candidate first = candidate("alice");
        if (!has(Capability.ROSTER, () -> first.standForShards(election, 2))) {
            return;
        }
        RecordingListener alices = new RecordingListener();
        first.standForShards(election, 2).elections().get(0).subscribe(alices);
        RecordingListener bobs = new RecordingListener();
        candidate("bob").standForShards(election, 3).elections().get(0).subscribe(bobs);

        await("alice is told", () -> isTold(alices, "for 2 shards of '" + election + "', bob for 3"));
        await("bob is told", () -> isTold(bobs, "for 3 shards of '" + election + "', alice for 2"));
    }

    private static boolean isTold(RecordingListener listener, String words) {
        return listener.all().stream()
                .anyMatch(event -> event.reason() == Reason.SHARDS_DIFFER
                        && event instanceof ElectionEvent.Warning
                        && event.cause().contains(words));
    }

    @Test
    @DisplayName("shards are shared out evenly, each led by one, and again when a candidate goes")
    void shardsAreSharedOut() {
        Candidate first = candidate("alice");
        if (!has(Capability.ROSTER, () -> first.standForShards(election, SHARDS))) {
            return;
        }
        List<Shards> all = IntStream.range(0, 3)
                .mapToObj(i -> (i == 0 ? first : candidate("candidate-" + i)).standForShards(election, SHARDS))
                .toList();
        awaitBalance(
                "four each", () -> all.stream().allMatch(shards -> shards.led().size() == SHARDS / 3));
        assertThat(all.stream().flatMap(shards -> shards.led().stream()).distinct())
                .hasSize(SHARDS);
        first.close();

        awaitBalance(
                "six each",
                () -> all.subList(1, 3).stream().allMatch(shards -> shards.led().size() == SHARDS / 2));
    }

    /** Shares are evened out one by one, after steady looks, which are seldom on a store that charges for them. */
    private void awaitBalance(String what, BooleanSupplier condition) {
        StoreTestSteps.await(what, limit().multipliedBy(5), condition);
    }
}
