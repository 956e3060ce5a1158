package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.aws.contract.ElectionFaultContract;
import dev.tenure.aws.contract.FaultyHttpServer.Call;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.StoreTestSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@Order(1) // takes longest, so that it starts first
@Tag("server")
class ElectionFaultTest extends ElectionFaultContract {
    private static final String TABLE = TestServer.newTable();
    private static final String TRANSACTION = "TransactWriteItems";
    private static final long SLOW_NANOS = 20_000_000;

    private final FaultyDynamoDb server = new FaultyDynamoDb();
    private final List<DynamoDbClient> clients = new ArrayList<>();
    private final LeaseStore looking =
            DynamoDbStore.on(TestServer.CLIENT, TABLE).open();

    ElectionFaultTest() {
        super("faults-" + TestServer.newName());
    }

    @Override
    protected LeaseStore open(TimeSource time) {
        return DynamoDbStore.on(TestServer.CLIENT, TABLE).time(time).open();
    }

    @Override
    protected LeaseStore openThroughFaults() {
        DynamoDbClient client = server.client();
        clients.add(client);
        return DynamoDbStore.on(client, TABLE).open();
    }

    @Override
    protected FaultyDynamoDb faults() {
        return server;
    }

    @Override
    protected boolean isClaimOrRelease(Call call) {
        return call.action().equals(TRANSACTION);
    }

    @Override
    protected boolean isRenewal(Call call) {
        return call.action().equals("UpdateItem");
    }

    @Override
    protected Fate busy(int request) {
        return Fate.error(400, "ThrottlingException");
    }

    @Override
    protected long statedEnd() {
        return TestServer.number(TABLE, election, "LOCK", "ttl");
    }

    @Override
    protected void closeServers() {
        clients.forEach(client -> client.close());
        server.close();
    }

    @Test
    void claimWhoseAnswerIsLostIsNotRepeated() throws InterruptedException {
        AtomicInteger claims = new AtomicInteger();
        server.rule(call -> isClaimOrRelease(call) && claims.getAndIncrement() == 0 ? Fate.ANSWER_LOST : Fate.PASS);

        lead(standThroughFaults("alice"));

        assertThat(claims).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({"400,ProvisionedThroughputExceededException", "400,AccessDeniedException", "500,InternalServerError"})
    void leaderThatCannotRenewStepsDownAndAnotherLeads(int status, String code) throws InterruptedException {
        assertThatAnotherLeadsAfter(Fate.error(status, code));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ThrottlingException", "ResourceNotFoundException", "AccessDeniedException"})
    void loneCandidateLeadsAgainWhenTheErrorEnds(String code) throws InterruptedException {
        assertThatLoneCandidateLeadsAgainAfter(Fate.error(400, code));
    }

    /** By the table's own cleaning, or by hand; the token's item too, or not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leaderWhoseLockIsDeletedStepsDownAndOneLeadsAgain(boolean withToken) throws InterruptedException {
        Term term = lead(stand("alice"));
        follow(stand("bob"));

        TestServer.delete(TABLE, election, "LOCK");
        if (withToken) {
            TestServer.delete(TABLE, election, "TOKEN");
        }

        assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
        assertThat(term.isCurrent()).isFalse();
    }

    @Test
    void deletedTableEndsTheTermAndIsUsedAgainWhenItIsBack() throws InterruptedException {
        String deleted = TestServer.newTable();
        Term term = lead(rivals.stand(
                "alice", DynamoDbStore.on(TestServer.CLIENT, deleted).open()));
        follow(rivals.stand("bob", DynamoDbStore.on(TestServer.CLIENT, deleted).open()));

        TestServer.CLIENT.deleteTable(delete -> delete.tableName(deleted));
        StoreTestSteps.await("stepped down", () -> !term.isCurrent());
        DynamoDbStore.on(TestServer.CLIENT, deleted)
                .createIfMissing(true)
                .open()
                .close();

        assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
    }

    @ParameterizedTest
    @CsvSource({"token,5", "token,", "renewal,0", "ttl,4102444800", "ownerId,"})
    void recordEditedByHandMakesNoSecondLeader(String attribute, Long number) throws InterruptedException {
        Term term = lead(stand("alice"));
        follow(stand("bob"));

        long before = lease().stamp().renewal();
        TestServer.edit(
                TABLE,
                election,
                "LOCK",
                attribute,
                number == null ? AttributeValue.fromS("edited") : AttributeValue.fromN(number.toString()));

        StoreTestSteps.await(
                "renewed further, or a new term",
                () -> StoreTestSteps.inspect(looking, election) instanceof Sighting.Held held
                        && held.lease().ttl().equals(TIMING.ttl())
                        && (held.lease().token() > term.token()
                                || (held.lease().token() == term.token()
                                        && held.lease().stamp().renewal() > before + 3)));
        rivals.awaitTermAbove(term.token() - 1);
    }

    /** SC-14, SC-D-g. */
    @Test
    void twoProcessesOfTheSameNameAreTwoCandidates() throws InterruptedException {
        Term term = lead(stand("twin"));
        Election other = follow(stand("twin"));
        awaitRenewals(term, 3);
        assertThat(other.isLeader()).isFalse();

        TestServer.delete(TABLE, election, "LOCK");

        rivals.awaitTermAbove(term.token());
    }

    /** SC-20: slow, and a third of the calls fail. */
    @Test
    void oneLeadsOnATableThatOftenFails() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        server.rule(call -> {
            LockSupport.parkNanos(SLOW_NANOS);
            return switch (calls.getAndIncrement() % 6) {
                case 1 -> Fate.error(500, "InternalServerError");
                case 3 -> Fate.ANSWER_LOST;
                default -> Fate.PASS;
            };
        });
        Election alices = standThroughFaults("alice");
        standThroughFaults("bob");
        Term term = rivals.awaitTermAbove(0);
        StoreTestSteps.await("led for a while", () -> calls.get() > 60);

        assertThat(alices.status()).isNotNull();
        assertThat(lease().token()).isGreaterThanOrEqualTo(term.token());
    }
}
