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
import dev.tenure.testkit.Given;
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

/** Rows that somebody else wrote, or that the disk damaged: none of them may end an election for good (R15, R16). */
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
    void makeTableThatTakesAnything() {
        store.inspect("a", Given.soon());
        TestServer.run("ALTER TABLE " + leases + " DROP CONSTRAINT tenure_lease_token");
        TestServer.run("ALTER TABLE " + leases + " DROP CONSTRAINT tenure_lease_follows");
        TestServer.run("ALTER TABLE " + leases + " DROP CONSTRAINT tenure_lease_ttl");
        TestServer.texts("SELECT attname FROM pg_attribute WHERE attrelid = " + LeaseSql.literal(leases)
                        + "::regclass AND attnum > 0 AND attname <> 'election'")
                .forEach(column ->
                        TestServer.run("ALTER TABLE " + leases + " ALTER COLUMN " + column + " DROP NOT NULL"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void damage(String election, String assignment) {
        TestServer.run("UPDATE " + leases + " SET " + assignment + " WHERE election = " + LeaseSql.literal(election));
    }

    @ParameterizedTest
    @FieldSource("DAMAGES")
    void whoWaitedADamagedRowOutIsGrantedItAndGoesOn(String assignment) {
        Given.elect(store, "a");
        damage("a", assignment);

        Sighting seen = store.inspect("a", Given.soon());
        Lease next = Given.granted(store.claim(Given.ballot("a", seen), Given.soon()));
        store.release(Given.renew(store, next), Handover.toAnyone(), Given.soon());

        assertThat(next.token()).isGreaterThan(seen.lastToken());
        assertThat(next.follows()).isEqualTo(seen instanceof Sighting.Released ? seen.lastToken() : 0);
        assertThat(store.inspect("a", Given.soon())).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void everyDamagedRowIsTakenOverByAnOrdinaryCandidate() {
        List<String> elections = new ArrayList<>();
        for (String assignment : DAMAGES) {
            String election = "election " + elections.size();
            Given.elect(store, election, Duration.ofSeconds(2));
            damage(election, assignment);
            elections.add(election);
        }
        Timing timing = Timing.of(Duration.ofSeconds(5));

        try (Candidate node = Candidate.on(store).named("node").timing(timing).start()) {
            elections.forEach(node::stand);

            Given.await(
                    "every election",
                    Duration.ofSeconds(100),
                    () -> node.elections().stream().allMatch(Election::isLeader));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "token", "token + 1"})
    void aReleaseOfATermThatFollowsWhatItCannotIsNoRelease(String follows) {
        Lease given = Given.elect(store, "a");
        Given.release(store, given);
        damage("a", "follows = " + follows);

        Sighting seen = Given.unreadable(store.inspect("a", Given.soon()));

        assertThat(seen.lastToken()).isEqualTo(given.token());
        assertThat(refused(ClaimCondition.unseen())).isEqualTo(seen);
        assertThat(refused(ClaimCondition.succeeding(given.token()))).isEqualTo(seen);
        Lease next = Given.granted(store.claim(Given.ballot("a", seen), Given.soon()));
        assertThat(next.follows()).isZero();
    }

    private Sighting refused(ClaimCondition condition) {
        return Given.refused(store.claim(Given.ballot("a", condition), Given.soon()));
    }

    /** Its holder is told that the row is damaged, not that another leads. */
    @Test
    void aLeaseOfATermThatFollowsWhatItCannotIsUnreadable() {
        Lease alone = Given.elect(store, "a");
        Lease batched = Given.elect(store, "b");
        damage("a", "follows = token");
        damage("b", "follows = -1");

        Given.unreadable(Given.refused(store.renew(Given.extension(alone), Given.soon())));
        Given.unreadable(Given.refused(store.renewAll(List.of(Given.extension(batched)), Given.soon())
                .get(0)
                .orElseThrow()));
    }

    /** The leader did nothing wrong: a number that somebody wrote into its row costs it nothing. */
    @Test
    void aLeaderWhoseRowHasTheHighestRevisionRenewsAndReleases() {
        Lease alone = Given.elect(store, "a");
        Lease batched = Given.elect(store, "b");
        damage("a", "revision = " + LONGEST);
        damage("b", "revision = " + LONGEST);

        Given.renewed(store.renewAll(List.of(Given.extension(batched)), Given.soon())
                .get(0)
                .orElseThrow());
        Given.renew(store, alone);
        damage("a", "revision = " + LONGEST);
        Given.release(store, alone);

        assertThat(store.inspect("a", Given.soon())).isInstanceOf(Sighting.Released.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {Lease.MAX_TOKEN, Lease.MAX_TOKEN + 1, Long.MAX_VALUE})
    void noLowerTokenIsGivenAfterTheHighestThereCanBe(long token) {
        Given.release(store, Given.elect(store, "payroll"));
        damage("payroll", "token = " + token);
        Sighting seen = store.inspect("payroll", Given.soon());

        Given.assertFails(Kind.MISCONFIGURED, () -> store.claim(Given.ballot("payroll", seen), Given.soon()))
                .withMessageContaining("claiming payroll is refused")
                .withMessageContaining("token " + Lease.MAX_TOKEN)
                .withMessageContaining("UPDATE tenure_lease SET token");
        assertThat(store.inspect("payroll", Given.soon())).isEqualTo(seen);
    }

    @Test
    void noLowerTokenIsGivenToOneThatHasSeenTheHighestAndFindsNoRow() {
        ClaimCondition seen = ClaimCondition.judged(new Sighting.Never(), Lease.MAX_TOKEN);

        Given.assertFails(Kind.MISCONFIGURED, () -> store.claim(Given.ballot("payroll", seen), Given.soon()))
                .withMessageContaining("restart this candidate");
        assertThat(store.inspect("payroll", Given.soon())).isEqualTo(new Sighting.Never());
    }

    @Test
    void theLastTokenButOneIsFollowedByTheLastAndItsHolderIsLeftInPeace() {
        Given.release(store, Given.elect(store, "a"));
        damage("a", "token = " + (Lease.MAX_TOKEN - 1));

        Lease last = Given.elect(store, "a");

        assertThat(last.token()).isEqualTo(Lease.MAX_TOKEN);
        Given.refused(store.claim(Given.ballot("a"), Given.soon()));
        Given.renew(store, last);
    }
}
