package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Errors have the right kind and name a remedy (SC-D2, SC-D3, SC-D4, SC-D8). */
@Tag("server")
@Timeout(60)
class DynamoDbErrorsTest {
    private static final String TABLE = TestServer.newTable();
    private static final Duration SHORT = Duration.ofMillis(700);

    private final FaultyDynamoDb server = new FaultyDynamoDb();
    private final DynamoDbClient client = server.client();
    private final LeaseStore store = DynamoDbStore.on(client, TABLE).open();
    private final String election = "failure-" + TestServer.newName();

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 | ProvisionedThroughputExceededException | UNREACHABLE     | UNREACHABLE   | on-demand
            400 | ThrottlingException                    | UNREACHABLE     | UNREACHABLE   | throttles
            400 | RequestLimitExceeded                   | UNREACHABLE     | UNREACHABLE   | throttles
            400 | TransactionConflictException           | UNREACHABLE     | UNREACHABLE   | another transaction
            400 | IdempotentParameterMismatchException   | UNREACHABLE     | UNREACHABLE   | IdempotentParameterMismatch
            400 | TransactionInProgressException         | OUTCOME_UNKNOWN | UNREACHABLE   | TransactionInProgress
            400 | AccessDeniedException                  | MISCONFIGURED   | MISCONFIGURED | allow dynamodb:GetItem
            400 | ResourceNotFoundException              | MISCONFIGURED   | MISCONFIGURED | no such table
            400 | ValidationException                    | MISCONFIGURED   | MISCONFIGURED | the partition key pk
            400 | UnrecognizedClientException            | MISCONFIGURED   | MISCONFIGURED | correct the credentials
            400 | ExpiredTokenException                  | MISCONFIGURED   | MISCONFIGURED | have expired
            400 | InvalidSignatureException              | MISCONFIGURED   | MISCONFIGURED | clock of this machine
            403 | SomethingForbidden                     | MISCONFIGURED   | MISCONFIGURED | allow dynamodb:GetItem
            400 | SomethingNew                           | UNREACHABLE     | UNREACHABLE   | SomethingNew
            500 | InternalServerError                    | OUTCOME_UNKNOWN | UNREACHABLE   | 500
            503 | ServiceUnavailable                     | OUTCOME_UNKNOWN | UNREACHABLE   | 503
            408 | RequestTimeout                         | OUTCOME_UNKNOWN | UNREACHABLE   | RequestTimeout
            """)
    void errorHasTheRightKind(int status, String code, Kind written, Kind read, String words) {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        Sighting seen = StoreTestSteps.inspect(store, election);
        server.rule(call -> Fate.error(status, code));

        StoreTestSteps.assertFails(written, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .withMessageContaining("renewing " + election)
                .withMessageContaining(words);
        StoreTestSteps.assertFails(
                        written, () -> store.claim(StoreTestSteps.ballot(election, seen), StoreTestSteps.soon()))
                .withMessageContaining(words);
        StoreTestSteps.assertFails(written, () -> StoreTestSteps.release(store, lease))
                .withMessageContaining(words);
        StoreTestSteps.assertFails(read, () -> StoreTestSteps.inspect(store, election))
                .withMessageContaining(words);
    }

    @ParameterizedTest
    @CsvSource({
        "None,ThrottlingError,UNREACHABLE",
        "ProvisionedThroughputExceeded,None,UNREACHABLE",
        "TransactionConflict,None,UNREACHABLE",
        "None,ValidationError,MISCONFIGURED"
    })
    void aCancelledTransactionHadNoEffect(String first, String second, Kind kind) {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        server.rule("TransactWriteItems", FaultyDynamoDb.cancelled(first, second));

        StoreTestSteps.assertFails(kind, () -> StoreTestSteps.release(store, lease));

        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election))).isEqualTo(lease);
    }

    @Test
    void claimWhoseAnswerIsLostIsUnknownAndSentOnce() {
        Sighting seen = StoreTestSteps.inspect(store, election);
        server.takeCalls();
        server.rule("TransactWriteItems", Fate.ANSWER_LOST);
        var ballot = StoreTestSteps.ballot(election, seen);

        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, StoreTestSteps.soon()));

        assertThat(server.takeActions()).containsExactly("TransactWriteItems");
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election))
                        .stamp()
                        .attempt())
                .isEqualTo(ballot.stamp().attempt());
    }

    @Test
    void renewalAndReleaseWhoseAnswersAreLostAreSentOnce() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        server.takeCalls();
        server.rule(call -> Fate.ANSWER_LOST);

        StoreTestSteps.assertFails(
                Kind.OUTCOME_UNKNOWN, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> StoreTestSteps.release(store, lease));

        assertThat(server.takeActions()).containsExactly("UpdateItem", "TransactWriteItems");
        server.pass();
        assertThat(StoreTestSteps.inspect(store, election)).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void lostRequestHasAnUnknownOutcome() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        server.rule(call -> Fate.REQUEST_LOST);

        StoreTestSteps.assertFails(
                Kind.OUTCOME_UNKNOWN, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> StoreTestSteps.inspect(store, election));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallIntoSilenceEndsByItsDeadline(boolean blackHole) throws Exception {
        try (TcpFaultProxy proxy = new TcpFaultProxy(address(TestServer.ENDPOINT));
                DynamoDbClient through = TestServer.client(
                        URI.create("http://127.0.0.1:" + proxy.address().getPort()))) {
            LeaseStore far = DynamoDbStore.on(through, TABLE).open();
            Lease lease = StoreTestSteps.elect(far, election, "alice");
            if (blackHole) {
                proxy.blackHole();
            } else {
                proxy.loseAnswers();
            }

            StoreTestSteps.assertFails(
                    Kind.OUTCOME_UNKNOWN,
                    () -> far.renew(StoreTestSteps.extension(lease), StoreTestSteps.within(SHORT)));
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> far.inspect(election, StoreTestSteps.within(SHORT)));
        }
    }

    @Test
    void refusedConnectionHasNoEffect() throws Exception {
        try (TcpFaultProxy proxy = new TcpFaultProxy(address(TestServer.ENDPOINT));
                DynamoDbClient through = TestServer.client(
                        URI.create("http://127.0.0.1:" + proxy.address().getPort()))) {
            LeaseStore far = DynamoDbStore.on(through, TABLE).open();
            proxy.refuse();

            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE,
                    () -> far.claim(StoreTestSteps.ballot(election, new Sighting.Never()), StoreTestSteps.soon()));
        }
    }

    @Test
    void aMissingTableIsMisconfigured() {
        LeaseStore lost = DynamoDbStore.on(TestServer.CLIENT, "no-such-table").open();

        StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> StoreTestSteps.inspect(lost, election))
                .withMessageContaining("there is no such table in this region");
        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED,
                        () -> lost.claim(StoreTestSteps.ballot(election, new Sighting.Never()), StoreTestSteps.soon()))
                .withMessageContaining("there is no such table in this region");
    }

    @Test
    void aTableWithOtherKeysIsMisconfigured() {
        String table = TestServer.newTable("id", "sk");
        LeaseStore wrong = DynamoDbStore.on(TestServer.CLIENT, table).open();

        StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> StoreTestSteps.inspect(wrong, election))
                .withMessageContaining("partition key pk and the sort key sk");
        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED,
                        () -> wrong.claim(StoreTestSteps.ballot(election, new Sighting.Never()), StoreTestSteps.soon()))
                .withMessageContaining("partition key pk and the sort key sk");
    }

    private static java.net.InetSocketAddress address(URI endpoint) {
        return new java.net.InetSocketAddress(endpoint.getHost(), endpoint.getPort());
    }
}
