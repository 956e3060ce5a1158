package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.StoreTestSteps;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls end by their deadlines when the server hangs. A test hangs if one of them does not. */
@Tag("server")
@Timeout(60)
class HangingServerTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    private final String application = "hang-" + UUID.randomUUID();
    private final String schema = TestServer.newSchema();
    private final PostgresStore store =
            PostgresStore.on(TestServer.named(application)).schema(schema).open();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void writeToStoppedBackendHasUnknownOutcomeAndNextCallWorks() {
        Lease lease = StoreTestSteps.elect(store, "a");
        int stopped = onlyBackend();
        TestServer.signal("STOP", stopped);
        try {
            StoreTestSteps.assertFails(
                    Kind.OUTCOME_UNKNOWN,
                    () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.within(SHORT)));
            assertThat(StoreTestSteps.held(store.inspect("a", StoreTestSteps.soon()))
                            .token())
                    .isEqualTo(lease.token());
        } finally {
            TestServer.signal("CONT", stopped);
        }
    }

    @Test
    void readFromStoppedBackendIsUnreachable() {
        StoreTestSteps.elect(store, "a");
        int stopped = onlyBackend();
        TestServer.signal("STOP", stopped);
        try {
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", StoreTestSteps.within(SHORT)));
        } finally {
            TestServer.signal("CONT", stopped);
        }
    }

    @Test
    void hangingCallDoesNotDelayAnother() throws Exception {
        Lease lease = StoreTestSteps.elect(store, "a");
        int stopped = onlyBackend();
        TestServer.signal("STOP", stopped);
        ExecutorService threads = Executors.newFixedThreadPool(1);
        try {
            Future<?> hanging = threads.submit(() -> StoreTestSteps.assertFails(
                    Kind.OUTCOME_UNKNOWN,
                    () -> store.release(lease, Handover.toAnyone(), StoreTestSteps.within(Duration.ofSeconds(3)))));
            StoreTestSteps.await(
                    "the release is sent",
                    () -> TestServer.backends(application, false).size() == 1 && !hanging.isDone());
            for (int times = 0; times < 3; times++) {
                assertThat(store.inspect("a", StoreTestSteps.soon())).isInstanceOf(Sighting.Held.class);
            }
            hanging.get();
        } finally {
            TestServer.signal("CONT", stopped);
            threads.shutdownNow();
        }
    }

    @Test
    void stoppedPostmasterServesOnlyOpenConnections() {
        Lease lease = StoreTestSteps.elect(store, "a");
        int postmaster = TestServer.postmaster(TestServer.data());
        TestServer.signal("STOP", postmaster);
        try (PostgresStore late =
                PostgresStore.on(TestServer.source()).schema(schema).open()) {
            assertThat(StoreTestSteps.held(store.inspect("a", StoreTestSteps.soon())))
                    .isEqualTo(lease);
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> late.inspect("a", StoreTestSteps.within(SHORT)));
        } finally {
            TestServer.signal("CONT", postmaster);
        }
        StoreTestSteps.elect(store, "b");
    }

    @Test
    void callGetsConnectionWhileEarlierAttemptsHang() throws Exception {
        int postmaster = TestServer.postmaster(TestServer.data());
        TestServer.signal("STOP", postmaster);
        ExecutorService threads = Executors.newFixedThreadPool(1);
        try {
            for (int calls = 0; calls < 6; calls++) {
                StoreTestSteps.assertFails(
                                Kind.UNREACHABLE,
                                () -> store.inspect("a", StoreTestSteps.within(Duration.ofMillis(50))))
                        .withMessageContaining("no connection in time");
            }
            Future<Sighting> patient = threads.submit(() -> store.inspect("a", StoreTestSteps.soon()));
            TestServer.signal("CONT", postmaster);

            assertThat(patient.get()).isEqualTo(new Sighting.Never());
        } finally {
            TestServer.signal("CONT", postmaster);
            threads.shutdownNow();
        }
    }

    /** As on a server that starts on a slow machine, and takes longer to let anybody in than a call may take. */
    @Test
    void lateConnectionServesTheNextCall() {
        CountingDataSource slow = new CountingDataSource(TestServer.source());
        Semaphore permits = slow.holdBack();
        try (PostgresStore cold = PostgresStore.on(slow)
                .keepConnections()
                .pollOnly()
                .schema(schema)
                .open()) {
            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE, () -> cold.inspect("a", StoreTestSteps.within(Duration.ofMillis(50))));
            permits.release();

            // Not one call: one that begins just before the connection is put away opens another. And none so short
            // that a slow machine cannot answer it, for the connection of a call that ran out of time is closed.
            StoreTestSteps.await("the connection serves a call", () -> finds(cold, new Sighting.Never()));
            assertThat(slow.taken()).as("no other one got through").isEqualTo(1);
        } finally {
            permits.release(10);
        }
    }

    @Test
    void lockedRowIsLeftOutOfBatchAndFailsAlone() throws SQLException {
        List<RenewalRequest> batch = List.of("z", "locked", "a").stream()
                .map(name -> StoreTestSteps.extension(StoreTestSteps.elect(store, name)))
                .toList();
        try (Connection other = TestServer.source().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute(
                    "SELECT 1 FROM " + SqlNames.quoted(schema) + ".tenure_lease WHERE election = 'locked' FOR UPDATE");

            List<Optional<Renewal>> outcomes = store.renewAll(batch, StoreTestSteps.soon());

            assertThat(outcomes.get(0)).get().isInstanceOf(Renewal.Renewed.class);
            assertThat(outcomes.get(1)).isEmpty();
            assertThat(outcomes.get(2)).get().isInstanceOf(Renewal.Renewed.class);
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.renew(batch.get(1), StoreTestSteps.soon()))
                    .withMessageContaining("locked");
            assertThat(store.inspect("locked", StoreTestSteps.soon())).isInstanceOf(Sighting.Held.class);
        }
        assertThat(store.renew(batch.get(1), StoreTestSteps.soon())).isInstanceOf(Renewal.Renewed.class);
    }

    private static boolean finds(PostgresStore store, Sighting expected) {
        try {
            return store.inspect("a", StoreTestSteps.within(Duration.ofSeconds(10)))
                    .equals(expected);
        } catch (StoreException noConnectionYet) {
            return false;
        }
    }

    private int onlyBackend() {
        List<Integer> backends = TestServer.backends(application, false);
        assertThat(backends).hasSize(1);
        return backends.get(0);
    }
}
