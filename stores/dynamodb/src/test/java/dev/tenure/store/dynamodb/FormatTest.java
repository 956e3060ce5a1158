package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
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

/** What the items look like, byte for byte where another program reads them. */
@Tag("server")
@Timeout(60)
class FormatTest {
    private static final String TABLE = TestServer.newTable();
    private static final Duration HOUR = Duration.ofHours(1);

    private final LeaseStore store = DynamoDbStore.on(TestServer.CLIENT, TABLE).open();
    private final String election = "format-" + TestServer.newName();

    private Map<String, AttributeValue> lock() {
        return TestServer.item(TABLE, election, "LOCK");
    }

    private long end() {
        return TestServer.number(TABLE, election, "LOCK", "ttl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "a_b", "a", "選挙"})
    void theKeysAreThoseOfShardcoordinator(String name) {
        String named = election + name;
        Lease lease = StoreTestSteps.elect(store, named, "alice");

        Map<String, AttributeValue> item = TestServer.item(TABLE, named, "LOCK");
        assertThat(item.get("pk")).isEqualTo(AttributeValue.fromS("SHARD#" + named));
        assertThat(item.get("sk")).isEqualTo(AttributeValue.fromS("LOCK"));
        assertThat(item.get("ownerId"))
                .isEqualTo(AttributeValue.fromS(lease.holder().instance()));
        assertThat(item).hasEntrySatisfying("ttl", end -> assertThat(end.n()).matches("[0-9]{10}"));
    }

    @Test
    void releaseDeletesTheLockAndKeepsTheToken() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        StoreTestSteps.release(store, lease);

        assertThat(lock()).isEmpty();
        assertThat(TestServer.item(TABLE, election, "TOKEN"))
                .containsEntry("token", AttributeValue.fromN(Long.toString(lease.token())))
                .containsEntry("state", AttributeValue.fromS("released"))
                .doesNotContainKey("ttl");
    }

    /** Others, and the table's own cleaning, judge by this date: they must not think that the lease ended sooner. */
    @Test
    void statedEndIsNotBeforeTheRealOne() {
        long before = StoreTestSteps.wall().toEpochMilli();

        Lease lease = StoreTestSteps.elect(store, election, "alice");

        assertThat(end() * 1_000)
                .isBetween(
                        before + lease.ttl().toMillis(),
                        StoreTestSteps.wall().toEpochMilli() + lease.ttl().toMillis() + 3_000);
    }

    /** SC-D-e: shardcoordinator writes a smaller end then, and is robbed by the next node. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void wallClockThatIsAnHourOffChangesNoStatedEnd(boolean ahead) {
        ManualTime clocks = new ManualTime();
        clocks.stepWall(Duration.ofMillis(StoreTestSteps.wall().toEpochMilli() - clocks.wallMillis()));
        LeaseStore stepped =
                DynamoDbStore.on(TestServer.CLIENT, TABLE).time(clocks).open();
        StoreTestSteps.inspect(stepped, election);
        clocks.stepWall(ahead ? HOUR : HOUR.negated());

        Lease lease = StoreTestSteps.elect(stepped, election, "alice");
        long first = end();
        clocks.stepWall(HOUR.negated());
        StoreTestSteps.renew(stepped, lease);

        long now = StoreTestSteps.wall().getEpochSecond();
        assertThat(first).isBetween(now + 55, now + 65);
        assertThat(end()).isBetween(first, first + 5);
    }

    /** The ttl may become shorter, and a date of the store that was ahead may be corrected: the end stands. */
    @Test
    void aRenewalNeverWritesAnEarlierEnd() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        long first = end();

        Lease shorter = lease.renewed(Duration.ofSeconds(5), lease.stamp().next(99, StoreTestSteps.wall()));
        store.renew(new RenewalRequest(lease, shorter), StoreTestSteps.soon());

        assertThat(end()).isEqualTo(first);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election)).ttl())
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void renewalWithoutAddressRemovesTheAddress() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        Lease reachable =
                lease.heldBy(dev.tenure.Identity.ofInstance(lease.holder().instance())
                        .withName("alice")
                        .withAddress("host:1"));
        Lease first = StoreTestSteps.renew(store, reachable);
        assertThat(lock()).containsKey("address");

        StoreTestSteps.renew(store, first.heldBy(lease.holder()));

        assertThat(lock()).doesNotContainKey("address");
    }

    /** R7: the table's own cleaning deletes a lock that ran out; a process that starts then waits for a ttl. */
    @Test
    void expiredAndDeletedLockIsNoFirstElection() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        TestServer.delete(TABLE, election, "LOCK");

        Sighting.Unreadable trace = StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election));

        assertThat(trace.lastToken()).isEqualTo(lease.token());
        assertThat(trace.problem()).contains("the lock item is gone");
        assertThat(trace.ttl()).isEqualTo(lease.ttl());
        assertThat(StoreTestSteps.elect(store, election, "bob").token()).isGreaterThan(lease.token());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ttl", "renewal", "attempt", "name", "since", "writtenAt", "ttlMillis", "ownerId"})
    void incompleteLockIsReportedAndReplaced(String attribute) {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        TestServer.CLIENT.updateItem(update -> update.tableName(TABLE)
                .key(TestServer.keys(election, "LOCK"))
                .updateExpression("REMOVE #a")
                .expressionAttributeNames(Map.of("#a", attribute)));

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election))
                        .problem())
                .isEqualTo("LOCK item: " + attribute + " is missing");
        assertThat(StoreTestSteps.elect(store, election, "bob").token()).isGreaterThan(lease.token());
    }

    private static AttributeValue value(String follows, Lease lease) {
        return switch (follows) {
            case "no number" -> AttributeValue.fromS(follows);
            case "the token" -> AttributeValue.fromN(Long.toString(lease.token()));
            default -> AttributeValue.fromN(follows);
        };
    }

    /** R16: in the lock and in the mark of its release. */
    @ParameterizedTest
    @ValueSource(strings = {"-1", "the token", "253402300800000000", "9999999999999999999", "no number"})
    void lockWithImpossibleFollowsIsReportedAndReplaced(String follows) {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        TestServer.edit(TABLE, election, "LOCK", "follows", value(follows, lease));

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election))
                        .problem())
                .startsWith("LOCK item: follows is ");
        Lease next = StoreTestSteps.elect(store, election, "bob");
        assertThat(next.token()).isGreaterThan(lease.token());
        assertThat(next.follows()).isZero();

        StoreTestSteps.release(store, next);
        TestServer.edit(TABLE, election, "TOKEN", "follows", value(follows, next));

        Sighting.Unreadable mark = StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election));
        assertThat(mark.problem()).startsWith("TOKEN item: follows is ");
        assertThat(mark.lastToken()).isEqualTo(next.token());
        assertThat(StoreTestSteps.elect(store, election, "carol").follows()).isZero();
    }

    @Test
    void termAfterNoReleaseHasNoFollowsAttribute() {
        Lease first = StoreTestSteps.elect(store, election, "alice");
        assertThat(lock()).doesNotContainKey("follows");
        StoreTestSteps.release(store, first);
        assertThat(TestServer.item(TABLE, election, "TOKEN")).doesNotContainKey("follows");

        Lease second = StoreTestSteps.elect(store, election, "bob");
        AttributeValue token = AttributeValue.fromN(Long.toString(first.token()));
        assertThat(lock()).containsEntry("follows", token);
        StoreTestSteps.release(store, second);
        assertThat(TestServer.item(TABLE, election, "TOKEN")).containsEntry("follows", token);
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "state"})
    void damagedTokenItemIsReportedAndReplaced(String attribute) {
        StoreTestSteps.release(store, StoreTestSteps.elect(store, election, "alice"));
        TestServer.edit(TABLE, election, "TOKEN", attribute, AttributeValue.fromBool(true));

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election))
                        .problem())
                .contains(attribute);
        StoreTestSteps.elect(store, election, "bob");
    }
}
