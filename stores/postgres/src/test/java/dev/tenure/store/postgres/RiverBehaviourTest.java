package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.MinimalStore;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * River's own tests of its leadership, run on the PostgreSQL store, as far as no contract covers them. RV-21, 22, 24 to
 * 28 and 31 to 34 stand in the contract for stores, RV-2 to 9, 11, 14 and 17 in that for elections, RV-1 in
 * {@link ElectionFaultTest}. On River's own row all of them are asked once more, in {@link RiverTableTest},
 * {@link RiverNoticeTest} and {@link RiverFleetTest}; docs/testing.md has the whole list.
 */
@Tag("server")
@Timeout(60)
class RiverBehaviourTest {
    /** Longer than any test waits, so that nothing here comes from a lease that ran out. */
    private static final Timing LONG =
            Timing.of(Duration.ofMinutes(2), Duration.ofMillis(200)).withCallTimeout(Duration.ofSeconds(5));

    private final String schema = TestServer.newSchema();

    private PostgresStoreBuilder builder() {
        return PostgresStore.on(TestServer.source()).schema(schema);
    }

    @Test
    @DisplayName("a lease ends its ttl after the database's now, for a claim as for a renewal (RV-21, RV-23, RV-28)")
    void leaseEndsByDatabaseClock() {
        String left = "SELECT (expires_at - clock_timestamp()) BETWEEN interval '30 seconds' AND interval '60 seconds',"
                + " election FROM " + SqlNames.quoted(schema) + ".tenure_lease";
        try (PostgresStore store = builder().open()) {
            Lease lease = StoreTestSteps.elect(store, "a");
            assertThat(TestServer.texts(left)).containsExactly("t");
            TestServer.run("UPDATE " + SqlNames.quoted(schema) + ".tenure_lease SET expires_at = clock_timestamp()"
                    + " + interval '20 seconds'");
            assertThat(TestServer.texts(left)).containsExactly("f");

            store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());

            assertThat(TestServer.texts(left)).containsExactly("t");
        }
    }

    @Test
    @DisplayName("a candidate that only polls takes over from one that stops (RV-36)")
    void pollOnlyCandidateTakesOver() throws InterruptedException {
        try (Candidate bob = Candidate.on(builder().pollOnly().open())
                .closingStore()
                .named("bob")
                .timing(LONG)
                .start()) {
            Election bobs;
            try (Candidate alice = Candidate.on(builder().pollOnly().open())
                    .closingStore()
                    .named("alice")
                    .timing(LONG)
                    .start()) {
                assertThat(alice.stand("a").awaitLeadership(StoreTestSteps.LIMIT))
                        .isPresent();
                bobs = bob.stand("a");
            }
            assertThat(bobs.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
        }
    }

    /** In River the own row then blocked everybody for a whole ttl. */
    @Test
    @DisplayName("a claim whose answer is lost is settled long before its lease would expire (R-D6)")
    void claimWithLostAnswerIsSettledBeforeExpiry() throws InterruptedException {
        InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), TestServer.SHARED.getPort());
        try (TcpFaultProxy proxy = new TcpFaultProxy(server)) {
            PGSimpleDataSource source = TestServer.source();
            source.setServerNames(new String[] {"localhost"});
            source.setPortNumbers(new int[] {proxy.address().getPort()});
            // Nothing but the claim may take the one open connection: another could not be made.
            LeaseStore store = new MinimalStore(
                    PostgresStore.on(source).schema(schema).pollOnly().open());
            store.inspect("a", StoreTestSteps.soon());
            try (Candidate alice = Candidate.on(store)
                            .closingStore()
                            .named("alice")
                            .timing(LONG)
                            .start();
                    PostgresStore direct = builder().pollOnly().open()) {
                proxy.loseAnswers();
                Election alices = alice.stand("a");
                StoreTestSteps.await(
                        "the claim is there",
                        () -> !direct.elections(StoreTestSteps.soon()).isEmpty());
                assertThat(alices.isLeader()).isFalse();
                proxy.pass();

                Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();

                assertThat(StoreTestSteps.held(direct.inspect("a", StoreTestSteps.soon()))
                                .token())
                        .isEqualTo(term.token());
            }
        }
    }
}
