package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.Given;
import dev.tenure.testkit.ManualTime;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that somebody changed or deleted: no lease is waited out for too short, and no token comes back. */
@Tag("server")
@Timeout(60)
class ChangedByHandTest {
    private static final String TABLE = TestServer.newTable();
    private static final Duration LONGER = Given.TTL.multipliedBy(3);
    private static final long FAR = 1_000_000_000_000L;

    private final LeaseStore store = DynamoDbStore.open(TestServer.CLIENT, TABLE);
    private final String election = "hand-" + TestServer.newName();

    private Renewal renew(Lease held, Duration ttl) {
        Lease next = Given.extension(held).next();
        return store.renew(new RenewalRequest(held, next.renewed(ttl, next.stamp())), Given.soon());
    }

    private Lease renewed(Lease held, Duration ttl) {
        return ((Renewal.Renewed) renew(held, ttl)).lease();
    }

    private void setToken(long token) {
        TestServer.edit(TABLE, election, "TOKEN", "token", AttributeValue.fromN(Long.toString(token)));
    }

    private long tokenItem(String attribute) {
        return TestServer.number(TABLE, election, "TOKEN", attribute);
    }

    /** R7: who starts then knows of the lease by its token's item alone, and its leader trusts the longer ttl. */
    @Test
    void aLeaseThatWasMadeLongerIsWaitedOutThoughItsLockIsGone() {
        Lease longer = renewed(Given.elect(store, election, "alice"), LONGER);
        assertThat(Given.held(Given.inspect(store, election))).isEqualTo(longer);

        TestServer.delete(TABLE, election, "LOCK");

        assertThat(Given.unreadable(Given.inspect(store, election)).ttl()).isEqualTo(LONGER);
    }

    @Test
    void aLeaseThatWasMadeShorterAndLongerAgainIsWaitedOutToo() {
        Lease shorter = renewed(Given.elect(store, election, "alice"), Duration.ofSeconds(5));
        Lease again = renewed(shorter, Given.TTL);
        renewed(renewed(again, LONGER), LONGER);

        TestServer.delete(TABLE, election, "LOCK");

        assertThat(Given.unreadable(Given.inspect(store, election)).ttl()).isEqualTo(LONGER);
    }

    /** R6: like any other renewal it is one of a very write. */
    @Test
    void aLongerTtlThatLandsLateChangesNothing() {
        Lease lease = Given.elect(store, election, "alice");
        Lease next = Given.renew(store, lease);

        assertThat(renew(lease, LONGER)).isEqualTo(new Renewal.Refused(new Sighting.Held(next, null)));
        assertThat(tokenItem("ttlMillis")).isEqualTo(Given.TTL.toMillis());

        Lease successor = Given.elect(store, election, "bob");
        assertThat(renew(next, LONGER)).isEqualTo(new Renewal.Refused(new Sighting.Held(successor, null)));
        assertThat(tokenItem("ttlMillis")).isEqualTo(Given.TTL.toMillis());
    }

    @Test
    void aLongerTtlIsWrittenThoughTheTokenWasChanged() {
        Lease lease = Given.elect(store, election, "alice");
        setToken(lease.token() + FAR);

        Lease longer = renewed(lease, LONGER);

        assertThat(longer.token()).isEqualTo(lease.token());
        assertThat(tokenItem("token")).isEqualTo(lease.token() + FAR);
        assertThat(tokenItem("ttlMillis")).isEqualTo(LONGER.toMillis());
    }

    /** Or the seat would stay empty until the lease has run out. */
    @ParameterizedTest
    @ValueSource(longs = {FAR, -FAR})
    void aReleaseIsOneThoughTheTokenWasChanged(long change) {
        Lease lease = Given.elect(store, election, "alice");
        setToken(lease.token() + change);

        Given.release(store, lease);

        long highest = lease.token() + Math.max(change, 0);
        assertThat(Given.inspect(store, election))
                .isInstanceOfSatisfying(
                        Sighting.Released.class,
                        mark -> assertThat(mark.lastToken()).isEqualTo(highest));
        assertThat(Given.elect(store, election, "bob").token()).isGreaterThan(highest);
    }

    @Test
    void aReleaseIsOneThoughTheTokenSaysNothing() {
        Lease lease = Given.elect(store, election, "alice");
        TestServer.edit(TABLE, election, "TOKEN", "token", AttributeValue.fromBool(true));

        Given.release(store, lease);

        assertThat(Given.inspect(store, election)).isInstanceOf(Sighting.Released.class);
    }

