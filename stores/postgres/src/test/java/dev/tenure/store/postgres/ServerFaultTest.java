package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.Given;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** What the server refuses, and what a person is told to do about it. */
@Tag("server")
@Timeout(60)
class ServerFaultTest {
    private final String schema = TestServer.newSchema();

    @Test
    void aReadOnlyServerIsRecognisedAndLeft() {
        TestServer.run("DROP DATABASE IF EXISTS fenced");
        TestServer.run("CREATE DATABASE fenced");
        PGSimpleDataSource source = (PGSimpleDataSource) TestServer.SHARED.getDatabase("postgres", "fenced");
        try (PostgresStore store = PostgresStore.open(source);
                PostgresStore late = PostgresStore.open(source)) {
            Lease lease = Given.elect(store, "a");
            TestServer.run("ALTER DATABASE fenced SET default_transaction_read_only = on");

            Given.assertFails(Kind.UNREACHABLE, () -> late.inspect("a", Given.soon()))
                    .withMessageContaining("takes no writes");
            Given.assertFails(Kind.UNREACHABLE, () -> late.claim(Given.ballot("b"), Given.soon()))
                    .withMessageContaining("looks for the primary");
            TestServer.run("ALTER DATABASE fenced RESET default_transaction_read_only");

            assertThat(Given.held(late.inspect("a", Given.soon()))).isEqualTo(lease);
        }
    }

    @Test
    void aRoleWithoutRightsIsToldWhatToGrant() {
        String tables = SqlNames.quoted(schema);
        try (PostgresStore owner =
                        PostgresStore.on(TestServer.source()).schema(schema).open();
                PostgresStore poor = PostgresStore.on(as("poor")).schema(schema).open()) {
            owner.inspect("a", Given.soon());
            TestServer.run("CREATE ROLE poor LOGIN");
            Given.assertFails(Kind.MISCONFIGURED, () -> poor.inspect("a", Given.soon()))
                    .withMessageContaining("GRANT USAGE");
            TestServer.run("GRANT USAGE ON SCHEMA " + tables + " TO poor");
            TestServer.run("GRANT SELECT ON ALL TABLES IN SCHEMA " + tables + " TO poor");
            Given.assertFails(Kind.MISCONFIGURED, () -> poor.claim(Given.ballot("a"), Given.soon()))
                    .withMessageContaining("SELECT, INSERT, UPDATE, DELETE");
            TestServer.run("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + tables + " TO poor");

            Lease lease = Given.elect(poor, "a");
            assertThat(poor.renew(Given.extension(lease), Given.soon())).isInstanceOf(Renewal.Renewed.class);
        }
    }

    @Test
    void anUnknownUserAndAnUnknownDatabaseAreMisconfigured() {
        try (PostgresStore stranger = PostgresStore.open(as("stranger"));
                PostgresStore lost =
                        PostgresStore.open(TestServer.SHARED.getDatabase("postgres", "no such database"))) {
            Given.assertFails(Kind.MISCONFIGURED, () -> stranger.inspect("a", Given.soon()))
                    .withMessageContaining("correct the user");
            Given.assertFails(Kind.MISCONFIGURED, () -> lost.inspect("a", Given.soon()))
                    .withMessageContaining("there is no such database");
        }
    }

    @Test
    void tablesThatVanishUnderARunningStoreAreNotMadeAgain() {
        try (PostgresStore store =
                PostgresStore.on(TestServer.source()).schema(schema).open()) {
            Given.elect(store, "a");
            TestServer.run("DROP SCHEMA " + SqlNames.quoted(schema) + " CASCADE");

            Given.assertFails(Kind.MISCONFIGURED, () -> store.claim(Given.ballot("a"), Given.soon()))
                    .withMessageContaining("run schema.sql");
        }
    }

    @Test
    void aCommitWaitsForTheDiskThoughTheSessionSaysOtherwise() throws SQLException {
        PGSimpleDataSource careless = TestServer.source();
        careless.setOptions("-c synchronous_commit=off");
        try (PostgresStore store = PostgresStore.on(careless).schema(schema).open()) {
            store.inspect("a", Given.soon());
            String tables = SqlNames.quoted(schema);
            TestServer.run("CREATE TABLE " + tables + ".seen AS SELECT ''::text AS setting WHERE false");
            TestServer.run(
                    "CREATE FUNCTION " + tables + ".note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "
                            + tables + ".seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$");
            TestServer.run("CREATE TRIGGER note BEFORE INSERT OR UPDATE ON " + tables
                    + ".tenure_lease FOR EACH ROW EXECUTE FUNCTION " + tables + ".note()");

            Lease lease = Given.elect(store, "a");
            store.renew(Given.extension(lease), Given.soon());

            assertThat(TestServer.texts("SELECT setting FROM " + tables + ".seen"))
                    .containsExactly("on", "on");
        }
    }

    @Test
    void aWriteThatTheServerDoubtsIsOfUnknownOutcome() {
        try (PostgresStore store =
                PostgresStore.on(TestServer.source()).schema(schema).open()) {
            store.inspect("a", Given.soon());
            String tables = SqlNames.quoted(schema);
            TestServer.run(
                    "CREATE FUNCTION " + tables
                            + ".doubt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'not replicated'; RETURN NEW; END $$");
            TestServer.run("CREATE TRIGGER doubt BEFORE INSERT ON " + tables
                    + ".tenure_lease FOR EACH ROW EXECUTE FUNCTION " + tables + ".doubt()");

            Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(Given.ballot("a"), Given.soon()))
                    .withMessageContaining("not replicated");
            assertThat(store.inspect("a", Given.soon())).isInstanceOf(Sighting.Held.class);
        }
    }

    private static PGSimpleDataSource as(String user) {
        return (PGSimpleDataSource) TestServer.SHARED.getDatabase(user, "postgres");
    }
}
