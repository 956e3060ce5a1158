package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.river.RiverNotice;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.StoreTestSteps;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.ds.PGSimpleDataSource;

/** Notices on River's channel, and their effect. */
@Tag("server")
@Timeout(60)
class RiverNoticeTest {
    private final RiverSchema schema = RiverSchema.create();
    private final RiverClient go = schema.client("go_2025_03_01T10_20_30_123456");
    private final String application = "river-" + schema.name();
    private final RiverStore store = schema.store().open();
    private final RiverStore watching = watchingStore();
    private final Semaphore wakeUps = new Semaphore(0);

    private RiverStore watchingStore() {
        PGSimpleDataSource source = schema.source();
        source.setApplicationName(application);
        return RiverStore.on(source).schema(schema.name()).open();
    }

    @BeforeEach
    void watch() throws InterruptedException {
        watching.watch(RiverStore.ELECTION, wakeUps::release);
        assertWoken("when listening began");
    }

    @AfterEach
    void close() {
        store.close();
        watching.close();
    }

    private void assertWoken(String when) throws InterruptedException {
        assertThat(wakeUps.tryAcquire(StoreTestSteps.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .as("woken %s", when)
                .isTrue();
    }

    /** Notices come in order: once this one has woken, all that were told before have been heard. */
    private void assertNobodyWasWoken() throws InterruptedException {
        schema.tell("{\"leader_id\":\"a fence\",\"action\":\"resigned\"}");
        assertWoken("by the fence");
        assertThat(wakeUps.availablePermits()).isZero();
    }

    private Sighting seen() {
        return watching.inspect(RiverStore.ELECTION, StoreTestSteps.soon());
    }

    private OffsetDateTime goLeads() {
        OffsetDateTime term = go.elect().orElseThrow();
        assertThat(seen()).isInstanceOf(Sighting.Held.class);
        return term;
    }

    @Test
    @DisplayName("the resignation of a River client wakes, and its term is shown as released (RV-14)")
    void riverClientResignationWakesAndReleases() throws InterruptedException {
        OffsetDateTime term = goLeads();
        long token = seen().lastToken();
        assertThat(go.resign(term)).isTrue();
        assertWoken("by the resignation");

        assertThat(seen())
                .isInstanceOfSatisfying(
                        Sighting.Released.class,
                        mark -> assertThat(mark.lastToken()).isEqualTo(token));
    }

    @Test
    @DisplayName("notices are read whatever their spacing and order")
    void spacingAndOrderDoNotMatter() throws InterruptedException {
        for (String told : List.of(
                "{\"leader_id\" : \"go\", \"action\" : \"resigned\"}",
                "{\"action\":\"resigned\",\"leader_id\":\"go\"}",
                " {\n \"name\": \"default\", \"action\": \"\\u0072esigned\", \"leader_id\": \"go\" } ")) {
            schema.tell(told);
            assertWoken("by " + told);
        }
    }

    @Test
    @DisplayName("unknown actions wake nobody (RV-12)")
    void unknownActionsAreIgnored() throws InterruptedException {
        for (String told : List.of("{\"action\":\"made_up\",\"leader_id\":\"go\"}", "{}", "[]", "5", "null")) {
            schema.tell(told);
        }

        assertNobodyWasWoken();
    }

    @Test
    @DisplayName("text that is no JSON wakes nobody, and the listener keeps its connection")
    void invalidJsonIsIgnored() throws InterruptedException {
        List<String> before = sessions();
        for (String told : List.of("", "resigned", "{\"action\":", "{\"action\":\"elected\",\"tenure_token\":\"x\"}")) {
            schema.tell(told);
        }

        assertNobodyWasWoken();
        assertThat(sessions()).isNotEmpty().isEqualTo(before);
    }

    @Test
    @DisplayName("a notice that a present leader resigned releases nothing (RV-13)")
    void forgedResignationReleasesNothing() throws InterruptedException {
        goLeads();
        schema.tell("{\"leader_id\":\"" + go.id() + "\",\"action\":\"resigned\"}");
        assertWoken("by the notice");
        assertThat(seen()).isInstanceOf(Sighting.Held.class);
        schema.clear();

        assertThat(seen()).isInstanceOf(Sighting.Unreadable.class);
    }

    @Test
    @DisplayName("many notices at once block no call (RV-15)")
    void manyNoticesBlockNobody() throws InterruptedException {
        OffsetDateTime term = goLeads();
        TestServer.run("SELECT pg_notify(" + SqlNames.literal(schema.name() + ".river_leadership")
                + ", '{\"leader_id\":\"' || i || '\",\"action\":\"resigned\"}') FROM generate_series(1, 2000) i");
        assertThat(go.resign(term)).isTrue();

        StoreTestSteps.await("the last one was heard", () -> seen() instanceof Sighting.Released);
    }

    @Test
    @DisplayName("a closed store hears nothing (RV-16)")
    void closedStoreHearsNothing() {
        watching.close();
        wakeUps.drainPermits();
        StoreTestSteps.await("the sessions end", () -> sessions().isEmpty());
        schema.tell("{\"leader_id\":\"go\",\"action\":\"resigned\"}");

        assertThat(wakeUps.availablePermits()).isZero();
    }

    @Test
    @DisplayName("a row that vanishes without a notice was not released (R-D3)")
    void vanishedRowIsNotReleased() {
        goLeads();
        schema.clear();

        assertThat(seen()).isInstanceOf(Sighting.Unreadable.class);
    }

    @Test
    @DisplayName("notices from before the connection was lost release nothing")
    void lostConnectionForgetsResignations() throws InterruptedException {
        OffsetDateTime term = goLeads();
        assertThat(go.resign(term)).isTrue();
        assertWoken("by the resignation");
        TestServer.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
                + SqlNames.literal(application));
        assertWoken("when listening began anew");

        assertThat(seenThroughNewConnection()).isInstanceOf(Sighting.Unreadable.class);
    }

    /** The connection for statements was ended, too, and its next call finds out. */
    private Sighting seenThroughNewConnection() {
        try {
            return seen();
        } catch (StoreException e) {
            return seen();
        }
    }

    private List<String> sessions() {
        return TestServer.texts("SELECT pid::text FROM pg_stat_activity WHERE application_name = "
                + SqlNames.literal(application) + " ORDER BY pid");
    }

    @Test
    @DisplayName("Tenure's release and request have River's format")
    void noticesAreLikeRivers() throws SQLException {
        try (Connection connection = TestServer.source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + SqlNames.quoted(schema.name() + ".river_leadership"));
            Lease lease = StoreTestSteps.elect(store, RiverStore.ELECTION);
            String id = schema.row("leader_id").get(0);
            request(lease.token(), "ops");
            store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

            List<RiverNotice> told = notices(connection, 3);
            assertThat(told)
                    .containsExactly(
                            new RiverNotice("elected", id, lease.token(), null),
                            new RiverNotice("request_resign", "", lease.token(), "ops"),
                            new RiverNotice("resigned", id, null, null));
        }
    }