    /** R6: what it may replace is what stands beside a lock of its own term. */
    @Test
    void aLateReleaseTouchesNoNewerTermThoughTheTokenWasChanged() {
        Lease lease = Given.elect(store, election, "alice");
        Lease successor = Given.elect(store, election, "bob");
        setToken(lease.token());

        Given.release(store, lease);

        assertThat(Given.held(Given.inspect(store, election))).isEqualTo(successor);
    }

    /** R7: its leader has noticed nothing yet. */
    @ParameterizedTest
    @ValueSource(strings = {"name", "ttlMillis", "token,renewal,attempt"})
    void aDamagedLockIsWaitedOutForTheTtlOfItsLease(String attributes) {
        Lease lease = renewed(Given.elect(store, election, "alice"), LONGER);
        for (String attribute : attributes.split(",", -1)) {
            TestServer.CLIENT.updateItem(update -> update.tableName(TABLE)
                    .key(TestServer.keys(election, "LOCK"))
                    .updateExpression("REMOVE #a")
                    .expressionAttributeNames(Map.of("#a", attribute)));
        }

        Sighting.Unreadable damaged = Given.unreadable(Given.inspect(store, election));

        assertThat(damaged.ttl()).isEqualTo(LONGER);
        assertThat(damaged.lastToken()).isEqualTo(lease.token());
    }

    /** R15, in all states in which a term can be found. The store's wall clock stands an hour behind the last token. */
    @ParameterizedTest
    @ValueSource(strings = {"held", "released", "vanished", "without token", "damaged", "forged"})
    void aTokenGrowsThoughTheClockStandsBehindTheLastOne(String state) {
        Lease lease = Given.elect(store, election, "alice");
        switch (state) {
            case "released" -> store.release(lease, Handover.toAnyone(), Given.soon());
            case "vanished" -> TestServer.delete(TABLE, election, "LOCK");
            case "without token" -> TestServer.delete(TABLE, election, "TOKEN");
            case "damaged" -> TestServer.edit(TABLE, election, "LOCK", "token", AttributeValue.fromBool(true));
            case "forged" -> setToken(Lease.MAX_TOKEN + 1);
            default -> assertThat(state).isEqualTo("held");
        }
        ManualTime behind = new ManualTime();
        behind.stepWall(Duration.ofMillis(Given.wall().toEpochMilli() - behind.wallMillis())
                .minusHours(1));
        LeaseStore late =
                DynamoDbStore.on(TestServer.CLIENT, TABLE).time(behind).open();

        Lease next = Given.elect(late, election, "bob");

        assertThat(next.token()).isEqualTo(lease.token() + 1);
        assertThat(tokenItem("token")).isEqualTo(next.token());
    }

    /** R7: the lease was judged by its lock. Whatever its token's item says then, nobody has released that lease. */
    @ParameterizedTest
    @ValueSource(strings = {"held", "released"})
    void aTermThatReplacedALockFollowsNoTokenFoundLater(String state) {
        Lease lease = Given.elect(store, election, "alice");
        Sighting judged = Given.inspect(store, election);
        setToken(lease.token() + FAR);
        TestServer.edit(TABLE, election, "TOKEN", "state", AttributeValue.fromS(state));

        Lease next = Given.granted(store.claim(Given.ballot(election, judged), Given.soon()));

        assertThat(next.token()).isGreaterThan(lease.token() + FAR);
        assertThat(next.follows()).isZero();
        assertThat(Given.held(Given.inspect(store, election))).isEqualTo(next);
    }

    @Test
    void aLongerTtlKeepsWhatTheTermFollows() {
        Lease first = Given.elect(store, election, "alice");
        Given.release(store, first);

        Lease longer = renewed(Given.elect(store, election, "bob"), LONGER);

        assertThat(longer.follows()).isEqualTo(first.token());
        assertThat(Given.held(Given.inspect(store, election))).isEqualTo(longer);
    }

    /** R15: whichever item shows it, and in whatever state. */
    @ParameterizedTest
    @ValueSource(strings = {"held", "released", "vanished"})
    void claimIsRefusedWhereTheHighestTokenIsKept(String state) {
        Lease lease = Given.elect(store, election, "alice");
        if (state.equals("released")) {
            store.release(lease, Handover.toAnyone(), Given.soon());
        } else if (state.equals("vanished")) {
            TestServer.delete(TABLE, election, "LOCK");
        }
        setToken(Lease.MAX_TOKEN);
        Sighting seen = Given.inspect(store, election);

        Given.assertFails(Kind.MISCONFIGURED, () -> store.claim(Given.ballot(election, seen), Given.soon()))
                .withMessageContaining(election)
                .withMessageContaining(Long.toString(Lease.MAX_TOKEN));
        assertThat(Given.inspect(store, election)).isEqualTo(seen);
    }
}
