package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.river.RiverRow;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** River's own tests of its statements, run with Tenure's statements on River's table, beside a River client. */
@Tag("server")
@Timeout(60)
class RiverTableTest {
    private static final String ELECTED_MICROS = "(extract(epoch FROM elected_at) * 1000000)::bigint";

    private final RiverSchema schema = RiverSchema.create();
    private final RiverClient go = schema.client("go-host_2025_03_01T10_20_30_123456");
    private final RiverStore store = schema.store().pollOnly().open();

    @AfterEach
    void close() {
        store.close();
    }

    private Lease elect() {
        return StoreTestSteps.elect(store, RiverStore.ELECTION);
    }

    private Sighting inspect() {
        return store.inspect(RiverStore.ELECTION, StoreTestSteps.soon());
    }

    private Renewal renew(Lease lease) {
        return store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());
    }

    private void release(Lease lease) {
        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
    }

    private OffsetDateTime goLeads() {
        return go.elect().orElseThrow();
    }

    /** Returns the whole row, as text. */
    private List<String> row() {
        return schema.row("concat_ws(' ', name, leader_id, elected_at, expires_at)");
    }

    @Test
    @DisplayName("a claim inserts the row with the database's times, the token being elected_at (RV-21, RV-23)")
    void claimInsertsDatabaseTimes() {
        Lease lease = elect();

        assertThat(schema.row("name")).containsExactly("default");
        assertThat(schema.row("expires_at - elected_at = interval '60 seconds'"))
                .containsExactly("t");
        assertThat(schema.row("pg_catalog.now() - elected_at BETWEEN interval '0' AND interval '30 seconds'"))
                .containsExactly("t");
        assertThat(schema.row(ELECTED_MICROS)).containsExactly(Long.toString(lease.token()));
        assertThat(schema.row("char_length(leader_id) BETWEEN 1 AND 127")).containsExactly("t");
    }

    @Test
    @DisplayName("a River client is not elected during a Tenure term, and changes nothing (RV-22)")
    void riverClientIsRefusedDuringTenureTerm() {
        elect();
        List<String> before = row();

        assertThat(go.elect()).isEmpty();
        assertThat(row()).isEqualTo(before);
    }

    @Test
    @DisplayName("Tenure is not elected during the term of a River client, and changes nothing (RV-22)")
    void tenureIsRefusedDuringRiverTerm() {
        goLeads();
        List<String> before = row();

        Answer answer = store.claim(StoreTestSteps.ballot(RiverStore.ELECTION), StoreTestSteps.soon());

        assertThat(answer).isInstanceOf(Answer.Refused.class);
        assertThat(row()).isEqualTo(before);
    }

    @Test
    @DisplayName("no renewal for another id (RV-24)")
    void noRenewalForAnotherId() {
        Lease lease = elect();
        schema.set("leader_id = 'somebody else'");
        List<String> before = row();

        assertThat(renew(lease)).isInstanceOf(Renewal.Refused.class);
        assertThat(row()).isEqualTo(before);
    }

    @Test
    @DisplayName("a renewal extends the lease, and the term keeps its name: leader_id and elected_at (RV-25, RV-28)")
    void renewalExtendsTheTerm() {
        Lease lease = elect();
        List<String> term = schema.row("concat_ws(' ', leader_id, elected_at)");
        schema.elapse(Duration.ofSeconds(20));

        renew(lease);

        assertThat(schema.row("concat_ws(' ', leader_id, elected_at)")).isEqualTo(term);
        assertThat(schema.row("expires_at - elected_at BETWEEN interval '80 seconds' AND interval '110 seconds'"))
                .containsExactly("t");
    }

    @Test
    @DisplayName("no renewal of an expired row, though nobody deleted it (RV-26)")
    void noRenewalOfExpiredRow() {
        Lease lease = elect();
        schema.elapse(StoreTestSteps.TTL.plusMillis(1));
        List<String> before = row();

        assertThat(renew(lease)).isInstanceOf(Renewal.Refused.class);
        assertThat(row()).isEqualTo(before);
    }

    @Test
    @DisplayName("no renewal if elected_at differs, though by a microsecond (RV-27)")
    void noRenewalOfAnotherTerm() {
        Lease lease = elect();
        schema.set("elected_at = elected_at + interval '1 microsecond'");
        List<String> before = row();

        assertThat(renew(lease)).isInstanceOf(Renewal.Refused.class);
        assertThat(row()).isEqualTo(before);
    }

    @Test
    @DisplayName("a River client deletes a Tenure row after it expired or was released, and never before (RV-29)")
    void riverClientDeletesOnlyExpiredOrReleasedRow() {
        elect();
        assertThat(go.deleteExpired()).isZero();
        schema.elapse(StoreTestSteps.TTL.plusMillis(1));
        assertThat(go.deleteExpired()).isOne();
        Lease lease = elect();
        assertThat(go.deleteExpired()).isZero();
        release(lease);

        assertThat(go.deleteExpired()).isOne();
        assertThat(row()).isEmpty();
    }

    @Test
    @DisplayName("a row with any times is read: past, far future, infinity (RV-30)")
    void rowWithAnyTimesIsRead() {
        goLeads();
        assertThat(ttlWhenExpiring("1999-01-01")).isEqualTo(RiverRow.RIVER_TTL);
        assertThat(ttlWhenExpiring("9999-01-01")).isEqualTo(Lease.MAX_TTL);
        assertThat(ttlWhenExpiring("infinity")).isEqualTo(Lease.MAX_TTL);
        schema.set("elected_at = '-infinity'");

        assertThat(inspect()).isInstanceOf(Sighting.Unreadable.class);
    }

    /** Whoever watches a row waits for as long as it says, in case its writer's ttl is longer than River's. */
    private Duration ttlWhenExpiring(String when) {
        schema.set("expires_at = '" + when + "'");
        return StoreTestSteps.held(inspect()).ttl();
    }

    @Test
    @DisplayName("the leader is shown by the id of the River client (RV-31)")
    void riverClientIsShownAsLeader() {
        goLeads();

        Sighting.Held held =
                assertThat(inspect()).asInstanceOf(type(Sighting.Held.class)).actual();

        assertThat(held.lease().holder().instance()).isEqualTo(go.id());
        assertThat(held.lease().holder().name()).isEqualTo("go-host");
        assertThat(held.lease().ttl()).isEqualTo(Duration.ofSeconds(15));
        assertThat(schema.row(ELECTED_MICROS))
                .containsExactly(Long.toString(held.lease().token()));
        assertThat(Objects.requireNonNull(held.remainingTime()).remaining())
                .isBetween(Duration.ofMillis(1), Duration.ofSeconds(15));
    }

    @Test
    @DisplayName("a release without a row does nothing, with a row it lets a River client lead at once (RV-32)")
    void releaseLetsRiverClientLead() {
        Lease lease = elect();
        schema.clear();
        release(lease);
        assertThat(row()).isEmpty();
        lease = elect();
        release(lease);

        assertThat(go.elect()).isPresent();
        assertThat(schema.row("leader_id")).containsExactly(go.id());
    }

    @Test
    @DisplayName("no release for another id (RV-33)")
    void noReleaseForAnotherId() {
        Lease lease = elect();
        schema.set("leader_id = 'tenure|another|1|zq0ao|alice|'");
        List<String> before = row();

        release(lease);

        assertThat(row()).isEqualTo(before);
    }

    @Test
    @DisplayName("no release of a newer term of the same id (RV-34)")
    void noReleaseOfNewerTerm() {
        Lease lease = elect();
        schema.set("elected_at = elected_at + interval '1 microsecond'");
        List<String> before = row();

        release(lease);

        assertThat(row()).isEqualTo(before);
    }

    @Test
    @DisplayName("the end of a lease grows with each renewal, though the database's clock steps back (R7)")
    void leaseEndGrowsWhenClockStepsBack() {
        Lease lease = elect();
        schema.elapse(Duration.ofHours(-1));
        for (int times = 0; times < 3; times++) {
            List<String> before = schema.row("expires_at");
            Lease next = assertThat(renew(lease))
                    .asInstanceOf(type(Renewal.Renewed.class))
                    .actual()
                    .lease();

            assertThat(next.stamp().renewal()).isGreaterThan(lease.stamp().renewal());
            assertThat(schema.row("expires_at > timestamptz '" + before.get(0) + "'"))
                    .containsExactly("t");
            lease = next;
        }
    }

    @Test
    @DisplayName("the token is above that of the River client before, though the clock stepped back (R15)")
    void tokenIsAboveThatOfRiverClient() {
        goLeads();
        Sighting theirs = inspect();
        schema.elapse(Duration.ofHours(-1));

        Answer answer = store.claim(StoreTestSteps.ballot(RiverStore.ELECTION, theirs), StoreTestSteps.soon());

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Granted.class,
                        granted -> assertThat(granted.lease().token()).isEqualTo(theirs.lastToken() + 1));
    }

    @Test
    @DisplayName("a River client's expired row is replaced, and the client cannot renew it any more")
    void expiredRowIsReplaced() {
        OffsetDateTime theirs = goLeads();
        Sighting seen = inspect();
        schema.elapse(Duration.ofSeconds(16));

        Answer answer = store.claim(
                StoreTestSteps.ballot(RiverStore.ELECTION, ClaimCondition.byStoreClock(seen, 0)),
                StoreTestSteps.soon());

        assertThat(answer).isInstanceOf(Answer.Granted.class);
        assertThat(go.reelect(theirs)).isFalse();
        assertThat(go.resign(theirs)).isFalse();
    }

    @Test
    @DisplayName("a River client that renews in time keeps its row")
    void renewedRowIsKept() {
        OffsetDateTime theirs = goLeads();
        Sighting seen = inspect();
        schema.elapse(Duration.ofSeconds(14));
        assertThat(go.reelect(theirs)).isTrue();
        schema.elapse(Duration.ofSeconds(14));

        assertThat(store.claim(
                        StoreTestSteps.ballot(RiverStore.ELECTION, ClaimCondition.byStoreClock(seen, 0)),
                        StoreTestSteps.soon()))
                .isInstanceOf(Answer.Refused.class);
        assertThat(schema.row("leader_id")).containsExactly(go.id());
    }

    @ParameterizedTest
    @ValueSource(strings = {"10000-01-01 00:00:00+00", "294276-12-31 00:00:00+00", "infinity"})
    void noLowerTokenIsGrantedAfterTheHighest(String electedAt) {
        release(elect());
        schema.set("elected_at = '" + electedAt + "'");
        Sighting seen = inspect();

        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED,
                        () -> store.claim(StoreTestSteps.ballot(RiverStore.ELECTION, seen), StoreTestSteps.soon()))
                .withMessageContaining("claiming default is refused: its row shows token " + Lease.MAX_TOKEN)
                .withMessageContaining("delete the row");
        assertThat(inspect()).isEqualTo(seen);
    }

    @Test
    void rowWithInfiniteDatesIsReplacedAfterWaiting() {
        for (String damage : List.of(
                "elected_at = '-infinity'",
                "elected_at = '1970-01-01 00:00:00+00'",
                "elected_at = '4713-01-01 BC', expires_at = '-infinity'",
                "expires_at = 'infinity'",
                "expires_at = '294276-12-31 23:59:59.999999+00'",
                "leader_id = 'tenure|' || repeat('|', 100)",
                "leader_id = 'tenure|i|zzzzzzzzzzzz|zzzzzzzzzzzz|n|'")) {
            schema.clear();
            elect();
            schema.set(damage);

            Lease next = StoreTestSteps.granted(
                    store.claim(StoreTestSteps.ballot(RiverStore.ELECTION, inspect()), StoreTestSteps.soon()));

            assertThat(renew(next)).as(damage).isInstanceOf(Renewal.Renewed.class);
        }
    }
}
