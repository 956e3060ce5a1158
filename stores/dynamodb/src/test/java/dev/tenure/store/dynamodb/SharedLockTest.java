package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.Identity;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.aws.contract.ShardcoordinatorNode;
import dev.tenure.aws.contract.SharedLockContract;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Tag("server")
class SharedLockTest extends SharedLockContract {
    private static final String TABLE = TestServer.newTable();

    private final LeaseStore shared = DynamoDbStore.on(TestServer.CLIENT, TABLE)
            .sharedWith(Shardcoordinator.balanced())
            .open();
    private final String election = "shared-" + TestServer.newName();

    @Override
    protected LeaseStore shared() {
        return shared;
    }

    @Override
    protected LeaseStore unshared() {
        return DynamoDbStore.on(TestServer.CLIENT, TABLE).open();
    }

    @Override
    protected ShardcoordinatorNode node(String owner) {
        return new DynamoDbNode(TABLE, election, owner);
    }

    @Override
    protected String election() {
        return election;
    }

    @Override
    protected String lockOwner() {
        return Objects.requireNonNull(TestServer.item(TABLE, election, "LOCK").get("ownerId"))
                .s();
    }

    /** A node takes a lock over once the stated second has passed. */
    @Override
    protected long firstFreeSecond() {
        return TestServer.number(TABLE, election, "LOCK", "ttl") + 1;
    }

    @Test
    void claimByStoreClockIsRefused() {
        node().acquire(now, LEASE);
        Sighting seen = inspect();
        Ballot ballot = StoreTestSteps.ballot(election, ClaimCondition.byStoreClock(seen, 0));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> shared.claim(ballot, StoreTestSteps.soon()))
                .withMessageContaining("dynamodb");
    }

    @Test
    void lockOfNodeWithoutEndIsReportedAndReplaced() {
        TestServer.CLIENT.putItem(put -> put.tableName(TABLE)
                .item(Map.of(
                        "pk", AttributeValue.fromS("SHARD#" + election),
                        "sk", AttributeValue.fromS("LOCK"),
                        "ownerId", AttributeValue.fromS("worker-1"))));

        assertThat(StoreTestSteps.unreadable(inspect()).problem()).isEqualTo("LOCK item: ttl is missing");
        assertThat(node().acquire(now, LEASE)).as("blocked for nodes").isFalse();
        StoreTestSteps.elect(shared, election, "alice");
    }

    /** SC-6. */
    @Test
    void ownerThatShardcoordinatorAcceptsIsAccepted() {
        assertThat(owner("node_7-it's")).isEqualTo("node_7-it's");
        assertThat(owner("x".repeat(200))).hasSize(200);
    }

    /** SC-6. */
    @ParameterizedTest
    @ValueSource(strings = {"a b", "a\tb", "a\nb", "a\rb", "a\"b"})
    void ownerThatShardcoordinatorRefusesIsRefused(String owner) {
        assertThatIllegalArgumentException().isThrownBy(() -> owner(owner));
        assertThatIllegalArgumentException().isThrownBy(() -> owner("x".repeat(201)));
    }

    private static String owner(String instance) {
        return NameRules.owner(Identity.ofInstance(instance).withName("n"));
    }
}
