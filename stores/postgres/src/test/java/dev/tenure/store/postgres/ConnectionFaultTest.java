package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.store.postgres.connection.PooledConnection;
import dev.tenure.store.postgres.connection.SocketWatchdog;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.ConnectionFaultContract;
import dev.tenure.testkit.StoreTestSteps;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

@Tag("server")
@Timeout(60)
class ConnectionFaultTest extends ConnectionFaultContract {
    private final String application = "line-" + UUID.randomUUID();
    private final String schema = TestServer.newSchema();

    @Override
    protected InetSocketAddress server() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), TestServer.SHARED.getPort());
    }

    @Override
    protected LeaseStore open(InetSocketAddress address) {
        PGSimpleDataSource source = TestServer.named(application);
        source.setServerNames(new String[] {"localhost"});
        source.setPortNumbers(new int[] {address.getPort()});
        return PostgresStore.on(source).schema(schema).pollOnly().open();
    }

    @Test
    void terminatedSessionIsReplacedAfterOneUnknownOutcome() {
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
    void idleConnectionNoticesThatServerClosedIt() throws SQLException {
        try (SocketWatchdog watchdog = new SocketWatchdog("postgres");
                Connection connection = TestServer.named(application).getConnection()) {
            PooledConnection line = new PooledConnection(connection, watchdog);
            assertThat(line.isStillThere(Duration.ZERO)).isTrue();
            TestServer.terminate(TestServer.backends(application, false));

            StoreTestSteps.await("the end is noticed", () -> !line.isStillThere(Duration.ZERO));
        }
    }

    @Test
    void callToServerThatAnswersInPiecesEndsAtItsDeadline() {
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