    private static List<RiverNotice> notices(Connection connection, int number) throws SQLException {
        List<RiverNotice> told = new ArrayList<>();
        while (told.size() < number) {
            PGNotification[] more =
                    connection.unwrap(PGConnection.class).getNotifications((int) StoreTestSteps.LIMIT.toMillis());
            assertThat(more).isNotEmpty();
            for (PGNotification each : more) {
                told.add(Objects.requireNonNull(RiverNotice.read(each.getParameter(), connection)));
            }
        }
        return told;
    }

    private void request(long token, String by) {
        store.requests()
                .submit(
                        new Request(RiverStore.ELECTION, token, null, StoreTestSteps.wall(), by),
                        StoreTestSteps.soon());
    }

    private @Nullable Request pending() {
        Map<String, Request> all = watching.requests().pending(List.of(RiverStore.ELECTION), StoreTestSteps.soon());
        return all.get(RiverStore.ELECTION);
    }

    @Test
    @DisplayName("a River client's request counts for the term announced before it, and for no later one (R17)")
    void requestWithoutTokenConcernsTheTermBeforeIt() throws InterruptedException {
        go.requestResign();
        assertNobodyWasWoken();
        assertThat(pending()).as("nobody led").isNull();
        Lease first = StoreTestSteps.elect(store, RiverStore.ELECTION);
        assertWoken("by the claim");
        go.requestResign();
        assertWoken("by the request");
        Request asked = Objects.requireNonNull(pending());
        store.release(first, Handover.toAnyone(), StoreTestSteps.soon());
        assertWoken("by the release");
        go.requestResign();
        assertNobodyWasWoken();
        Lease second = StoreTestSteps.granted(
                store.claim(StoreTestSteps.ballot(RiverStore.ELECTION, seen()), StoreTestSteps.soon()));

        assertThat(asked.token()).isEqualTo(first.token()).isLessThan(second.token());
        assertThat(asked.by()).isEqualTo("a River client");
        assertThat(pending()).isEqualTo(asked);
    }

