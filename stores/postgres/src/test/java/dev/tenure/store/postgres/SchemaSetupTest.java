package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.StoreTestSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** Creates, upgrades and checks the tables. */
@Tag("server")
@Timeout(60)
class SchemaSetupTest {
    private static final int STARTERS = 12;

    private final String schema = TestServer.newSchema();

    private PostgresStoreBuilder builder() {
        return PostgresStore.on(TestServer.source()).schema(schema).pollOnly();
    }

    @Test
    void concurrentStartsCreateTablesOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(STARTERS);
        try {
            List<Callable<Sighting>> starts = new ArrayList<>();
            for (int starter = 0; starter < STARTERS; starter++) {
                starts.add(() -> {
                    try (PostgresStore store = builder().open()) {
                        return store.inspect("a", StoreTestSteps.soon());
                    }
                });
            }
            for (Future<Sighting> found : threads.invokeAll(starts)) {
                assertThat(found.get()).isEqualTo(new Sighting.Never());
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(TestServer.texts("SELECT version FROM " + SqlNames.quoted(schema) + ".tenure_schema"))
                .containsExactly("2");
    }

    @Test
    void missingTablesAreReportedIfNotCreated() {
        try (PostgresStore store = builder().createIfMissing(false).open()) {
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining(schema)
                    .withMessageContaining("schema.sql");
        }
    }

    @Test
    void scriptRunsTwiceAndServesRoleWithoutCreate() {
        TestServer.run("CREATE SCHEMA " + SqlNames.quoted(schema));
        for (int times = 0; times < 2; times++) {
            TestServer.run("SET search_path TO " + SqlNames.quoted(schema) + ";" + PostgresStore.schemaScript());
        }
        TestServer.run("CREATE ROLE user_of_the_script LOGIN");
        TestServer.run("GRANT USAGE ON SCHEMA " + SqlNames.quoted(schema) + " TO user_of_the_script");
        TestServer.run("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + SqlNames.quoted(schema)
                + " TO user_of_the_script");

        PGSimpleDataSource user = (PGSimpleDataSource) TestServer.SHARED.getDatabase("user_of_the_script", "postgres");
        try (PostgresStore store = PostgresStore.on(user).schema(schema).open()) {
            StoreTestSteps.elect(store, "a");
        }
    }

    @Test
    void newerTablesAreRefused() {
        try (PostgresStore store = builder().open()) {
            StoreTestSteps.elect(store, "a");
        }
        TestServer.run("INSERT INTO " + SqlNames.quoted(schema) + ".tenure_schema VALUES (3)");

        try (PostgresStore store = builder().open()) {
            StoreTestSteps.assertFails(
                            Kind.MISCONFIGURED, () -> store.claim(StoreTestSteps.ballot("b"), StoreTestSteps.soon()))
                    .withMessageContaining("are of version 3")
                    .withMessageContaining("update this process");
        }
    }

    @Test
    void olderTablesAreRefused() {
        try (PostgresStore store = builder().open()) {
            StoreTestSteps.elect(store, "a");
        }
        TestServer.run("DELETE FROM " + SqlNames.quoted(schema) + ".tenure_schema");

        try (PostgresStore store = builder().open()) {
            StoreTestSteps.assertFails(
                            Kind.MISCONFIGURED, () -> store.claim(StoreTestSteps.ballot("b"), StoreTestSteps.soon()))
                    .withMessageContaining("run the schema.sql of this Tenure");
        }
    }

    @Test
    void scriptUpgradesVersionOneAndKeepsLeases() {
        Lease held;
        try (PostgresStore store = builder().open()) {
            held = StoreTestSteps.elect(store, "a");
        }
        String tables = SqlNames.quoted(schema);
        TestServer.run("ALTER TABLE " + tables + ".tenure_lease DROP COLUMN follows");
        TestServer.run("UPDATE " + tables + ".tenure_schema SET version = 1");

        try (PostgresStore store = builder().open()) {
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("are of version 1")
                    .withMessageContaining("run the schema.sql of this Tenure");
            TestServer.run("SET search_path TO " + tables + ";" + PostgresStore.schemaScript());

            assertThat(StoreTestSteps.held(store.inspect("a", StoreTestSteps.soon())))
                    .isEqualTo(held);
            StoreTestSteps.release(store, held);
            assertThat(StoreTestSteps.elect(store, "a").follows()).isEqualTo(held.token());
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .filteredOn(finding -> finding.level() != Level.OK)
                    .isEmpty();
        }
        assertThat(TestServer.texts("SELECT conname FROM pg_constraint WHERE conrelid = "
                        + SqlNames.literal(tables + ".tenure_lease") + "::regclass AND contype = 'c'"))
                .contains("tenure_lease_follows");
    }

    @Test
    void schemaMayHaveAnyName() {
        for (String odd : List.of("it's \"quoted\"; DROP TABLE x --", "選挙?{lease}{max}$1\\", "x".repeat(63))) {
            try (PostgresStore store =
                    PostgresStore.on(TestServer.source()).schema(odd).open()) {
                StoreTestSteps.elect(store, "a");
                store.requests().pending(List.of("a"), StoreTestSteps.soon());
                assertThat(store.elections(StoreTestSteps.soon())).containsExactly("a");
            }
            assertThat(TestServer.texts("SELECT nspname FROM pg_namespace WHERE nspname = " + SqlNames.literal(odd)))
                    .containsExactly(odd);
        }
    }
}
