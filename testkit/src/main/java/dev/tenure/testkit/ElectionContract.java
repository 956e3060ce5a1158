package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * The tests of candidates over a real store in real time: extend it, say how to open the store, and run it beside
 * {@link LeaseStoreContract}.
 *
 * <p>Nothing here sleeps or measures: each test waits for what it expects, within a generous limit. The letters behind
 * the names of tests are those of the systems Tenure unites: S3 for s3lect, SC for shardcoordinator, RV for River.
 */
public abstract class ElectionContract {
    private static final int CROWD = 8;

    private final String name = newElection();
    private final List<Candidate> candidates = new ArrayList<>();

    /** Opens one more handle on the same records, as another process would. Its candidate closes it. */
    protected abstract LeaseStore open();

    /** Begins a candidate on the store opened last; overridden where candidates must say more of themselves. */
    protected CandidateBuilder candidateOn(LeaseStore store) {
        return Candidate.on(store).closingStore();
    }

    /** Returns the timing of the candidates: quick to look, with a lease that outlasts pauses of a busy machine. */
    protected Timing timing() {
        return Timing.of(Duration.ofSeconds(8), Duration.ofMillis(100));
    }

    /** Returns how long a test waits for what it expects before it fails. */
    protected Duration limit() {
        return Duration.ofSeconds(60);
    }

    /** Returns a name for an election that no other test uses. */
    protected String newElection() {
        return "contract-" + UUID.randomUUID();
    }

    /** Tells whether the store keeps a request until it is read. A notice may go unheard, so that tests ask again. */
    protected boolean keepsRequests() {
        return true;
    }

    /**
     * Returns which tests a foreign format has no room for, as {@code test} or {@code Group.test}, and why. They are
     * reported as skipped, with the reason; a name that is no test's fails.
     */
    protected Map<String, String> exemptions() {
        return Map.of();
    }

    @BeforeEach
    void skipWhatIsExempted(TestInfo test) {
        Exemptions.apply(exemptions(), test);
    }

    @Test
    void everyExemptionNamesATest() {
        Exemptions.requireTests(ElectionContract.class, exemptions().keySet());
    }

    @AfterEach
    void closeCandidates() {
        candidates.forEach(Candidate::close);
    }

    @Test
    @DisplayName("a single candidate leads, and knows it (S3-1, SC-10)")
    void aSingleCandidateLeads() throws InterruptedException {
        Candidate alice = candidate("alice");
        Election election = alice.stand(name);

        Term term = awaitTerm(election);

        assertThat(election.isLeader()).isTrue();
        assertThat(term.isCurrent()).isTrue();
        assertThat(term.candidate()).isEqualTo(alice.identity());
        assertThat(election.status().role()).isEqualTo(Role.LEADER);
        assertThat(election.status().leader()).isEqualTo(alice.identity());
        assertThat(election.status().token()).isEqualTo(term.token());
    }

    @Test
    @DisplayName("the lease is in the store while the candidate leads, and marked as released when it stops (RV-9)")
    void theStoreShowsTheTermAndItsRelease() throws InterruptedException {
        Candidate alice = candidate("alice");
        Term term = awaitTerm(alice.stand(name));

        assertThat(inspect()).isInstanceOfSatisfying(Sighting.Held.class, held -> {
            assertThat(held.lease().holder()).isEqualTo(alice.identity());
            assertThat(held.lease().token()).isEqualTo(term.token());
        });
        alice.close();

        assertThat(inspect())
                .isInstanceOfSatisfying(
                        Sighting.Released.class,
                        mark -> assertThat(mark.lastToken()).isEqualTo(term.token()));
    }

    @Test
    @DisplayName("of two that compete one leads, and both name the same leader (S3-2, SC-11)")
    void ofTwoThatCompeteOneLeads() throws InterruptedException {
        Candidate alice = candidate("alice");
        Candidate bob = candidate("bob");
        Election alices = alice.stand(name);
        Election bobs = bob.stand(name);

        Status first = awaitAttempt(alices, Instant.EPOCH);
        Status second = awaitAttempt(bobs, Instant.EPOCH);

        assertThat(List.of(first.role(), second.role())).containsExactlyInAnyOrder(Role.LEADER, Role.FOLLOWER);
        assertThat(List.of(alices.isLeader(), bobs.isLeader())).containsExactlyInAnyOrder(true, false);
        assertThat(first.leader())
                .isEqualTo(second.leader())
                .isEqualTo(alices.isLeader() ? alice.identity() : bob.identity());
        assertThat(first.token()).isEqualTo(second.token());
    }

