package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.store.postgres.doctor.DurabilityCheck;
import dev.tenure.store.postgres.doctor.ServerCheck;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.StoreTestSteps;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** The checks of the doctor on a database, and their remedies. */
@Tag("server")
@Timeout(60)
class PostgresDiagnosisTest {
    private final String schema = TestServer.newSchema();
    private final String tables = SqlNames.quoted(schema);
    private final String role = "role_" + UUID.randomUUID().toString().replace('-', '_');

    private PostgresStoreBuilder builder() {
        return PostgresStore.on(TestServer.source()).schema(schema);
    }

    private List<CheckResult> diagnose(PostgresStoreBuilder builder) {
        try (PostgresStore store = builder.open()) {
            return store.diagnose(Timing.balanced(), StoreTestSteps.soon());
        }
    }

    private void createTables() {
        try (PostgresStore store = builder().open()) {
            store.inspect("a", StoreTestSteps.soon());
        }
    }

    private static CheckResult about(String subject, List<CheckResult> findings) {
        return findings.stream()
                .filter(finding -> finding.subject().equals(subject))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing about " + subject + " in " + findings));
    }

    private static List<CheckResult> wrong(List<CheckResult> findings) {
        return findings.stream().filter(finding -> finding.level() != Level.OK).toList();
    }

    @Test
    void healthyDatabasePassesAllChecks() {
        createTables();

        assertThat(diagnose(builder()))
                .allMatch(finding -> finding.level() == Level.OK)
                .extracting(CheckResult::subject)
                .containsExactly(
                        "server", "writes", "tables", "permissions", "schema version", "disk", "replication", "pooler");
    }

    @Test
    void diagnosisCreatesNoTables() {
        List<CheckResult> findings = diagnose(builder());

        assertThat(wrong(findings)).isEmpty();
        assertThat(about("tables", findings).text()).contains("the first call creates them");
        assertThat(TestServer.texts("SELECT nspname FROM pg_namespace WHERE nspname = " + SqlNames.literal(schema)))
                .isEmpty();
    }

    @Test
    void missingTablesFailWithoutPermissionToCreate() {
        TestServer.run("CREATE SCHEMA " + tables);
        CheckResult forbidden = about("tables", diagnose(builder().createIfMissing(false)));

        assertThat(forbidden.level()).isEqualTo(Level.FAIL);
        assertThat(forbidden.text()).isEqualTo("there are none in schema " + schema);
        assertThat(forbidden.remedy()).contains("run schema.sql");
    }

    @Test
    void roleThatMayNotCreateTablesIsReported() {
        TestServer.run("CREATE SCHEMA " + tables);
        CheckResult found = about("tables", diagnose(as(role)));

        assertThat(found.level()).isEqualTo(Level.FAIL);
        assertThat(found.text()).contains("the role " + role + " may not create them");
    }

    @Test
    void singleMissingTableIsNamed() {
        createTables();
        TestServer.run("DROP TABLE " + tables + ".tenure_roster");

        assertThat(wrong(diagnose(builder()))).singleElement().satisfies(found -> {
            assertThat(found.level()).isEqualTo(Level.FAIL);
            assertThat(found.text()).isEqualTo("missing in schema " + schema + ": tenure_roster");
            assertThat(found.remedy()).contains("run schema.sql");
        });
    }

    @Test
    void differencesOfTablesAreDescribed() {
        createTables();
        TestServer.run("ALTER TABLE " + tables + ".tenure_lease DROP COLUMN reserved_micros");
        TestServer.run("ALTER TABLE " + tables + ".tenure_lease ALTER COLUMN renewal TYPE integer");
        TestServer.run("ALTER TABLE " + tables + ".tenure_lease ADD COLUMN more text");
        TestServer.run("ALTER TABLE " + tables + ".tenure_lease SET UNLOGGED");
        TestServer.run("ALTER TABLE " + tables + ".tenure_lease DROP CONSTRAINT tenure_lease_pkey");

        assertThat(wrong(diagnose(builder()))).singleElement().satisfies(found -> {
            assertThat(found.level()).isEqualTo(Level.FAIL);
            assertThat(found.text().split(": ", 2)[1].split("; "))
                    .containsExactlyInAnyOrder(
                            "tenure_lease is unlogged, so a crash of the server empties it",
                            "tenure_lease has no primary key",
                            "tenure_lease lacks the column reserved_micros",
                            "tenure_lease.renewal is integer instead of bigint");
        });
    }

    @Test
    void otherSchemaVersionIsReported() {
        createTables();
        TestServer.run("INSERT INTO " + tables + ".tenure_schema VALUES (3)");

        assertThat(wrong(diagnose(builder())))
                .containsExactly(
                        CheckResult.fail("schema version", "3, but this Tenure knows 2", "update this process"));
    }

