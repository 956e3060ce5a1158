package dev.tenure.store.dynamodb;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.aws.contract.MixedFleetContract;
import dev.tenure.aws.contract.ShardcoordinatorNode;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import org.junit.jupiter.api.Tag;

@Tag("server")
class MixedFleetTest extends MixedFleetContract {
    private static final String TABLE = TestServer.newTable();

    private final String election = "mixed-" + TestServer.newName();

    @Override
    protected LeaseStore openShared(Shardcoordinator fleet, TimeSource time) {
        return DynamoDbStore.on(TestServer.CLIENT, TABLE)
                .sharedWith(fleet)
                .time(time)
                .open();
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
    protected long statedEnd() {
        return TestServer.number(TABLE, election, "LOCK", "ttl");
    }
}
