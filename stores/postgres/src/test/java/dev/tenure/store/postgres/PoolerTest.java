package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store behind a pooler, and how the doctor detects one. */
@Tag("server")
@Timeout(60)
class PoolerTest {
    private static final int MANY = 12;

    private final String schema = TestServer.newSchema();

    @ParameterizedTest
    @EnumSource(names = {"TRANSACTION_LAST_FIRST", "TRANSACTION_FIRST_FIRST"})
    void transactionPoolerIsDetected(TestPooler.Mode mode) throws IOException {
        try (TestPooler pooler = new TestPooler(mode);
                PostgresStore listening =
                        PostgresStore.on(pooler.source()).schema(schema).open();
                PostgresStore polling = PostgresStore.on(pooler.source())
                        .schema(schema)
                        .pollOnly()
                        .open()) {
            CheckResult found = pooler(listening);

            assertThat(found.level()).isEqualTo(Level.WARN);
            assertThat(found.text()).contains("LISTEN is lost");
            assertThat(found.remedy()).contains("poll-only=true");
            assertThat(pooler(polling).level()).isEqualTo(Level.OK);
            assertThat(pooler(polling).text()).contains("everything but wake-ups works");
        }
    }

    /** Names of prepared statements belong to a server connection, and these are the same two for both stores. */
    @ParameterizedTest
    @EnumSource(TestPooler.Mode.class)
    void statementsOfTwoStoresAreKeptApart(TestPooler.Mode mode) throws IOException {
        try (TestPooler pooler = new TestPooler(mode);
                PostgresStore one =
                        PostgresStore.on(pooler.source()).schema(schema).open();
                PostgresStore other = PostgresStore.on(pooler.source())
                        .schema(schema + " too")
                        .open()) {
            for (int times = 0; times < MANY; times++) {
                for (PostgresStore store : List.of(one, other, other, one)) {
                    String election = (store == one ? "one " : "other ") + UUID.randomUUID();
                    Lease lease = StoreTestSteps.elect(store, election);
                    assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                            .isInstanceOf(Renewal.Renewed.class);
                    store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
                }
            }

            assertThat(one.elections(StoreTestSteps.soon()))
                    .hasSize(2 * MANY)
                    .allMatch(name -> name.startsWith("one "));
            assertThat(other.elections(StoreTestSteps.soon()))
                    .hasSize(2 * MANY)
                    .allMatch(name -> name.startsWith("other "));
        }
    }

    @Test
    void statementsArePreparedOnlyWithoutPooler() throws IOException {
        int usual = TestServer.source().getPrepareThreshold();
        CountingDataSource direct = new CountingDataSource(TestServer.source());
        try (TestPooler pooler = new TestPooler(TestPooler.Mode.SESSION)) {
            CountingDataSource pooled = new CountingDataSource(pooler.source());
            for (CountingDataSource source : List.of(direct, pooled)) {
                try (PostgresStore store = PostgresStore.on(source)
                        .schema(schema)
                        .keepConnections()
                        .open()) {
                    store.inspect("a", StoreTestSteps.soon());
                    store.inspect("a", StoreTestSteps.soon());
                }
            }
            assertThat(direct.usedPrepareThreshold()).isEqualTo(usual).isPositive();
            assertThat(pooled.usedPrepareThreshold()).isZero();
            assertThat(pooled.lastPrepareThreshold()).isEqualTo(usual);
        }
    }

    @Test
    void sessionPoolerIsDetectedAndHarmless() throws IOException {
        try (TestPooler pooler = new TestPooler(TestPooler.Mode.SESSION);
                PostgresStore store =
                        PostgresStore.on(pooler.source()).schema(schema).open()) {
            assertThat(pooler(store))
                    .isEqualTo(CheckResult.ok("pooler", "one that keeps sessions together, so everything works"));
        }
    }

    @Test
    void directConnectionShowsNoPooler() {
        CountingDataSource pool = new CountingDataSource(TestServer.source());
        pool.autoCommit(false);
        try (PostgresStore direct =
                        PostgresStore.on(TestServer.source()).schema(schema).open();
                PostgresStore borrowing = PostgresStore.on(pool).schema(schema).open()) {
            assertThat(pooler(direct)).isEqualTo(CheckResult.ok("pooler", "none was detected"));
            assertThat(pooler(borrowing)).isEqualTo(CheckResult.ok("pooler", "none was detected"));
        }
        assertThat(pool.taken()).isZero();
        assertThat(pool.lastAutoCommit()).isFalse();
    }

    private static CheckResult pooler(PostgresStore store) {
        return store.diagnose(Timing.balanced(), StoreTestSteps.soon()).stream()
                .filter(finding -> finding.subject().equals("pooler"))
                .findFirst()
                .orElseThrow();
    }
}
