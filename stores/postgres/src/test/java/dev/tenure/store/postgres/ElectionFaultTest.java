package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.spi.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Candidates on a server that fails: never two leaders, and soon one again. */
@Timeout(60)
class ElectionFaultTest {
    private final String schema = TestServer.newSchema();
    private final Reigns reigns = new Reigns();
    private final PostgresStore looking =
            PostgresStore.on(TestServer.source()).schema(schema).pollOnly().open();

    @AfterEach
    void close() {
        reigns.close();
        looking.close();
        assertThat(reigns.findings()).isEmpty();
    }

    private Election stand(String name) {
        return stand(name, name + UUID.randomUUID());
    }

    private Election stand(String name, String application) {
        PostgresStore store =
                PostgresStore.on(TestServer.named(application)).schema(schema).open();
        return reigns.stand(name, store, "a");
    }

    private Lease lease() {
        return Given.held(looking.inspect("a", Given.soon()));
    }

    private void awaitRenewals(Term term, int more) {
        long until = lease().stamp().renewal() + more;
        Given.await("renewed " + more + " times", () -> lease().stamp().renewal() >= until);
        assertThat(lease().token()).isEqualTo(term.token());
    }

    @Test
    void aLeaderWhoseSessionsAreTerminatedAgainAndAgainLeadsOn() throws InterruptedException {
        String application = "leader" + UUID.randomUUID();
        Term term = stand("alice", application).awaitLeadership(Given.LIMIT).orElseThrow();
        stand("bob");
        for (int times = 0; times < 5; times++) {
            TestServer.terminate(TestServer.backends(application, times % 2 == 0));
            awaitRenewals(term, 1);
        }

        assertThat(term.isCurrent()).isTrue();
    }

    @Test
    void aLeaderWhoseBackendIsStoppedLeadsOnThroughAnother() throws InterruptedException {
        String application = "leader" + UUID.randomUUID();
        Term term = stand("alice", application).awaitLeadership(Given.LIMIT).orElseThrow();
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
    void aStormOfNoticesPutsNoRenewalOff() throws Exception {
        Term term = stand("alice").awaitLeadership(Given.LIMIT).orElseThrow();
        Election bobs = stand("bob");
        long until = lease().stamp().renewal() + 8;
        String notices = "SELECT pg_notify(" + Sql.literal(Names.channel(schema)) + ", 'a') FROM generate_series(1, 50)";
        int storms = 0;
        try (Connection connection = TestServer.source().getConnection();
                Statement statement = connection.createStatement()) {
            while (lease().stamp().renewal() < until) {
                statement.execute(notices);
                storms++;
            }
        }

        assertThat(storms).isGreaterThan(8);
        assertThat(term.isCurrent()).isTrue();
        assertThat(bobs.isLeader()).isFalse();
    }

    /** R7: to those who watch, and to the leader, it costs nothing but a new term. */
    @Test
    void aDatabaseClockThatStepsAheadMakesNoSecondLeader() throws SQLException, InterruptedException {
        Term first = stand("alice").awaitLeadership(Given.LIMIT).orElseThrow();
        stand("bob");
        long last = first.token();
        awaitRenewals(first, 2);
        for (int steps = 0; steps < 2; steps++) {
            TestServer.run("UPDATE " + Names.quoted(schema)
                    + ".tenure_lease SET expires_at = expires_at - interval '1 hour'");
            last = reigns.awaitTermAbove(last).token();
        }

        assertThat(reigns.reigns().size()).isGreaterThanOrEqualTo(3);
    }
}
