package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.tenure.StoreException.Kind;
import dev.tenure.Stores;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("sets system properties")
@Tag("server")
@Timeout(60)
class DynamoDbStoreProviderTest {
    private static final String WHERE = "?region=eu-central-1&endpoint=" + TestServer.ENDPOINT;

    @Test
    void aStoreIsOpenedByItsUri() {
        System.setProperty("aws.accessKeyId", "key");
        System.setProperty("aws.secretAccessKey", "secret");
        try (LeaseStore store = Stores.open("dynamodb://" + TestServer.newTable() + WHERE)) {
            assertThat(store.name()).isEqualTo("dynamodb");
            assertThat(store.takeoverDelay()).isEqualTo(TakeoverDelay.NONE);
            assertThat(StoreTestSteps.inspect(store, "a")).isEqualTo(new Sighting.Never());
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }

    @Test
    void itMayBeShared() {
        String shared = "&shared=shardcoordinator&shared-lease=1m&shared-renew=20s&shared-skew=500ms";
        try (LeaseStore store = Stores.open("dynamodb://table" + WHERE + shared)) {
            assertThat(store.takeoverDelay().afterExpiry()).isEqualTo(Duration.ofMillis(20_500));
        }
        try (LeaseStore store = Stores.open("dynamodb://table" + WHERE + "&shared=shardcoordinator")) {
            assertThat(store.takeoverDelay().afterExpiry()).isEqualTo(Duration.ofSeconds(7));
        }
    }

    @Test
    void onlyLeasesAreKeptIfTheUriSaysSo() {
        try (LeaseStore store = Stores.open("dynamodb://table" + WHERE)) {
            assertThat(store.capabilities())
                    .containsExactlyInAnyOrder(
                            Capability.ROSTER, Capability.REQUESTS, Capability.HISTORY, Capability.BATON);
        }
        try (LeaseStore store = Stores.open("dynamodb://table" + WHERE + "&leases-only=true")) {
            assertThat(store.capabilities()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dynamodb:table                                         | dynamodb://TABLE
            dynamodb://                                            | dynamodb://TABLE
            dynamodb://a%20b?region=eu-central-1                   | 3 to 255
            dynamodb://t?region=eu-central-1                       | 3 to 255
            dynamodb://table?regoin=eu                             | it knows create, endpoint, leases-only, region, shared, shared-lease
            dynamodb://table?region=eu&endpoint=localhost          | https://HOST
            dynamodb://table?region=eu&create=yes                  | true or false
            dynamodb://table?region=eu&shared=s3lect               | is shardcoordinator, not 's3lect'
            dynamodb://table?region=eu&shared-lease=15s            | means nothing without shared=shardcoordinator
            dynamodb://table?region=eu&shared=shardcoordinator&shared-lease=15 | a time like 500ms, 15s or 2m
            dynamodb://table?region=eu&shared=shardcoordinator&shared-renew=15s | shorter than its lease
            """)
    void aWrongUriIsRefusedWithTheRemedy(String uri, String words) {
        assertThatIllegalArgumentException().isThrownBy(() -> Stores.open(uri)).withMessageContaining(words);
    }

    /** SC-D1, SC-D5. */
    @ParameterizedTest
    @ValueSource(strings = {"abc", "Coordination_Table-1.x", "arn:aws:dynamodb:eu-central-1:123456789012:table/locks"})
    void namesOfTablesAreAccepted(String table) {
        assertThat(DynamoDbStore.on(TestServer.CLIENT, table)).isNotNull();
    }

    /** SC-D1. */
    @Test
    @SuppressWarnings("NullAway") // what a caller without such checks may do
    void aStoreNeedsAClientAndATable() {
        assertThatNullPointerException()
                .isThrownBy(() -> DynamoDbStore.on(null, "table").open())
                .withMessage("client");
        assertThatNullPointerException()
                .isThrownBy(() -> DynamoDbStore.on(TestServer.CLIENT, null).open());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DynamoDbStore.on(TestServer.CLIENT, "").open());
    }

    @Test
    void missingTableIsCreatedOnRequest() {
        String table = TestServer.newName();

        try (LeaseStore store =
                DynamoDbStore.on(TestServer.CLIENT, table).createIfMissing(true).open()) {
            assertThat(StoreTestSteps.inspect(store, "a")).isEqualTo(new Sighting.Never());
        }
        assertThat(TestServer.CLIENT
                        .describeTimeToLive(describe -> describe.tableName(table))
                        .timeToLiveDescription()
                        .attributeName())
                .isEqualTo("ttl");
        DynamoDbStore.on(TestServer.CLIENT, table).createIfMissing(true).open().close();
    }

    @Test
    void missingCreatePermissionIsReported() {
        try (FaultyDynamoDb server = new FaultyDynamoDb();
                var client = server.client()) {
            server.rule("CreateTable", Fate.error(400, "AccessDeniedException"));

            StoreTestSteps.assertFails(
                            Kind.MISCONFIGURED,
                            () -> DynamoDbStore.on(client, TestServer.newName())
                                    .createIfMissing(true)
                                    .open())
                    .withMessageContaining("creating the table");
        }
    }
}
