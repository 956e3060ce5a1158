package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.connection.PooledConnection;
import dev.tenure.store.postgres.connection.SocketWatchdog;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** What may be concluded when the line to the server fails. */
@Tag("server")
@Timeout(60)
class LineFaultTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    private final String application = "line-" + UUID.randomUUID();
    private final String schema = TestServer.newSchema();
    private final TcpFaultProxy proxy =
            new TcpFaultProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), TestServer.SHARED.getPort()));
    private final PostgresStore store =
            PostgresStore.on(throughProxy()).schema(schema).pollOnly().open();
    private final PostgresStore direct =
            PostgresStore.on(TestServer.source()).schema(schema).open();

    private PGSimpleDataSource throughProxy() {
        PGSimpleDataSource source = TestServer.named(application);
        source.setServerNames(new String[] {"localhost"});
        source.setPortNumbers(new int[] {proxy.address().getPort()});
        return source;
    }

    @AfterEach
    void close() {
        store.close();
        direct.close();
        proxy.close();
    }

    @Test
    void aClaimWhoseAnswerIsLostIsOfUnknownOutcomeAndStandsUnderItsAttempt() {
        store.inspect("a", StoreTestSteps.soon());
        Ballot ballot = StoreTestSteps.ballot("a");
        proxy.loseAnswers();

        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, StoreTestSteps.within(SHORT)));
        proxy.pass();

        Lease found = StoreTestSteps.held(store.inspect("a", StoreTestSteps.soon()));
        assertThat(found.stamp().attempt()).isEqualTo(ballot.stamp().attempt());
        assertThat(found.holder()).isEqualTo(ballot.candidate());
    }

    @Test
    void aRenewalThatNeverArrivesIsOfUnknownOutcomeToo() {
        Lease lease = StoreTestSteps.elect(store, "a");
        proxy.blackHole();

        StoreTestSteps.assertFails(
                Kind.OUTCOME_UNKNOWN, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.within(SHORT)));
        assertThat(StoreTestSteps.held(direct.inspect("a", StoreTestSteps.soon())))
                .isEqualTo(lease);
    }

    @Test
    void nothingIsSentWhereNobodyAnswersAndLaterItWorks() {
        proxy.refuse();
        StoreTestSteps.assertFails(
                Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()));
        proxy.blackHole();
        StoreTestSteps.assertFails(
                Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.within(SHORT)));
        proxy.pass();

        assertThat(direct.inspect("a", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
        StoreTestSteps.elect(store, "a");
    }

    @Test
    void aConnectionThatIsResetUnderACallIsOpenedAnewForTheNext() {
        Lease lease = StoreTestSteps.elect(store, "a");
        proxy.reset();

        StoreTestSteps.assertFails(
                Kind.OUTCOME_UNKNOWN, () -> store.release(lease, Handover.toAnyone(), StoreTestSteps.soon()));
        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void aTerminatedSessionIsOfUnknownOutcomeOnceAndIsOpenedAnew() {
        Lease lease = StoreTestSteps.elect(direct, "a");
        StoreTestSteps.elect(store, "b");
        TestServer.terminate(TestServer.backends(application, false));

        StoreTestSteps.assertFails(
                        Kind.OUTCOME_UNKNOWN, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .withMessageContaining("renewing a failed: ");
        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void aLineThatRestedNoticesThatTheServerHungUpWithoutSendingAnything() throws SQLException {
        try (SocketWatchdog watchdog = new SocketWatchdog();
                Connection connection = TestServer.named(application).getConnection()) {
            PooledConnection line = new PooledConnection(connection, watchdog);
            assertThat(line.isStillThere(Duration.ZERO)).isTrue();
            TestServer.terminate(TestServer.backends(application, false));

            StoreTestSteps.await("the end is noticed", () -> !line.isStillThere(Duration.ZERO));
        }
    }

    @Test
    void aServerThatDribblesIsLeftAtTheDeadline() {
        List<String> many = java.util.stream.IntStream.range(0, 300)
                .mapToObj(number -> "election-" + number + "-".repeat(900))
                .toList();
        StoreTestSteps.elect(store, "a");
        TestServer.run("INSERT INTO " + SqlNames.quoted(schema) + ".tenure_lease SELECT name, 1, 0, 1, 0, 0, 'i',"
                + " 'n', NULL, now(), now(), 1000, now(), false"
                + " FROM unnest(ARRAY['" + String.join("','", many) + "']) name");
        proxy.delay(Duration.ofMillis(100));

        StoreTestSteps.assertFails(
                Kind.UNREACHABLE, () -> store.elections(StoreTestSteps.within(Duration.ofMillis(350))));
    }
}
