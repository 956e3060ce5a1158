package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.Answer;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Beside nodes of shardcoordinator, on the same lock. */
@Tag("server")
@Timeout(60)
class ShardcoordinatorTest {
    private static final String TABLE = TestServer.newTable();
    private static final long LEASE = 15;

    private final LeaseStore store = DynamoDbStore.on(TestServer.CLIENT, TABLE)
            .sharedWith(Shardcoordinator.balanced())
            .open();
    private final String election = "shared-" + TestServer.newName();
    private final GoNode node = new GoNode(TABLE, election, "worker-1-4711-b5cb9e5e");
    private final long now = StoreTestSteps.wall().getEpochSecond();

    private long end() {
        return TestServer.number(TABLE, election, "LOCK", "ttl");
    }

    @Test
    void itsLockIsALeaseOfItsOwner() {
        assertThat(node.acquire(now, LEASE)).isTrue();

        Lease lease = StoreTestSteps.held(StoreTestSteps.inspect(store, election));

        assertThat(lease.holder().name()).isEqualTo(node.owner());
        assertThat(lease.stamp().renewal()).isEqualTo(now + LEASE);
        assertThat(lease.ttl()).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(17));
    }

    @Test
    void everyRenewalOfItsIsSeen() {
        node.acquire(now, LEASE);
        Sighting first = StoreTestSteps.inspect(store, election);
        assertThat(node.renew(now + 1, LEASE)).isTrue();

        Sighting second = StoreTestSteps.inspect(store, election);

        assertThat(second.version()).isNotEqualTo(first.version());
        assertThat(StoreTestSteps.held(second).stamp().renewal())
                .isGreaterThan(StoreTestSteps.held(first).stamp().renewal());
        assertThat(store.claim(StoreTestSteps.ballot(election, first), StoreTestSteps.soon()))
                .isInstanceOf(Answer.Refused.class);
        assertThat(node.renew(now + 2, LEASE)).isTrue();
    }

    @Test
    void itFindsOurLockHeldForAsLongAsWeTrustIt() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");

        assertThat(node.acquire(now, LEASE)).isFalse();
        assertThat(node.acquire(now + lease.ttl().toSeconds(), LEASE)).isFalse();
        assertThat(node.renew(now, LEASE)).isFalse();
        assertThat(node.release()).isFalse();
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election))).isEqualTo(lease);
    }

    @Test
    void itTakesOurLockOverWhenThatHasRunOutAndOurTermIsLost() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");

        assertThat(node.acquire(end(), LEASE)).as("in the last second").isFalse();
        assertThat(node.acquire(end() + 1, LEASE)).isTrue();

        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOfSatisfying(Renewal.Refused.class, refused -> {
                    Lease found = StoreTestSteps.held(refused.found());
                    assertThat(found.holder().instance()).isEqualTo(node.owner());
                    assertThat(found.isSameTerm(lease)).isFalse();
                });
        StoreTestSteps.release(store, lease);
        assertThat(TestServer.item(TABLE, election, "LOCK"))
                .as("a late release leaves its lock")
                .containsEntry("ownerId", AttributeValue.fromS(node.owner()));
    }

    @Test
    void itTakesAReleasedElectionAtOnceAndLosesNoToken() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        StoreTestSteps.release(store, lease);

        assertThat(node.acquire(now, LEASE)).isTrue();
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election)).token())
                .isEqualTo(lease.token());
        assertThat(node.release()).isTrue();

        Sighting after = StoreTestSteps.inspect(store, election);
        assertThat(after).isInstanceOf(Sighting.Released.class);
        assertThat(after.lastToken()).isEqualTo(lease.token());
        assertThat(StoreTestSteps.elect(store, election, "bob").token()).isGreaterThan(lease.token());
    }

    @Test
    void aLockOfItsThatWasWaitedOutIsTakenOverAndItsOwnerHasLost() {
        node.acquire(now, LEASE);

        Lease lease = StoreTestSteps.elect(store, election, "alice");

        assertThat(node.renew(now, LEASE)).isFalse();
        assertThat(node.release()).isFalse();
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election))).isEqualTo(lease);
    }

    @Test
    void itsLockIsNotTakenOverUnseenOrJudgedByTheStore() {
        node.acquire(now, LEASE);
        Sighting seen = StoreTestSteps.inspect(store, election);
        var ballot = StoreTestSteps.ballot(election, seen);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.claim(
                        new dev.tenure.spi.Ballot(
                                election,
                                ballot.candidate(),
                                ballot.ttl(),
                                ballot.stamp(),
                                ClaimCondition.byStoreClock(seen, 0)),
                        StoreTestSteps.soon()))
                .withMessageContaining("dynamodb");
    }

    /** R16: no date blocks an election for good, and none is waited for for less than a lease. */
    @Test
    void aLockThatIsDatedWronglyIsWaitedOutWithinBounds() {
        node.acquire(now + 100_000, LEASE);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election)).ttl())
                .isEqualTo(Duration.ofSeconds(150));
        node.release();

        node.acquire(now - 100_000, LEASE);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election)).ttl())
                .isEqualTo(Duration.ofSeconds(15));
        node.release();

        new GoNode(TABLE, election, "slow").acquire(now, 60);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election)).ttl())
                .as("a lease that is longer than we were told")
                .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(62));
    }

    @Test
    void aLockOfItsWithoutAnEndIsReportedAndReplaced() {
        TestServer.CLIENT.putItem(put -> put.tableName(TABLE)
                .item(Map.of(
                        "pk", AttributeValue.fromS("SHARD#" + election),
                        "sk", AttributeValue.fromS("LOCK"),
                        "ownerId", AttributeValue.fromS("worker-1"))));

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election))
                        .problem())
                .isEqualTo("LOCK item: ttl is missing");
        assertThat(node.acquire(now, LEASE)).as("wedged for itself").isFalse();
        StoreTestSteps.elect(store, election, "alice");
    }

    @Test
    void whoDoesNotShareIsToldOfItsLocks() {
        node.acquire(now, LEASE);
        LeaseStore alone = DynamoDbStore.on(TestServer.CLIENT, TABLE).open();

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(alone, election))
                        .problem())
                .contains(node.owner())
                .contains("shared=shardcoordinator");
        assertThat(alone.takeoverDelay()).isEqualTo(TakeoverDelay.NONE);
    }

    @Test
    void aLeaseIsHeldForAGraceBeforeItsHolderLeads() {
        assertThat(store.takeoverDelay()).isEqualTo(new TakeoverDelay(Duration.ofSeconds(7), Duration.ofSeconds(1)));
    }

    /** SC-1, SC-8, SC-9. */
    @Test
    void settingsThatItWouldRefuseAreRefused() {
        Duration five = Duration.ofSeconds(5);
        Shardcoordinator.of(Duration.ofMinutes(5), Duration.ofMinutes(1));
        Shardcoordinator.of(five, five.minusNanos(1));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(five, five));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(five, Duration.ofSeconds(6)));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(five, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(Duration.ZERO, Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Shardcoordinator(five, Duration.ofSeconds(1), five.negated()));
    }

    /** SC-6: what it takes for an owner. */
    @Test
    void anOwnerIsOneThatItWouldTake() {
        assertThat(NameRules.owner(new dev.tenure.Identity("node_7-it's", "n", null)))
                .isEqualTo("node_7-it's");
        assertThat(NameRules.owner(new dev.tenure.Identity("x".repeat(200), "n", null)))
                .hasSize(200);
        for (String bad : new String[] {"a b", "a\tb", "a\nb", "a\rb", "a\"b", "x".repeat(201)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> NameRules.owner(new dev.tenure.Identity(bad, "n", null)));
        }
    }
}
