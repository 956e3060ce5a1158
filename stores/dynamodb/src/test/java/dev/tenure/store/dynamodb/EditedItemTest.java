package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ManualTime;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items changed or deleted by hand: no wait is too short, and no token is given twice. */
@Tag("server")
@Timeout(60)
class EditedItemTest {
    private static final String TABLE = TestServer.newTable();
    private static final Duration LONGER = StoreTestSteps.TTL.multipliedBy(3);
    private static final long FAR = 1_000_000_000_000L;

    private final LeaseStore store = DynamoDbStore.on(TestServer.CLIENT, TABLE).open();
    private final String election = "hand-" + TestServer.newName();

    private Renewal renew(Lease held, Duration ttl) {
        Lease next = StoreTestSteps.extension(held).next();
        return store.renew(new RenewalRequest(held, next.renewed(ttl, next.stamp())), StoreTestSteps.soon());
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

    /** R7: a new process sees only the token's item of the lease, whose leader trusts the longer ttl. */
    @Test
    void lengthenedLeaseIsWaitedOutWithoutItsLock() {
        Lease longer = renewed(StoreTestSteps.elect(store, election, "alice"), LONGER);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election))).isEqualTo(longer);

        TestServer.delete(TABLE, election, "LOCK");

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election))
                        .ttl())
                .isEqualTo(LONGER);
    }

    @Test
    void shortenedAndLengthenedLeaseIsWaitedOut() {
        Lease shorter = renewed(StoreTestSteps.elect(store, election, "alice"), Duration.ofSeconds(5));
        Lease again = renewed(shorter, StoreTestSteps.TTL);
        renewed(renewed(again, LONGER), LONGER);

        TestServer.delete(TABLE, election, "LOCK");

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election))
                        .ttl())
                .isEqualTo(LONGER);
    }

    /** R6: like any other renewal it is one of a very write. */
    @Test
    void aLongerTtlThatLandsLateChangesNothing() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        Lease next = StoreTestSteps.renew(store, lease);

        assertThat(renew(lease, LONGER)).isEqualTo(new Renewal.Refused(new Sighting.Held(next, null)));
        assertThat(tokenItem("ttlMillis")).isEqualTo(StoreTestSteps.TTL.toMillis());

        Lease successor = StoreTestSteps.elect(store, election, "bob");
        assertThat(renew(next, LONGER)).isEqualTo(new Renewal.Refused(new Sighting.Held(successor, null)));
        assertThat(tokenItem("ttlMillis")).isEqualTo(StoreTestSteps.TTL.toMillis());
    }

    @Test
    void longerTtlIsWrittenDespiteAnEditedToken() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        setToken(lease.token() + FAR);

        Lease longer = renewed(lease, LONGER);

        assertThat(longer.token()).isEqualTo(lease.token());
        assertThat(tokenItem("token")).isEqualTo(lease.token() + FAR);
        assertThat(tokenItem("ttlMillis")).isEqualTo(LONGER.toMillis());
    }

    /** Or the seat would stay empty until the lease has run out. */
    @ParameterizedTest
    @ValueSource(longs = {FAR, -FAR})
    void releaseSucceedsDespiteAnEditedToken(long change) {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        setToken(lease.token() + change);

        StoreTestSteps.release(store, lease);

        long highest = lease.token() + Math.max(change, 0);
        assertThat(StoreTestSteps.inspect(store, election))
                .isInstanceOfSatisfying(
                        Sighting.Released.class,
                        mark -> assertThat(mark.lastToken()).isEqualTo(highest));
        assertThat(StoreTestSteps.elect(store, election, "bob").token()).isGreaterThan(highest);
    }

    @Test
    void releaseSucceedsDespiteADamagedToken() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        TestServer.edit(TABLE, election, "TOKEN", "token", AttributeValue.fromBool(true));

        StoreTestSteps.release(store, lease);

        assertThat(StoreTestSteps.inspect(store, election)).isInstanceOf(Sighting.Released.class);
    }

    /** R6: it may replace only the token's item beside a lock of its own term. */
    @Test
    void lateReleaseDoesNotEndNextTermDespiteAnEditedToken() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        Lease successor = StoreTestSteps.elect(store, election, "bob");
        setToken(lease.token());

        StoreTestSteps.release(store, lease);

        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election))).isEqualTo(successor);
    }

    /** R7: its leader has noticed nothing yet. */
    @ParameterizedTest
    @ValueSource(strings = {"name", "ttlMillis", "token,renewal,attempt"})
    void damagedLockIsWaitedOutForItsTtl(String attributes) {
        Lease lease = renewed(StoreTestSteps.elect(store, election, "alice"), LONGER);
        for (String attribute : attributes.split(",", -1)) {
            TestServer.CLIENT.updateItem(update -> update.tableName(TABLE)
                    .key(TestServer.keys(election, "LOCK"))
                    .updateExpression("REMOVE #a")
                    .expressionAttributeNames(Map.of("#a", attribute)));
        }

        Sighting.Unreadable damaged = StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election));

        assertThat(damaged.ttl()).isEqualTo(LONGER);
        assertThat(damaged.lastToken()).isEqualTo(lease.token());
    }

    /** R15, in all states in which a term can be found. The store's wall clock stands an hour behind the last token. */
    @ParameterizedTest
    @ValueSource(strings = {"held", "released", "vanished", "without token", "damaged", "forged"})
    void tokenGrowsOnAClockBehindTheLastToken(String state) {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        switch (state) {
            case "released" -> store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
            case "vanished" -> TestServer.delete(TABLE, election, "LOCK");
            case "without token" -> TestServer.delete(TABLE, election, "TOKEN");
            case "damaged" -> TestServer.edit(TABLE, election, "LOCK", "token", AttributeValue.fromBool(true));
            case "forged" -> setToken(Lease.MAX_TOKEN + 1);
            default -> assertThat(state).isEqualTo("held");
        }
        ManualTime behind = new ManualTime();
        behind.stepWall(Duration.ofMillis(StoreTestSteps.wall().toEpochMilli() - behind.wallMillis())
                .minusHours(1));
        LeaseStore late =
                DynamoDbStore.on(TestServer.CLIENT, TABLE).time(behind).open();

        Lease next = StoreTestSteps.elect(late, election, "bob");

        assertThat(next.token()).isEqualTo(lease.token() + 1);
        assertThat(tokenItem("token")).isEqualTo(next.token());
    }

    /** R7: the lease was judged by its lock. The lease was not released, even if its token's item says so. */
    @ParameterizedTest
    @ValueSource(strings = {"held", "released"})
    void termThatReplacedALockFollowsNone(String state) {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        Sighting judged = StoreTestSteps.inspect(store, election);
        setToken(lease.token() + FAR);
        TestServer.edit(TABLE, election, "TOKEN", "state", AttributeValue.fromS(state));

        Lease next =
                StoreTestSteps.granted(store.claim(StoreTestSteps.ballot(election, judged), StoreTestSteps.soon()));

        assertThat(next.token()).isGreaterThan(lease.token() + FAR);
        assertThat(next.follows()).isZero();
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election))).isEqualTo(next);
    }

    @Test
    void aLongerTtlKeepsWhatTheTermFollows() {
        Lease first = StoreTestSteps.elect(store, election, "alice");
        StoreTestSteps.release(store, first);

        Lease longer = renewed(StoreTestSteps.elect(store, election, "bob"), LONGER);

        assertThat(longer.follows()).isEqualTo(first.token());
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election))).isEqualTo(longer);
    }

    /** R15: in either item, and in any state. */
    @ParameterizedTest
    @ValueSource(strings = {"held", "released", "vanished"})
    void claimIsRefusedAfterTheHighestToken(String state) {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        if (state.equals("released")) {
            store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
        } else if (state.equals("vanished")) {
            TestServer.delete(TABLE, election, "LOCK");
        }
        setToken(Lease.MAX_TOKEN);
        Sighting seen = StoreTestSteps.inspect(store, election);

        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED,
                        () -> store.claim(StoreTestSteps.ballot(election, seen), StoreTestSteps.soon()))
                .withMessageContaining(election)
                .withMessageContaining(Long.toString(Lease.MAX_TOKEN));
        assertThat(StoreTestSteps.inspect(store, election)).isEqualTo(seen);
    }
}
