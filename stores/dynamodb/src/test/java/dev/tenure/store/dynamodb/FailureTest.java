package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.store.dynamodb.FrontDoor.Fate;
import dev.tenure.testkit.Given;
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

/** Each failure is reported as what it means, and says what to do (SC-D2, SC-D3, SC-D4, SC-D8). */
@Tag("server")
@Timeout(60)
class FailureTest {
    private static final String TABLE = TestServer.newTable();
    private static final Duration SHORT = Duration.ofMillis(700);

    private final FrontDoor door = new FrontDoor();
    private final DynamoDbClient client = door.client();
    private final LeaseStore store = DynamoDbStore.open(client, TABLE);
    private final String election = "failure-" + TestServer.newName();

    @AfterEach
    void close() {
        client.close();
        door.close();
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
    void anErrorIsReportedAsWhatItMeans(int status, String code, Kind written, Kind read, String words) {
        Lease lease = Given.elect(store, election, "alice");
        Sighting seen = Given.inspect(store, election);
        door.rule(call -> Fate.error(status, code));

        Given.assertFails(written, () -> store.renew(Given.extension(lease), Given.soon()))
                .withMessageContaining("renewing " + election)
                .withMessageContaining(words);
        Given.assertFails(written, () -> store.claim(Given.ballot(election, seen), Given.soon()))
                .withMessageContaining(words);
        Given.assertFails(written, () -> Given.release(store, lease)).withMessageContaining(words);
        Given.assertFails(read, () -> Given.inspect(store, election)).withMessageContaining(words);
    }

    @ParameterizedTest
    @CsvSource({
        "None,ThrottlingError,UNREACHABLE",
        "ProvisionedThroughputExceeded,None,UNREACHABLE",
        "TransactionConflict,None,UNREACHABLE",
        "None,ValidationError,MISCONFIGURED"
    })
    void aCancelledTransactionHadNoEffect(String first, String second, Kind kind) {
        Lease lease = Given.elect(store, election, "alice");
        door.rule("TransactWriteItems", Fate.cancelled(first, second));

        Given.assertFails(kind, () -> Given.release(store, lease));

        assertThat(Given.held(Given.inspect(store, election))).isEqualTo(lease);
    }

    @Test
    void aClaimWhoseAnswerIsLostIsOfUnknownOutcomeAndSentOnce() {
        Sighting seen = Given.inspect(store, election);
        door.takeCalls();
        door.rule("TransactWriteItems", Fate.ANSWER_LOST);
        var ballot = Given.ballot(election, seen);

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, Given.soon()));

        assertThat(door.takeActions()).containsExactly("TransactWriteItems");
        assertThat(Given.held(Given.inspect(store, election)).stamp().attempt())
                .isEqualTo(ballot.stamp().attempt());
    }

    @Test
    void aRenewalAndAReleaseWhoseAnswersAreLostAreOfUnknownOutcomeAndSentOnce() {
        Lease lease = Given.elect(store, election, "alice");
        door.takeCalls();
        door.rule(call -> Fate.ANSWER_LOST);

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(Given.extension(lease), Given.soon()));
        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> Given.release(store, lease));

        assertThat(door.takeActions()).containsExactly("UpdateItem", "TransactWriteItems");
        door.pass();
        assertThat(Given.inspect(store, election)).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void aRequestThatIsLostIsOfUnknownOutcomeToo() {
        Lease lease = Given.elect(store, election, "alice");
        door.rule(call -> Fate.REQUEST_LOST);

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(Given.extension(lease), Given.soon()));
        Given.assertFails(Kind.UNREACHABLE, () -> Given.inspect(store, election));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallIntoSilenceEndsByItsDeadline(boolean blackHole) throws Exception {
        try (TcpFaultProxy proxy = new TcpFaultProxy(address(TestServer.ENDPOINT));
                DynamoDbClient through = TestServer.client(
                        URI.create("http://127.0.0.1:" + proxy.address().getPort()))) {
            LeaseStore far = DynamoDbStore.open(through, TABLE);
            Lease lease = Given.elect(far, election, "alice");
            if (blackHole) {
                proxy.blackHole();
            } else {
                proxy.loseAnswers();
            }

            Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> far.renew(Given.extension(lease), Given.within(SHORT)));
            Given.assertFails(Kind.UNREACHABLE, () -> far.inspect(election, Given.within(SHORT)));
        }
    }

    @Test
    void whereNobodyListensNothingWasSent() throws Exception {
        try (TcpFaultProxy proxy = new TcpFaultProxy(address(TestServer.ENDPOINT));
                DynamoDbClient through = TestServer.client(
                        URI.create("http://127.0.0.1:" + proxy.address().getPort()))) {
            LeaseStore far = DynamoDbStore.open(through, TABLE);
            proxy.refuse();

            Given.assertFails(
                    Kind.UNREACHABLE, () -> far.claim(Given.ballot(election, new Sighting.Never()), Given.soon()));
        }
    }

    @Test
    void aMissingTableIsMisconfigured() {
        LeaseStore lost = DynamoDbStore.open(TestServer.CLIENT, "no-such-table");

        Given.assertFails(Kind.MISCONFIGURED, () -> Given.inspect(lost, election))
                .withMessageContaining("there is no such table in this region");
        Given.assertFails(
                        Kind.MISCONFIGURED,
                        () -> lost.claim(Given.ballot(election, new Sighting.Never()), Given.soon()))
                .withMessageContaining("there is no such table in this region");
    }

    @Test
    void aTableWithOtherKeysIsMisconfigured() {
        String table = TestServer.newTable("id", "sk");
        LeaseStore wrong = DynamoDbStore.open(TestServer.CLIENT, table);

        Given.assertFails(Kind.MISCONFIGURED, () -> Given.inspect(wrong, election))
                .withMessageContaining("partition key pk and the sort key sk");
        Given.assertFails(
                        Kind.MISCONFIGURED,
                        () -> wrong.claim(Given.ballot(election, new Sighting.Never()), Given.soon()))
                .withMessageContaining("partition key pk and the sort key sk");
    }

    private static java.net.InetSocketAddress address(URI endpoint) {
        return new java.net.InetSocketAddress(endpoint.getHost(), endpoint.getPort());
    }
}