    @Test
    @DisplayName("a listener that starts during a term knows the term of a request")
    void requestConcernsTermFoundWhenListeningBegan() throws InterruptedException {
        Lease lease = StoreTestSteps.elect(store, RiverStore.ELECTION);
        try (RiverStore late = schema.store().open()) {
            Semaphore woken = new Semaphore(0);
            late.watch(RiverStore.ELECTION, woken::release);
            assertThat(woken.tryAcquire(StoreTestSteps.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
            go.requestResign();
            StoreTestSteps.await(
                    "the request is heard",
                    () -> !late.requests()
                            .pending(List.of(RiverStore.ELECTION), StoreTestSteps.soon())
                            .isEmpty());

            assertThat(late.requests().pending(List.of(RiverStore.ELECTION), StoreTestSteps.soon()))
                    .hasEntrySatisfying(
                            RiverStore.ELECTION,
                            asked -> assertThat(asked.token()).isEqualTo(lease.token()));
        }
    }

    @Test
    @DisplayName("a request of Tenure keeps its token and its sender")
    void tenureRequestKeepsItsToken() {
        request(42, "Zoë \"the operator\" 選挙");

        StoreTestSteps.await("it is heard", () -> pending() != null);
        assertThat(Objects.requireNonNull(pending()).token()).isEqualTo(42);
        assertThat(Objects.requireNonNull(pending()).by()).isEqualTo("Zoë \"the operator\" 選挙");
        assertThat(watching.requests().pending(List.of(), StoreTestSteps.soon()))
                .isEmpty();
    }

    @Test
    void transferIsRefused() {
        Request transfer = new Request(RiverStore.ELECTION, 1, "somebody", StoreTestSteps.wall(), "ops");

        assertThatThrownBy(() -> store.requests().submit(transfer, StoreTestSteps.soon()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("river");
    }

    @Test
    void pollOnlyStoreRefusesWatchesAndRequests() {
        try (RiverStore polling = schema.store().pollOnly().open()) {
            assertThat(polling.capabilities()).containsOnly(Capability.STORE_CLOCK, Capability.LISTING);
            assertThatThrownBy(polling::requests).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> polling.watch(RiverStore.ELECTION, () -> {}))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    @DisplayName("a River client that led after Tenure and resigned before anybody looked releases at once")
    void resignationOfUnseenTermReleases() throws InterruptedException {
        Lease ours = StoreTestSteps.elect(store, RiverStore.ELECTION);
        assertWoken("by the claim"); // before the next notice: those that come together wake once
        store.release(ours, Handover.toAnyone(), StoreTestSteps.soon());
        assertWoken("by the release");
        assertThat(seen()).isInstanceOf(Sighting.Released.class);
        assertThat(go.resign(go.elect().orElseThrow())).isTrue();
        assertWoken("by the resignation");

        Sighting free = seen();

        assertThat(free)
                .isInstanceOfSatisfying(
                        Sighting.Released.class,
                        mark -> assertThat(mark.lastToken()).isGreaterThan(ours.token()));
        StoreTestSteps.granted(watching.claim(StoreTestSteps.ballot(RiverStore.ELECTION, free), StoreTestSteps.soon()));
    }
}
