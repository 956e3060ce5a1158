package dev.tenure.store.dynamodb;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Tag("server")
class DynamoDbStoreContractTest extends LeaseStoreContract {
    private static final String TABLE = TestServer.newTable();

    @Override
    protected LeaseStore open() {
        return DynamoDbStore.on(TestServer.CLIENT, TABLE).open();
    }

    @Override
    protected void corrupt(String election) {
        TestServer.edit(TABLE, election, "LOCK", "token", AttributeValue.fromS("many"));
    }

    @Override
    protected void forget(String election) {
        TestServer.delete(TABLE, election, "LOCK");
        TestServer.delete(TABLE, election, "TOKEN");
    }

    @Override
    protected List<String> legalNames() {
        List<String> names = new ArrayList<>(super.legalNames());
        names.addAll(List.of("a:b", "#pk", "SHARD#a", "it's", "a\"quote", "with\0nul", ";token=N:1", "x".repeat(970)));
        return names;
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "half \uD800", "x".repeat(1_001), "選".repeat(334));
    }

    /** The contract adds to the names above, and so cannot try the longest. */
    @Test
    void longestNameIsLegal() {
        open().checkName("x".repeat(1_000));
    }

    @Override
    protected int raceRounds() {
        return 20;
    }
}
