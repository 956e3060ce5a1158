package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import dev.tenure.spi.Finding;
import dev.tenure.spi.Finding.Level;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

/** What works behind a pooler, and how one is recognised. */
@Timeout(60)
class PoolerTest {
    private static final int MANY = 12;

    private final String schema = TestServer.newSchema();

    @ParameterizedTest
    @EnumSource(
            value = TestPooler.Mode.class,
            names = {"TRANSACTION_LAST_FIRST", "TRANSACTION_FIRST_FIRST"})
    void oneThatChangesServersAndForgetsStatementsIsRecognised(TestPooler.Mode mode) throws IOException {
        try (TestPooler pooler = new TestPooler(mode);
                PostgresStore store =
                        PostgresStore.on(pooler.source()).schema(schema).open()) {
            Finding found = pooler(store);

            assertThat(found.level()).isEqualTo(Level.FAIL);
            assertThat(found.text()).contains("prepared statements");
            assertThat(found.remedy()).contains("poll-only=true");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestPooler.Mode.class,
            names = {"TRANSACTION_LAST_FIRST", "TRANSACTION_FIRST_FIRST"})
    void oneThatChangesServersLosesPushThoughNothingIsPrepared(TestPooler.Mode mode) throws IOException {
        try (TestPooler pooler = new TestPooler(mode);
                PostgresStore store =
                        PostgresStore.on(unprepared(pooler)).schema(schema).open()) {
            Finding found = pooler(store);

            assertThat(found.level()).isEqualTo(Level.WARN);
            assertThat(found.text()).contains("LISTEN is lost");
        }
    }

    @Test
    void whoOnlyPollsAndPreparesNothingWorksBehindOneThatChangesServers() throws IOException {
        try (TestPooler pooler = new TestPooler(TestPooler.Mode.TRANSACTION_FIRST_FIRST);
                PostgresStore store = PostgresStore.on(unprepared(pooler))
                        .schema(schema)
                        .pollOnly()
                        .open()) {
            assertThat(pooler(store).level()).isEqualTo(Level.OK);
            assertThat(pooler(store).text()).contains("everything but push works");
            for (int times = 0; times < MANY; times++) {
                String election = UUID.randomUUID().toString();
                Lease lease = Given.elect(store, election);
                assertThat(store.renew(Given.extension(lease), Given.soon())).isInstanceOf(Renewal.Renewed.class);
                store.release(lease, Handover.toAnyone(), Given.soon());
            }
        }
    }

    @Test
    void oneThatKeepsSessionsTogetherIsRecognisedAndDoesNoHarm() throws IOException {
        try (TestPooler pooler = new TestPooler(TestPooler.Mode.SESSION);
                PostgresStore store =
                        PostgresStore.on(pooler.source()).schema(schema).open()) {
            assertThat(pooler(store)).isEqualTo(Finding.ok("pooler", "one that keeps sessions together, so everything works"));
        }
    }

    @Test
    void withoutOneNoneIsNoticed() {
        CountingSource pool = new CountingSource(TestServer.source());
        pool.autoCommit(false);
        try (PostgresStore direct =
                        PostgresStore.on(TestServer.source()).schema(schema).open();
                PostgresStore borrowing = PostgresStore.on(pool).schema(schema).open()) {
            assertThat(pooler(direct)).isEqualTo(Finding.ok("pooler", "none was noticed"));
            assertThat(pooler(borrowing)).isEqualTo(Finding.ok("pooler", "none was noticed"));
        }
        assertThat(pool.taken()).isZero();
        assertThat(pool.lastAutoCommit()).isFalse();
    }

    private static PGSimpleDataSource unprepared(TestPooler pooler) {
        PGSimpleDataSource source = pooler.source();
        source.setPrepareThreshold(0);
        return source;
    }

    private static Finding pooler(PostgresStore store) {
        return store.diagnose(Timing.balanced(), Given.soon()).stream()
                .filter(finding -> finding.subject().equals("pooler"))
                .findFirst()
                .orElseThrow();
    }
}
