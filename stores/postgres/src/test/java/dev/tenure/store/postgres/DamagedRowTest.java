package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows with wrong values: none of them may end an election for good (R15, R16). */
@Tag("server")
@Timeout(120)
class DamagedRowTest {
    private static final String LONGEST = Long.toString(Long.MAX_VALUE);

    static final List<String> DAMAGES = List.of(
            "revision = " + LONGEST,
            "revision = -" + LONGEST + " - 1",
            "revision = NULL",
            "token = 0",
            "token = -" + LONGEST,
            "token = NULL",
            "follows = -1",
            "follows = " + LONGEST,
            "follows = NULL",
            "released = true, follows = token",
            "released = true, follows = -" + LONGEST + " - 1",
            "renewal = " + LONGEST,
            "renewal = -" + LONGEST + " - 1",
            "renewal = NULL, attempt = NULL",
            "attempt = " + LONGEST,
            "instance = ''",
            "instance = NULL",
            "name = '', address = ''",
            "name = NULL",
            "since = 'infinity', written_at = 'infinity'",
            "since = '-infinity', written_at = '-infinity'",
            "since = '294276-12-31', written_at = '4713-01-01 BC'",
            "since = NULL, written_at = NULL",
            "ttl_micros = 0",
            "ttl_micros = -" + LONGEST,
            "ttl_micros = " + LONGEST,
            "ttl_micros = NULL",
            "expires_at = 'infinity'",
            "expires_at = '-infinity'",
            "expires_at = '294276-12-31'",
            "expires_at = NULL",
            "released = NULL",
            "released = true, reserved_for = 'nobody', reserved_micros = " + LONGEST,
            "released = true, reserved_for = 'nobody', reserved_micros = -1",
            "released = true, reserved_for = 'nobody', reserved_micros = NULL",
            "released = true, reserved_for = '', reserved_micros = 0, expires_at = 'infinity'",
            "released = true, expires_at = 'infinity', revision = " + LONGEST);

    private final String schema = TestServer.newSchema();
    private final String leases = SqlNames.quoted(schema) + ".tenure_lease";
    private final PostgresStore store =
            PostgresStore.on(TestServer.source()).schema(schema).open();