    @Test
    @DisplayName("of many that start at once one leads, and all name it (SC-C9, SC-11, GF-1)")
    void ofManyThatStartAtOnceOneLeads() throws InterruptedException {
        List<Candidate> all = new ArrayList<>();
        for (int each = 0; each < CROWD; each++) {
            all.add(candidate("candidate-" + each));
        }
        List<Election> stands =
                all.stream().map(candidate -> candidate.stand(name)).toList();
        for (Election stand : stands) {
            awaitAttempt(stand, Instant.EPOCH);
        }

        // Again, if a term ends meanwhile: with so many candidates a busy machine may be late with a renewal.
        StoreTestSteps.await("one leads, and all name it", () -> {
            Set<@Nullable Identity> leaders =
                    stands.stream().map(stand -> stand.status().leader()).collect(Collectors.toSet());
            return stands.stream().filter(Election::isLeader).count() == 1 && leaders.size() == 1;
        });
    }

    @Test
    @DisplayName("a follower follows while the leader leads, and leads when it stops (S3-3, SC-12, RV-2)")
    void aFollowerLeadsWhenTheLeaderStops() throws InterruptedException {
        Candidate alice = candidate("alice");
        Candidate bob = candidate("bob");
        Election alices = alice.stand(name);
        Term term = awaitTerm(alices);
        Election bobs = bob.stand(name);
        assertThat(awaitAttempt(bobs, Instant.EPOCH).leader()).isEqualTo(alice.identity());
        assertThat(awaitAttempt(bobs, now()).role()).isEqualTo(Role.FOLLOWER);

        alice.close();
        Term next = awaitTerm(bobs);

        assertThat(alices.isLeader()).isFalse();
        assertThat(term.isCurrent()).isFalse();
        assertThat(next.token()).isGreaterThan(term.token());
        assertThat(bobs.status().leader()).isEqualTo(bob.identity());
        bob.close();
        assertThat(inspect()).isInstanceOf(Sighting.Released.class);
    }

    @Test
    @DisplayName("of three, another leads when the leader resigns (SC-5, RV-8)")
    void anotherLeadsWhenTheLeaderResigns() throws InterruptedException {
        Election alices = candidate("alice").stand(name);
        Term term = awaitTerm(alices);
        Candidate bob = candidate("bob");
        Candidate carol = candidate("carol");
        Election bobs = bob.stand(name);
        RecordingListener others = new RecordingListener();
        bobs.subscribe(others);
        carol.stand(name).subscribe(others);
        awaitAttempt(bobs, Instant.EPOCH);

        alices.resign();

        assertThat(others.await(ElectionEvent.Acquired.class, limit()).token()).isGreaterThan(term.token());
        assertThat(alices.isLeader()).isFalse();
    }

    @Test
    @DisplayName("a leader cut off from the store no longer leads when the next one does (SC-15, SC-16, RV-17)")
    void aLeaderCutOffStopsBeforeTheNextOneLeads() throws InterruptedException {
        FaultyStore line = new FaultyStore(open());
        Election alices = candidate("alice", line).stand(name);
        RecordingListener heard = new RecordingListener();
        alices.subscribe(heard);
        Term term = awaitTerm(alices);
        Election bobs = candidate("bob").stand(name);
        awaitAttempt(bobs, Instant.EPOCH);

        line.every(Fault.unreachable());
        Term next = awaitTerm(bobs);

        assertThat(term.isCurrent()).isFalse();
        assertThat(alices.isLeader()).isFalse();
        assertThat(next.token()).isGreaterThan(term.token());
        assertThat(heard.await(ElectionEvent.Lost.class, limit()).token()).isEqualTo(term.token());
        line.heal();
        assertThat(awaitAttempt(alices, now()).leader()).isEqualTo(next.candidate());
    }

    @Test
    @DisplayName("waiting for the first attempt ends when it has shown the leader (S3-9)")
    void theFirstAttemptShowsWhoLeads() throws InterruptedException {
        Election election = candidate("alice").stand(name);

        Status status = awaitAttempt(election, Instant.EPOCH);
        while (status.consecutiveFailures() > 0) { // a starved machine answers no call in time
            status = awaitAttempt(election, now());
        }

        assertThat(status.role()).isEqualTo(Role.LEADER);
    }

    @Test
    @DisplayName("waiting for the next attempt ends after one that is later than now (S3-10)")
    void theNextAttemptIsLaterThanNow() throws InterruptedException {
        Election election = candidate("alice").stand(name);
        awaitTerm(election);
        Instant since = now();

        Status status = awaitAttempt(election, since);

        assertThat(status.role()).isEqualTo(Role.LEADER);
        assertThat(status.lastSeen()).isAfter(since);
    }

