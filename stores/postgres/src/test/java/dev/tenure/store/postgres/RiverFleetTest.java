package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.RecordingListener;
import dev.tenure.testkit.StoreTestSteps;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;

/** Tenure candidates beside River's clients, in one schema. */
@Tag("server")
@Timeout(60)
class RiverFleetTest {
    /** Longer than any test waits, so that nothing here comes from a lease of ours that ran out. */
    private static final Timing LONG =
            Timing.of(Duration.ofMinutes(2), Duration.ofMillis(200)).withCallTimeout(Duration.ofSeconds(1));

    private static final Timing SHORT = Timing.of(Duration.ofSeconds(2), Duration.ofMillis(100));

    /** Shorter than a River client's lease: whoever leads by then did not wait for one to run out. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private final RiverSchema schema = RiverSchema.create();
    private final RiverClient go = schema.client("go-host_2025_03_01T10_20_30_123456");
    private final List<Candidate> candidates = new ArrayList<>();
    private final RecordingListener heard = new RecordingListener();

    @AfterEach
    void close() {
        candidates.forEach(Candidate::close);
    }

    private RiverStore store(Duration delay) {
        return schema.store()
                .takeoverDelay(delay)
                .takeoverDelayAfterResign(Duration.ofMillis(10))
                .open();
    }

    private Candidate candidate(String name, Timing timing, RiverStore store) {
        Candidate candidate =
                Candidate.on(store).closingStore().named(name).timing(timing).start();
        candidates.add(candidate);
        return candidate;
    }

    private Election stand(String name, Timing timing) {
        RiverStore store = store(Duration.ofMillis(20));
        awaitListening(store);
        Election election = candidate(name, timing, store).stand(RiverStore.ELECTION);
        election.subscribe(heard);
        return election;
    }

    /** What is told before the store listens is not heard. Before the stand: only a leader resigns. */
    private void awaitListening(RiverStore store) {
        CountDownLatch woken = new CountDownLatch(1);
        store.watch(RiverStore.ELECTION, woken::countDown);
        StoreTestSteps.await("the store listens", () -> {
            schema.tell("{\"leader_id\":\"nobody\",\"action\":\"resigned\"}");
            return woken.getCount() == 0;
        });
    }

    private static Term awaitTerm(Election election) throws InterruptedException {
        return election.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
    }

    private Lease lease() {
        try (RiverStore looking = schema.store().pollOnly().open()) {
            return StoreTestSteps.held(looking.inspect(RiverStore.ELECTION, StoreTestSteps.soon()));
        }
    }

    @Test
    @DisplayName(
            "a River client that is cut off leads for a while after its row expired: for so long a lease is only held")
    void termBeginsAfterTakeoverDelay() throws InterruptedException {
        Duration delay = Duration.ofMillis(900);
        assertThat(go.elect()).isPresent();
        schema.elapse(Duration.ofSeconds(16));
        Election election = candidate("alice", LONG, store(delay)).stand(RiverStore.ELECTION);
        election.subscribe(heard);
        StoreTestSteps.await("the lease is ours", () -> !lease().holder().name().equals("go-host"));
        Instant granted = lease().since().minusSeconds(16);
        assertThat(heard.await(ElectionEvent.Warning.class, StoreTestSteps.LIMIT)
                        .cause())
                .contains("may not have stopped");

        Term term = awaitTerm(election);

        assertThat(Duration.between(granted, term.since())).isGreaterThanOrEqualTo(delay);
    }

