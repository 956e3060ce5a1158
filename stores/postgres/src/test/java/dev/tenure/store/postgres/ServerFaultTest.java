package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.StoreTestSteps;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** Errors of the server, and the remedies in their messages. */
@Tag("server")
@Timeout(60)
class ServerFaultTest {
    private final String schema = TestServer.newSchema();

    @Test
    void connectionToReadOnlyServerIsClosed() {
        TestServer.run("DROP DATABASE IF EXISTS fenced");
        TestServer.run("CREATE DATABASE fenced");
        PGSimpleDataSource source = (PGSimpleDataSource) TestServer.SHARED.getDatabase("postgres", "fenced");
        try (PostgresStore store = PostgresStore.on(source).open();
                PostgresStore late = PostgresStore.on(source).open()) {
            Lease lease = StoreTestSteps.elect(store, "a");
            TestServer.run("ALTER DATABASE fenced SET default_transaction_read_only = on");

            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> late.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("takes no writes");
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE, () -> late.claim(StoreTestSteps.ballot("b"), StoreTestSteps.soon()))
                    .withMessageContaining("looks for the primary");
            TestServer.run("ALTER DATABASE fenced RESET default_transaction_read_only");

            assertThat(StoreTestSteps.held(late.inspect("a", StoreTestSteps.soon())))
                    .isEqualTo(lease);
        }
    }

    @Test
    void missingRightsNameTheGrant() {
        String tables = SqlNames.quoted(schema);
        try (PostgresStore owner =
                        PostgresStore.on(TestServer.source()).schema(schema).open();
                PostgresStore poor = PostgresStore.on(as("poor")).schema(schema).open()) {
            owner.inspect("a", StoreTestSteps.soon());
            TestServer.run("CREATE ROLE poor LOGIN");
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> poor.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("GRANT USAGE");
            TestServer.run("GRANT USAGE ON SCHEMA " + tables + " TO poor");
            TestServer.run("GRANT SELECT ON ALL TABLES IN SCHEMA " + tables + " TO poor");
            StoreTestSteps.assertFails(
                            Kind.MISCONFIGURED, () -> poor.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()))
                    .withMessageContaining("SELECT, INSERT, UPDATE, DELETE");
            TestServer.run("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + tables + " TO poor");

            Lease lease = StoreTestSteps.elect(poor, "a");
            assertThat(poor.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                    .isInstanceOf(Renewal.Renewed.class);
        }
    }

    @Test
    void unknownUserAndDatabaseAreMisconfigured() {
        try (PostgresStore stranger = PostgresStore.on(as("stranger")).open();
                PostgresStore lost = PostgresStore.on(TestServer.SHARED.getDatabase("postgres", "no such database"))
                        .open()) {
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> stranger.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("correct the user");
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> lost.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("there is no such database");
        }
    }

    @Test
    void droppedTablesAreNotCreatedAgain() {
        try (PostgresStore store =
                PostgresStore.on(TestServer.source()).schema(schema).open()) {
            StoreTestSteps.elect(store, "a");
            TestServer.run("DROP SCHEMA " + SqlNames.quoted(schema) + " CASCADE");

            StoreTestSteps.assertFails(
                            Kind.MISCONFIGURED, () -> store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()))
                    .withMessageContaining("run schema.sql");
        }
    }

    @Test
    void commitWaitsForDiskWhateverTheSessionSets() throws SQLException {
        PGSimpleDataSource careless = TestServer.source();
        careless.setOptions("-c synchronous_commit=off");
        try (PostgresStore store = PostgresStore.on(careless).schema(schema).open()) {
            store.inspect("a", StoreTestSteps.soon());
            String tables = SqlNames.quoted(schema);
            TestServer.run("CREATE TABLE " + tables + ".seen AS SELECT ''::text AS setting WHERE false");
            TestServer.run(
                    "CREATE FUNCTION " + tables + ".note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "
                            + tables + ".seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$");
            TestServer.run("CREATE TRIGGER note BEFORE INSERT OR UPDATE ON " + tables
                    + ".tenure_lease FOR EACH ROW EXECUTE FUNCTION " + tables + ".note()");

            Lease lease = StoreTestSteps.elect(store, "a");
            store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());

            assertThat(TestServer.texts("SELECT setting FROM " + tables + ".seen"))
                    .containsExactly("on", "on");
        }
    }

    @Test
    void writeWithServerWarningHasUnknownOutcome() {
        try (PostgresStore store =
                PostgresStore.on(TestServer.source()).schema(schema).open()) {
            store.inspect("a", StoreTestSteps.soon());
            String tables = SqlNames.quoted(schema);
            TestServer.run("CREATE FUNCTION " + tables
                    + ".doubt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'not replicated';"
                    + " RETURN NEW; END $$");
            TestServer.run("CREATE TRIGGER doubt BEFORE INSERT ON " + tables
                    + ".tenure_lease FOR EACH ROW EXECUTE FUNCTION " + tables + ".doubt()");

            StoreTestSteps.assertFails(
                            Kind.OUTCOME_UNKNOWN, () -> store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()))
                    .withMessageContaining("not replicated");
            assertThat(store.inspect("a", StoreTestSteps.soon())).isInstanceOf(Sighting.Held.class);
        }
    }

    private static PGSimpleDataSource as(String user) {
        return (PGSimpleDataSource) TestServer.SHARED.getDatabase(user, "postgres");
    }
}