    @Test
    @DisplayName("a listener hears how things stand, then of the term, then of its end (RV-5)")
    void aListenerHearsOfATermAndItsEnd() throws InterruptedException {
        Candidate bob = candidate("bob");
        awaitTerm(bob.stand(name));
        Candidate alice = candidate("alice");
        Election election = alice.stand(name);
        RecordingListener heard = new RecordingListener();
        election.subscribe(heard);

        bob.close();
        Term term = awaitTerm(election);
        alice.close();

        heard.await(ElectionEvent.Resigned.class, limit());
        List<ElectionEvent> own = heard.all().stream()
                .filter(event -> !(event instanceof ElectionEvent.LeaderChanged))
                .filter(event -> !(event instanceof ElectionEvent.Warning))
                .toList();
        assertThat(own)
                .extracting(Object::getClass)
                .containsExactly(
                        ElectionEvent.Present.class, ElectionEvent.Acquired.class, ElectionEvent.Resigned.class);
        assertThat(own.get(0))
                .isInstanceOfSatisfying(
                        ElectionEvent.Present.class,
                        present -> assertThat(present.status().role()).isEqualTo(Role.FOLLOWER));
        assertThat(own.get(1))
                .isInstanceOfSatisfying(
                        ElectionEvent.Acquired.class,
                        acquired -> assertThat(acquired.token()).isEqualTo(term.token()));
    }

    @Test
    @DisplayName("a closed election is led by others for good, and closing again does nothing (R13, GF-12)")
    void aClosedElectionStaysClosed() throws InterruptedException {
        Candidate alice = candidate("alice");
        Election election = alice.stand(name);
        awaitTerm(election);

        election.close();
        election.close();
        alice.close();
        alice.close();

        assertThat(election.isLeader()).isFalse();
        assertThat(election.term()).isEmpty();
        assertThat(election.status().role()).isEqualTo(Role.CLOSED);
        assertThat(election.awaitLeadership(limit())).isEmpty();
        assertThatThrownBy(() -> alice.stand(newElection())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("one candidate leads in several elections, each in its own term (RV-3)")
    void oneCandidateLeadsInSeveralElections() throws InterruptedException {
        Candidate alice = candidate("alice");
        Election first = alice.stand(name);
        Election second = alice.stand(newElection());
        awaitTerm(first);
        awaitTerm(second);

        first.close();

        assertThat(first.status().role()).isEqualTo(Role.CLOSED);
        awaitTerm(second);
        assertThatThrownBy(() -> alice.stand(second.name())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("two candidates share one store object: one leads, and the other after it")
    void twoCandidatesShareOneStoreObject() throws InterruptedException {
        try (LeaseStore shared = open()) {
            Candidate alice = candidate("alice", notClosing(shared));
            Candidate bob = candidate("bob", notClosing(shared));
            Term first = awaitTerm(alice.stand(name));
            Election bobs = bob.stand(name);
            assertThat(awaitAttempt(bobs, Instant.EPOCH).leader()).isEqualTo(alice.identity());

            alice.close();

            assertThat(awaitTerm(bobs).token()).isGreaterThan(first.token());
            bob.close();
        }
    }

    private static LeaseStore notClosing(LeaseStore store) {
        return new ForwardingStore(store) {
            @Override
            public void close() {}
        };
    }

    @Nested
    class Works extends WorkBehaviour {
        Works() {
            super(ElectionContract.this);
        }
    }

    @Nested
    class Fleets extends FleetBehaviour {
        Fleets() {
            super(ElectionContract.this);
        }
    }

    private Candidate candidate(String visibleName) {
        return candidate(visibleName, open());
    }

    private Candidate candidate(String visibleName, LeaseStore store) {
        Candidate candidate =
                candidateOn(store).named(visibleName).timing(timing()).start();
        candidates.add(candidate);
        return candidate;
    }

    private Term awaitTerm(Election election) throws InterruptedException {
        return election.awaitLeadership(limit())
                .orElseThrow(() -> new AssertionError("did not lead within " + limit() + ": " + election.status()));
    }

    private Status awaitAttempt(Election election, Instant since) throws InterruptedException {
        return election.awaitAttempt(since, limit())
                .orElseThrow(() -> new AssertionError("no attempt within " + limit() + ": " + election.status()));
    }

    private Sighting inspect() {
        try (LeaseStore store = open()) {
            return store.inspect(name, Deadline.after(TimeSource.system(), limit()));
        }
    }

    private static Instant now() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }
}
