package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.testkit.StoreTestSteps;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The store borrows a connection of the application's pool for each call, unless it may keep connections. */
@Tag("server")
@Timeout(60)
class ApplicationPoolTest {
    private final String schema = TestServer.newSchema();
    private final CountingDataSource pool = new CountingDataSource(TestServer.source());

    @Test
    void connectionIsReturnedAfterCallWithItsSettings() throws SQLException {
        pool.autoCommit(false);
        try (PostgresStore store = PostgresStore.on(pool).schema(schema).open()) {
            Lease lease = StoreTestSteps.elect(store, "a");

            assertThat(pool.taken()).isZero();
            assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                    .isInstanceOf(Renewal.Renewed.class);
            assertThat(pool.taken()).isZero();
            assertThat(pool.lastAutoCommit()).isFalse();
            assertThat(pool.lastNetworkTimeout()).isZero();
            assertThat(pool.lastPrepareThreshold())
                    .isEqualTo(TestServer.source().getPrepareThreshold());
            assertThat(store.capabilities()).doesNotContain(Capability.WATCH);
        }
    }

    @Test
    void connectionsAreKeptOnRequest() {
        try (PostgresStore store =
                PostgresStore.on(pool).schema(schema).keepConnections().open()) {
            StoreTestSteps.elect(store, "a");
            StoreTestSteps.elect(store, "b");

            assertThat(pool.taken()).isEqualTo(1);
            assertThat(pool.opened()).isEqualTo(1);
            assertThat(store.capabilities()).contains(Capability.WATCH);
        }
        assertThat(pool.taken()).isZero();
    }

    @Test
    void exhaustedPoolEndsNoTermIfConnectionsAreKept() {
        try (PostgresStore store =
                PostgresStore.on(pool).schema(schema).keepConnections().open()) {
            Lease lease = StoreTestSteps.elect(store, "a");
            pool.useUp();

            assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                    .isInstanceOf(Renewal.Renewed.class);
        }
    }

    @Test
    void exhaustedPoolIsUnreachable() {
        try (PostgresStore store = PostgresStore.on(pool).schema(schema).open()) {
            Lease lease = StoreTestSteps.elect(store, "a");
            pool.useUp();

            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
        }
    }

    @Test
    void everyCallIsOneRoundTrip() {
        try (PostgresStore store =
                PostgresStore.on(pool).schema(schema).keepConnections().open()) {
            store.inspect("a", StoreTestSteps.soon());
            long before = pool.executions();
            Lease lease = StoreTestSteps.elect(store, "a");
            store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());
            store.inspect("a", StoreTestSteps.soon());
            store.release(lease, dev.tenure.spi.Handover.toAnyone(), StoreTestSteps.soon());

            assertThat(pool.executions() - before).isEqualTo(4);
        }
    }
}