    @Test
    void defaultTakeoverDelayCoversRiverClients() {
        try (RiverStore store = schema.store().open()) {
            assertThat(store.takeoverDelay().afterExpiry()).isEqualTo(Duration.ofSeconds(13));
            assertThat(store.takeoverDelay().afterRelease()).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    @DisplayName("during a takeover delay a claim without a look replaces no expired or released row")
    void claimWithoutLookDoesNotSkipTakeoverDelay() {
        try (RiverStore store = schema.store().open()) {
            assertThat(go.elect()).isPresent();
            schema.elapse(Duration.ofSeconds(16));
            Sighting expired = store.inspect(RiverStore.ELECTION, StoreTestSteps.soon());
            assertRefused(store);
            Lease lease = StoreTestSteps.granted(
                    store.claim(StoreTestSteps.ballot(RiverStore.ELECTION, expired), StoreTestSteps.soon()));
            store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
            assertRefused(store);
            schema.elapse(Duration.ofSeconds(13));

            StoreTestSteps.elect(store, RiverStore.ELECTION);
        }
    }

    private static void assertRefused(RiverStore store) {
        assertThat(store.claim(StoreTestSteps.ballot(RiverStore.ELECTION), StoreTestSteps.soon()))
                .isInstanceOf(Answer.Refused.class);
    }

    private static Duration hold(RiverStore store, Sighting replaced) {
        Answer answer = store.claim(StoreTestSteps.ballot(RiverStore.ELECTION, replaced), StoreTestSteps.soon());
        return Objects.requireNonNull(((Answer.Granted) answer).hold());
    }

    /** Else it would hold the lease for an hour, and the test would end first. */
    @Test
    void tenureAfterTenureDoesNotWaitForRiver() throws InterruptedException {
        RiverStore crashed = store(Duration.ofHours(1));
        Lease before = StoreTestSteps.elect(crashed, RiverStore.ELECTION);
        crashed.close();
        schema.elapse(Duration.ofHours(2));

        Election election = candidate("bob", LONG, store(Duration.ofHours(1))).stand(RiverStore.ELECTION);
        election.subscribe(heard);

        assertThat(awaitTerm(election).token()).isGreaterThan(before.token());
        assertThat(heard.all()).noneMatch(ElectionEvent.Warning.class::isInstance);
    }

    /** It may have replaced a River client's row, never have led, and died. */
    @Test
    void successorWaitsForRestOfTakeoverDelay() {
        try (RiverStore store = store(Duration.ofHours(1))) {
            assertThat(go.elect()).isPresent();
            schema.elapse(Duration.ofSeconds(16));
            Sighting theirs = store.inspect(RiverStore.ELECTION, StoreTestSteps.soon());
            assertThat(hold(store, theirs)).as("after a River client").isEqualTo(Duration.ofHours(1));
            schema.elapse(Duration.ofMinutes(30));
            Sighting ours = store.inspect(RiverStore.ELECTION, StoreTestSteps.soon());

            assertThat(hold(store, ours))
                    .as("after one of ours half an hour later")
                    .isBetween(Duration.ofMinutes(28), Duration.ofMinutes(30));
        }
    }

    @Test
    void releaseMarkIsReplacedAtOnceAfterTakeoverDelay() {
        try (RiverStore store = store(Duration.ofHours(1))) {
            store.release(StoreTestSteps.elect(store, RiverStore.ELECTION), Handover.toAnyone(), StoreTestSteps.soon());
            schema.elapse(Duration.ofHours(2));
            Answer unseen = store.claim(StoreTestSteps.ballot(RiverStore.ELECTION), StoreTestSteps.soon());
            assertThat(((Answer.Granted) unseen).hold()).isEqualTo(Duration.ZERO);
            store.release(((Answer.Granted) unseen).lease(), Handover.toAnyone(), StoreTestSteps.soon());
            schema.elapse(Duration.ofHours(2));

            assertThat(hold(store, store.inspect(RiverStore.ELECTION, StoreTestSteps.soon())))
                    .isZero();
        }
    }

    @Test
    @DisplayName("a River client leads at once when a Tenure candidate stops (RV-2, RV-9)")
    void riverClientLeadsWhenTenureStops() throws InterruptedException {
        awaitTerm(stand("alice", LONG));
        assertThat(go.elect()).isEmpty();

        candidates.get(0).close();

        assertThat(go.elect()).isPresent();
    }

    @Test
    @DisplayName("a candidate that only polls learns of a release from the row (RV-36)")
    void pollOnlyCandidateTakesOverFromTenure() throws InterruptedException {
        Term term = awaitTerm(stand("alice", LONG));
        RiverStore polling = schema.store()
                .takeoverDelay(Duration.ZERO)
                .takeoverDelayAfterResign(Duration.ZERO)
                .pollOnly()
                .open();
        Election bobs = candidate("bob", LONG, polling).stand(RiverStore.ELECTION);
        assertThat(bobs.awaitAttempt(Instant.EPOCH, StoreTestSteps.LIMIT)).isPresent();

        candidates.get(0).close();

        assertThat(awaitTerm(bobs).token()).isGreaterThan(term.token());
    }

    @Test
    @DisplayName("repeated start and stop leaves nothing that blocks others (RV-10)")
    void repeatedStartAndStopBlocksNobody() {
        Timing patient = LONG.withCallTimeout(Duration.ofSeconds(20)); // a close waits for a claim under way
        for (int times = 0; times < 20; times++) {
            Candidate candidate = candidate("alice-" + times, patient, store(Duration.ZERO));
            candidate.stand(RiverStore.ELECTION);
            if (times % 2 == 0) {
                StoreTestSteps.await(
                        "it has claimed", () -> !schema.row("leader_id").isEmpty());
            }
            candidate.close();
        }

        assertThat(go.elect()).isPresent();
    }

    @Test
    @DisplayName("Tenure leads when a River client resigns, long before its lease would expire (RV-2, RV-14)")
    void tenureLeadsWhenRiverClientResigns() throws InterruptedException {
        OffsetDateTime theirs = go.elect().orElseThrow();
        Election election = stand("alice", LONG);
        assertThat(election.awaitAttempt(Instant.EPOCH, StoreTestSteps.LIMIT)
                        .orElseThrow()
                        .leader())
                .isNotNull()
                .satisfies(leader -> assertThat(leader.name()).isEqualTo("go-host"));

        assertThat(go.resign(theirs)).isTrue();

        assertThat(election.awaitLeadership(SOON)).isPresent();
        assertThat(go.reelect(theirs)).isFalse();
    }

    /**
     * Of another start of the process: a row of this very one could only be a claim of its own whose answer was lost.
     */
    @Test
    @DisplayName("a term is lost to a later one of the same name, which stays unchanged (RV-4)")
    void termIsLostToLaterTermOfSameName() throws InterruptedException {
        Term term = awaitTerm(stand("alice", LONG));
        schema.set(
                "leader_id = replace(leader_id, 'tenure|', 'tenure|x'), elected_at = elected_at + interval '1 second'");
        List<String> replaced = schema.row("concat_ws(' ', leader_id, elected_at, expires_at)");

        heard.await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT);

        assertThat(term.isCurrent()).isFalse();
        assertThat(schema.row("concat_ws(' ', leader_id, elected_at, expires_at)"))
                .isEqualTo(replaced);
    }

    @Test
    @DisplayName("however often River clients ask, Tenure resigns once, and leads again later (RV-7, RV-8, RV-35)")
    void tenureResignsWhenRiverClientAsks() throws InterruptedException {
        Election election = stand("alice", SHORT);
        Term term = awaitTerm(election);
        for (int times = 0; times < 5; times++) {
            go.requestResign();
        }

        assertThat(heard.await(ElectionEvent.Resigned.class, StoreTestSteps.LIMIT)
                        .cause())
                .isEqualTo("resigned as a River client asked");
        Term next = awaitTerm(election);

        assertThat(next.token()).isGreaterThan(term.token());
        assertThat(heard.all().stream().filter(ElectionEvent.Resigned.class::isInstance))
                .hasSize(1);
    }

    @Test
    @DisplayName("after a requested resignation the River client can lead: Tenure waits for its cool-down (R-D8)")
    void requestedResignationLetsRiverClientLead() throws InterruptedException {
        awaitTerm(stand("alice", LONG));
        go.requestResign();
        heard.await(ElectionEvent.Resigned.class, StoreTestSteps.LIMIT);

        StoreTestSteps.await("the client leads", () -> go.elect().isPresent());
    }

    @Test
    @DisplayName("any number of notices delays no renewal (R-D5, RV-1)")
    void manyRiverNoticesDelayNoRenewal() throws InterruptedException, SQLException {
        Term term = awaitTerm(stand("alice", SHORT));
        String notices = "SELECT pg_notify(" + SqlNames.literal(schema.name() + ".river_leadership")
                + ", '{\"leader_id\":\"x\",\"action\":\"resigned\"}' || repeat(' ', i)) FROM generate_series(1, 50) i";
        Instant until = lease().stamp().at().plus(SHORT.ttl());
        int storms = 0;
        try (Connection connection = TestServer.source().getConnection();
                Statement statement = connection.createStatement()) {
            while (lease().stamp().at().isBefore(until)) {
                statement.execute(notices);
                storms++;
            }
        }

        assertThat(storms).isGreaterThan(8);
        assertThat(term.isCurrent()).isTrue();
    }

    @Test
    @DisplayName("each schema has its own leader (RV-3)")
    void twoSchemasHaveTwoLeaders() throws InterruptedException {
        Term here = awaitTerm(stand("alice", LONG));
        RiverSchema other = RiverSchema.create();
        assertThat(other.client("go").elect()).isPresent();
        TestServer.run("DELETE FROM " + other.table());
        Candidate bob = candidate(
                "bob",
                LONG,
                other.store().takeoverDelayAfterResign(Duration.ZERO).open());
        Term there = awaitTerm(bob.stand(RiverStore.ELECTION));

        assertThat(here.isCurrent()).isTrue();
        assertThat(there.isCurrent()).isTrue();
    }

    @Test
    @DisplayName("a table that a crash emptied ends the term, and a candidate that saw it waits before it leads (R-D3)")
    void emptiedTableMakesNoSecondLeader() throws InterruptedException {
        Election alices = stand("alice", SHORT);
        Term term = awaitTerm(alices);
        Election bobs = candidate("bob", SHORT, store(Duration.ofMillis(20))).stand(RiverStore.ELECTION);
        assertThat(bobs.awaitAttempt(Instant.EPOCH, StoreTestSteps.LIMIT)).isPresent();
        TestServer.run("TRUNCATE " + schema.table());

        assertThat(heard.await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT).cause())
                .contains("vanished");
        StoreTestSteps.await("one leads again", () -> alices.isLeader() || bobs.isLeader());
        assertThat(lease().token()).isGreaterThan(term.token());
    }

    @Test
    @DisplayName("an observer sees the leader of River, may ask it to resign, and never stands")
    void observerSeesRiverLeader() throws InterruptedException, SQLException {
        OffsetDateTime theirs = go.elect().orElseThrow();
        Candidate onlooker = candidate("ops", LONG, store(Duration.ofSeconds(13)));
        ElectionView view = onlooker.observe(RiverStore.ELECTION);
        view.subscribe(heard);
        StoreTestSteps.await("the leader is seen", () -> view.status().leader() != null);
        assertThat(view.status().token()).isEqualTo(lease().token());
        try (Connection connection = TestServer.source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + SqlNames.quoted(schema.name() + ".river_leadership"));
            onlooker.requestResign(RiverStore.ELECTION);
            var told = connection.unwrap(PGConnection.class).getNotifications((int) StoreTestSteps.LIMIT.toMillis());
            assertThat(told).hasSize(1);
            assertThat(told[0].getParameter()).contains("request_resign");
        }
        assertThat(go.resign(theirs)).isTrue();

        StoreTestSteps.await("nobody leads", () -> view.status().leader() == null);
        assertThat(schema.row("leader_id")).isEmpty();
    }
}
