package dev.tenure.store.dynamodb;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import java.util.List;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A store that is shared with shardcoordinator does all that one does that is not, under names that both can use. */
@Tag("server")
class SharedStoreContractTest extends LeaseStoreContract {
    private static final String TABLE = TestServer.newTable();

    @Override
    protected LeaseStore open() {
        return DynamoDbStore.on(TestServer.CLIENT, TABLE)
                .sharedWith(Shardcoordinator.balanced())
                .open();
    }

    @Override
    protected void corrupt(String election) {
        TestServer.edit(TABLE, election, "LOCK", "token", AttributeValue.fromL(List.of()));
    }

    @Override
    protected void forget(String election) {
        TestServer.delete(TABLE, election, "LOCK");
        TestServer.delete(TABLE, election, "TOKEN");
    }

    @Override
    protected List<String> legalNames() {
        return List.of("a", "payroll", "Payroll", "a:b", "a/b", "a.b", "a_b", "it's", "選挙-ü", "x".repeat(199));
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "a b", "a\tb", "a\nb", "a\rb", "a\"b");
    }

    @Override
    protected int raceRounds() {
        return 5;
    }
}