    @Test
    void missingRightsAreReportedAsGrants() {
        createTables();
        PostgresStoreBuilder poor = as(role);
        CheckResult found = about("permissions", diagnose(poor));

        assertThat(found.level()).isEqualTo(Level.FAIL);
        assertThat(found.text()).contains("USAGE on schema").contains("SELECT, INSERT, UPDATE on tenure_lease");
        TestServer.run(found.remedy());
        assertThat(wrong(diagnose(poor))).isEmpty();
        try (PostgresStore store = poor.open()) {
            StoreTestSteps.elect(store, "a");
            store.roster().members("a", StoreTestSteps.soon());
            assertThat(store.requests().pending(List.of("a"), StoreTestSteps.soon()))
                    .isEqualTo(Map.of());
        }
    }

    @Test
    void missingInsertRightIsReported() {
        createTables();
        PostgresStoreBuilder poor = as(role);
        TestServer.run(about("permissions", diagnose(poor)).remedy());
        TestServer.run("REVOKE INSERT ON " + tables + ".tenure_lease FROM " + role);

        assertThat(wrong(diagnose(poor))).singleElement().satisfies(found -> {
            assertThat(found.text()).isEqualTo("the role " + role + " lacks INSERT on tenure_lease");
            assertThat(found.remedy()).isEqualTo("GRANT INSERT ON " + tables + ".tenure_lease TO \"" + role + "\"");
        });
    }

    @Test
    void fencedDatabaseIsReported() {
        TestServer.run("CREATE DATABASE " + role + " ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'");
        TestServer.run("ALTER DATABASE " + role + " SET default_transaction_read_only = on");
        List<CheckResult> findings = diagnose(PostgresStore.on(TestServer.SHARED.getDatabase("postgres", role)));

        assertThat(about("writes", findings).level()).isEqualTo(Level.FAIL);
        assertThat(about("writes", findings).remedy()).contains("RESET default_transaction_read_only");
        assertThat(about("server", findings).level()).isEqualTo(Level.WARN);
        assertThat(about("server", findings).text()).contains("encoding LATIN1");
    }

    @Test
    void unreachableServerEndsDiagnosis() {
        PGSimpleDataSource nowhere = TestServer.source();
        nowhere.setPortNumbers(new int[] {1});

        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> diagnose(PostgresStore.on(nowhere)));
    }

    @Test
    void oldServerAndUnsafeSettingsFail() {
        assertThat(ServerCheck.server("PostgreSQL 11.22", 110_022, "UTF8").level())
                .isEqualTo(Level.FAIL);
        assertThat(DurabilityCheck.disk(false, true).text()).contains("fsync is off");
        assertThat(DurabilityCheck.disk(true, false).text()).contains("full_page_writes is off");
        assertThat(DurabilityCheck.disk(false, true).level()).isEqualTo(Level.FAIL);
    }

    @Test
    void standbysAreJudgedByWhatTheyMayLose() {
        assertThat(level(false, 0, 0, 0)).isEqualTo(Level.OK);
        assertThat(level(false, 2, 0, 0)).isEqualTo(Level.WARN);
        assertThat(level(false, 2, 0, 2)).isEqualTo(Level.WARN);
        assertThat(level(true, 2, 1, 0)).isEqualTo(Level.OK);
        assertThat(level(true, 2, 0, 2)).isEqualTo(Level.WARN);
        assertThat(level(true, 1, 0, 0)).isEqualTo(Level.FAIL);
        assertThat(level(true, 0, 0, 0)).isEqualTo(Level.FAIL);
    }

    private static Level level(boolean demanded, int connected, int synchronous, int hidden) {
        return DurabilityCheck.replication(new DurabilityCheck.Standbys(demanded, connected, synchronous, hidden))
                .level();
    }

    private PostgresStoreBuilder as(String newRole) {
        TestServer.run("CREATE ROLE " + newRole + " LOGIN");
        return PostgresStore.on(TestServer.SHARED.getDatabase(newRole, "postgres"))
                .schema(schema);
    }

    @Test
    void riverDiagnosisChangesNothing() {
        RiverSchema river = RiverSchema.create();
        try (RiverStore store = river.store().open()) {
            assertThat(store.diagnose(store.timing(), StoreTestSteps.soon()))
                    .extracting(CheckResult::subject, CheckResult::level)
                    .contains(tuple("writes", Level.OK), tuple("table", Level.OK), tuple("pooler", Level.OK));
        }
        assertThat(river.row("leader_id")).isEmpty();
    }
}
