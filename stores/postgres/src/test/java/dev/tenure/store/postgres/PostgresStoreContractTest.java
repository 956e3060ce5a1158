package dev.tenure.store.postgres;

import dev.tenure.spi.LeaseStore;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.LeaseStoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("server")
class PostgresStoreContractTest extends LeaseStoreContract {
    private static final String SCHEMA = TestServer.newSchema();
    private static final String LEASES = SqlNames.quoted(SCHEMA) + ".tenure_lease";

    @Override
    protected LeaseStore open() {
        return PostgresStore.on(TestServer.source()).schema(SCHEMA).open();
    }

    @Override
    protected void elapse(String election, Duration duration) {
        TestServer.run("UPDATE " + LEASES + " SET expires_at = expires_at - " + duration.toMillis()
                + " * interval '1 millisecond' WHERE election = " + SqlNames.literal(election));
    }

    @Override
    protected void corrupt(String election) {
        TestServer.run("ALTER TABLE " + LEASES + " DROP CONSTRAINT IF EXISTS tenure_lease_token");
        TestServer.run("ALTER TABLE " + LEASES + " DROP CONSTRAINT IF EXISTS tenure_lease_follows");
        TestServer.run("UPDATE " + LEASES + " SET token = 0 WHERE election = " + SqlNames.literal(election));
    }

    @Override
    protected void forget(String election) {
        TestServer.run("DELETE FROM " + LEASES + " WHERE election = " + SqlNames.literal(election));
    }

    @Override
    protected List<String> legalNames() {
        List<String> names = new ArrayList<>(super.legalNames());
        names.addAll(List.of(
                "it's", "a\"quote", "back\\slash", "question?mark", "{lease}", "; DROP TABLE x", "x".repeat(900)));
        return names;
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "with\0nul", "half \uD800", "x".repeat(1_001), "選".repeat(334));
    }

    @Override
    protected int raceRounds() {
        return 100;
    }
}