    /** The table as somebody may have made it by hand, without any of the constraints. */
    @BeforeEach
    void dropConstraints() {
        store.inspect("a", StoreTestSteps.soon());
        TestServer.run("ALTER TABLE " + leases + " DROP CONSTRAINT tenure_lease_token");
        TestServer.run("ALTER TABLE " + leases + " DROP CONSTRAINT tenure_lease_follows");
        TestServer.run("ALTER TABLE " + leases + " DROP CONSTRAINT tenure_lease_ttl");
        TestServer.texts("SELECT attname FROM pg_attribute WHERE attrelid = " + SqlNames.literal(leases)
                        + "::regclass AND attnum > 0 AND attname <> 'election'")
                .forEach(column ->
                        TestServer.run("ALTER TABLE " + leases + " ALTER COLUMN " + column + " DROP NOT NULL"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void damage(String election, String assignment) {
        TestServer.run("UPDATE " + leases + " SET " + assignment + " WHERE election = " + SqlNames.literal(election));
    }

    @ParameterizedTest
    @FieldSource("DAMAGES")
    void candidateThatWaitedOutDamagedRowIsGrantedIt(String assignment) {
        StoreTestSteps.elect(store, "a");
        damage("a", assignment);

        Sighting seen = store.inspect("a", StoreTestSteps.soon());
        Lease next = StoreTestSteps.granted(store.claim(StoreTestSteps.ballot("a", seen), StoreTestSteps.soon()));
        store.release(StoreTestSteps.renew(store, next), Handover.toAnyone(), StoreTestSteps.soon());

        assertThat(next.token()).isGreaterThan(seen.lastToken());
        assertThat(next.follows()).isEqualTo(seen instanceof Sighting.Released ? seen.lastToken() : 0);
        assertThat(store.inspect("a", StoreTestSteps.soon())).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void candidateTakesOverEveryDamagedRow() {
        List<String> elections = new ArrayList<>();
        for (String assignment : DAMAGES) {
            String election = "election " + elections.size();
            StoreTestSteps.elect(store, election, Duration.ofSeconds(2));
            damage(election, assignment);
            elections.add(election);
        }
        Timing timing = Timing.of(Duration.ofSeconds(5));

        try (Candidate node = Candidate.on(store).named("node").timing(timing).start()) {
            elections.forEach(node::stand);

            StoreTestSteps.await(
                    "every election",
                    Duration.ofSeconds(100),
                    () -> node.elections().stream().allMatch(Election::isLeader));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "token", "token + 1"})
    void releaseWithImpossibleFollowsDoesNotCount(String follows) {
        Lease given = StoreTestSteps.elect(store, "a");
        StoreTestSteps.release(store, given);
        damage("a", "follows = " + follows);

        Sighting seen = StoreTestSteps.unreadable(store.inspect("a", StoreTestSteps.soon()));

        assertThat(seen.lastToken()).isEqualTo(given.token());
        assertThat(refused(ClaimCondition.unseen())).isEqualTo(seen);
        assertThat(refused(ClaimCondition.afterRelease(given.token()))).isEqualTo(seen);
        Lease next = StoreTestSteps.granted(store.claim(StoreTestSteps.ballot("a", seen), StoreTestSteps.soon()));
        assertThat(next.follows()).isZero();
    }

    private Sighting refused(ClaimCondition condition) {
        return StoreTestSteps.refused(store.claim(StoreTestSteps.ballot("a", condition), StoreTestSteps.soon()));
    }

    /** Its holder is told that the row is damaged, not that another leads. */
    @Test
    void leaseWithImpossibleFollowsIsUnreadable() {
        Lease alone = StoreTestSteps.elect(store, "a");
        Lease batched = StoreTestSteps.elect(store, "b");
        damage("a", "follows = token");
        damage("b", "follows = -1");

        StoreTestSteps.unreadable(
                StoreTestSteps.refused(store.renew(StoreTestSteps.extension(alone), StoreTestSteps.soon())));
        StoreTestSteps.unreadable(
                StoreTestSteps.refused(store.renewAll(List.of(StoreTestSteps.extension(batched)), StoreTestSteps.soon())
                        .get(0)
                        .orElseThrow()));
    }

    /** The leader did nothing wrong: a number that somebody wrote into its row costs it nothing. */
    @Test
    void leaderAtHighestRevisionRenewsAndReleases() {
        Lease alone = StoreTestSteps.elect(store, "a");
        Lease batched = StoreTestSteps.elect(store, "b");
        damage("a", "revision = " + LONGEST);
        damage("b", "revision = " + LONGEST);

        StoreTestSteps.renewed(store.renewAll(List.of(StoreTestSteps.extension(batched)), StoreTestSteps.soon())
                .get(0)
                .orElseThrow());
        StoreTestSteps.renew(store, alone);
        damage("a", "revision = " + LONGEST);
        StoreTestSteps.release(store, alone);

        assertThat(store.inspect("a", StoreTestSteps.soon())).isInstanceOf(Sighting.Released.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {Lease.MAX_TOKEN, Lease.MAX_TOKEN + 1, Long.MAX_VALUE})
    void noLowerTokenIsGrantedAfterTheHighest(long token) {
        StoreTestSteps.release(store, StoreTestSteps.elect(store, "payroll"));
        damage("payroll", "token = " + token);
        Sighting seen = store.inspect("payroll", StoreTestSteps.soon());

        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED,
                        () -> store.claim(StoreTestSteps.ballot("payroll", seen), StoreTestSteps.soon()))
                .withMessageContaining("claiming payroll is refused")
                .withMessageContaining("token " + Lease.MAX_TOKEN)
                .withMessageContaining("UPDATE tenure_lease SET token");
        assertThat(store.inspect("payroll", StoreTestSteps.soon())).isEqualTo(seen);
    }

    @Test
    void noLowerTokenIsGrantedWithoutRowAfterTheHighest() {
        ClaimCondition seen = ClaimCondition.judged(new Sighting.Never(), Lease.MAX_TOKEN);

        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED,
                        () -> store.claim(StoreTestSteps.ballot("payroll", seen), StoreTestSteps.soon()))
                .withMessageContaining("restart this candidate");
        assertThat(store.inspect("payroll", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
    }

    @Test
    void lastTokenIsGrantedAndItsHolderRenews() {
        StoreTestSteps.release(store, StoreTestSteps.elect(store, "a"));
        damage("a", "token = " + (Lease.MAX_TOKEN - 1));

        Lease last = StoreTestSteps.elect(store, "a");

        assertThat(last.token()).isEqualTo(Lease.MAX_TOKEN);
        StoreTestSteps.refused(store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()));
        StoreTestSteps.renew(store, last);
    }
}
