package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Lease;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** Candidates on a failing server: never two leaders, and soon one again. */
@Tag("server")
@Timeout(60)
class ElectionFaultTest {
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(5), Duration.ofMillis(100));

    private final String schema = TestServer.newSchema();
    private final CompetingCandidates rivals = new CompetingCandidates("a", TIMING);
    private final PostgresStore looking =
            PostgresStore.on(TestServer.source()).schema(schema).pollOnly().open();

    @AfterEach
    void close() {
        rivals.close();
        looking.close();
        assertThat(rivals.history().findings()).isEmpty();
    }

    private Election stand(String name) {
        return stand(name, name + UUID.randomUUID());
    }

    private Election stand(String name, String application) {
        PostgresStore store =
                PostgresStore.on(TestServer.named(application)).schema(schema).open();
        return rivals.stand(name, store);
    }

    private Lease lease() {
        return StoreTestSteps.held(looking.inspect("a", StoreTestSteps.soon()));
    }

    private void awaitRenewals(Term term, int more) {
        long until = lease().stamp().renewal() + more;
        StoreTestSteps.await("renewed " + more + " times", () -> lease().stamp().renewal() >= until);
        assertThat(lease().token()).isEqualTo(term.token());
    }

    @Test
    void leaderKeepsLeadingWhileSessionsAreTerminated() throws InterruptedException {
        String application = "leader" + UUID.randomUUID();
        Term term = stand("alice", application)
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();
        stand("bob");
        for (int times = 0; times < 5; times++) {
            TestServer.terminate(TestServer.backends(application, times % 2 == 0));
            awaitRenewals(term, 1);
        }

        assertThat(term.isCurrent()).isTrue();
    }

    @Test
    void leaderWithStoppedBackendRenewsThroughAnother() throws InterruptedException {
        String application = "leader" + UUID.randomUUID();
        Term term = stand("alice", application)
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();
        awaitRenewals(term, 1);
        int stopped = TestServer.backends(application, false).get(0);
        TestServer.signal("STOP", stopped);
        try {
            awaitRenewals(term, 3);
            assertThat(term.isCurrent()).isTrue();
        } finally {
            TestServer.signal("CONT", stopped);
        }
    }

    /** R-D5 and RV-1: in River every notice put the leader's renewal off. */
    @Test
    void manyNoticesDelayNoRenewal() throws Exception {
        Term term = stand("alice").awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        Election bobs = stand("bob");
        long until = lease().stamp().renewal() + 8;
        String notices =
                "SELECT pg_notify(" + SqlNames.literal(SqlNames.channel(schema)) + ", 'a') FROM generate_series(1, 50)";
        int storms = 0;
        try (Connection connection = TestServer.source().getConnection();
                Statement statement = connection.createStatement()) {
            while (storms <= 8 || lease().stamp().renewal() < until) {
                statement.execute(notices);
                storms++;
            }
        }

        assertThat(term.isCurrent()).isTrue();
        assertThat(bobs.isLeader()).isFalse();
    }

    /**
     * R7: those who watch wait as long as the leader may trust its term. The step is made in a function that hides the
     * server's own, for these sessions only.
     */
    @Test
    void databaseClockStepMakesNoSecondLeader() throws InterruptedException {
        String clock = "clock_" + schema.replace(' ', '_');
        TestServer.run("CREATE SCHEMA " + clock);
        TestServer.run("CREATE TABLE " + clock + ".step AS SELECT interval '0' AS ahead");
        TestServer.run("CREATE FUNCTION " + clock + ".clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS"
                + " 'SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM " + clock + ".step)'");
        Term first = standByClock("alice", clock)
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();
        Election bobs = standByClock("bob", clock);
        assertThat(bobs.awaitAttempt(Instant.EPOCH, StoreTestSteps.LIMIT)).isPresent();
        awaitRenewals(first, 2);

        TestServer.run("UPDATE " + clock + ".step SET ahead = interval '1 hour'");
        Term next = rivals.awaitTermAbove(first.token());

        assertThat(next.token() - first.token())
                .as("taken from the stepped clock")
                .isGreaterThan(3_000_000_000L);
    }

    private Election standByClock(String name, String clock) {
        PGSimpleDataSource source = TestServer.source();
        source.setOptions("-c search_path=" + clock + ",pg_catalog");
        return rivals.stand(name, PostgresStore.on(source).schema(schema).open());
    }
}
