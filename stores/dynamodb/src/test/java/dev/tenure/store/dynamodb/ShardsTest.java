package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Shards;
import dev.tenure.Timing;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Twelve shards of three processes, as users of shardcoordinator want them, without a peer channel. */
@Tag("server")
@Timeout(240)
class ShardsTest {
    private static final int SHARDS = 12;

    /** Nobody loses a lease on a machine that is merely busy, so that every move is one of the balance. */
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(15), Duration.ofMillis(500));

    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final String table = TestServer.newTable();
    private final LeaseStore onlooker =
            DynamoDbStore.on(TestServer.CLIENT, table).open();
    private final FaultyDynamoDb line = new FaultyDynamoDb();
    private final DynamoDbClient cut = line.client();
    private final List<Candidate> candidates = new ArrayList<>();

    @AfterEach
    void close() {
        candidates.forEach(Candidate::close);
        cut.close();
        line.close();
    }

    private Shards stand(String name, DynamoDbClient client) {
        Candidate candidate = Candidate.on(DynamoDbStore.on(client, table).open())
                .closingStore()
                .named(name)
                .timing(TIMING)
                .start();
        candidates.add(candidate);
        return candidate.standForShards("orders", SHARDS);
    }

    private static void awaitEach(int number, Shards... all) {
        StoreTestSteps.await(
                number + " each",
                LIMIT,
                () -> List.of(all).stream().allMatch(shards -> shards.led().size() == number));
    }

    /** Returns the lease of each shard, as the table shows it. */
    private Map<Integer, Lease> leases() {
        Map<Integer, Lease> leases = new TreeMap<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            Sighting found = onlooker.inspect("orders/" + shard, StoreTestSteps.soon());
            leases.put(shard, StoreTestSteps.held(found));
        }
        return leases;
    }

    private static long moved(Map<Integer, Lease> before, Map<Integer, Lease> after) {
        return before.entrySet().stream()
                .filter(shard ->
                        after.getOrDefault(shard.getKey(), shard.getValue()).token()
                                != shard.getValue().token())
                .count();
    }

    @Test
    void threeProcessesShareTwelveShardsThroughAKillAndAReturn() {
        Shards first = stand("first", TestServer.CLIENT);
        Shards second = stand("second", TestServer.CLIENT);
        Shards third = stand("third", cut);
        awaitEach(4, first, second, third);
        Map<Integer, Lease> shared = leases();

        line.rule(call -> Fate.REQUEST_LOST); // as good as killed: it releases nothing
        awaitEach(6, first, second);

        Map<Integer, Lease> two = leases();
        assertThat(moved(shared, two)).as("only what the killed one led").isEqualTo(4);
        two.forEach((shard, lease) -> assertThat(lease.token())
                .isGreaterThanOrEqualTo(shared.getOrDefault(shard, lease).token()));

        Shards again = stand("again", TestServer.CLIENT);
        awaitEach(4, first, second, again);

        Map<Integer, Lease> three = leases();
        // Four must move; one that its successor was too slow for moves twice.
        assertThat(moved(two, three)).isBetween(4L, 6L);
        three.forEach((shard, lease) -> assertThat(lease.token())
                .isGreaterThanOrEqualTo(two.getOrDefault(shard, lease).token()));
    }
}
