package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ManualTime;
import dev.tenure.testkit.StoreTestSteps;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the doctor finds. */
@Tag("server")
@Timeout(60)
class DynamoDbDiagnosisTest {
    private final FaultyDynamoDb server = new FaultyDynamoDb();
    private final DynamoDbClient client = server.client();
    private final String table = TestServer.newTable();

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private List<CheckResult> findings() {
        return DynamoDbStore.on(client, table).open().diagnose(Timing.balanced(), StoreTestSteps.soon());
    }

    private static List<CheckResult> bad(List<CheckResult> findings) {
        return findings.stream().filter(finding -> finding.level() != Level.OK).toList();
    }

    @Test
    void correctTablePassesAllChecks() {
        List<CheckResult> findings = findings();

        assertThat(bad(findings)).isEmpty();
        assertThat(findings)
                .extracting(CheckResult::subject)
                .containsExactly("table", "keys", "capacity", "time to live", "permissions", "clock");
    }

    @Test
    void nothingIsWritten() {
        findings();

        assertThat(TestServer.CLIENT.scan(scan -> scan.tableName(table)).count())
                .isZero();
    }

    @Test
    void eachMissingPermissionIsNamed() {
        server.rule(call -> call.action().equals("PutItem") || call.action().equals("DeleteItem")
                ? Fate.error(400, "AccessDeniedException")
                : Fate.PASS);

        assertThat(bad(findings())).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.FAIL);
            assertThat(finding.text()).startsWith("PutItem, DeleteItem on " + table);
            assertThat(finding.remedy()).contains("dynamodb:PutItem, dynamodb:DeleteItem");
        });
    }

    @Test
    void missingQueryPermissionIsAWarning() {
        server.rule("Query", Fate.error(400, "AccessDeniedException"));

        assertThat(bad(findings())).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.WARN);
            assertThat(finding.remedy()).contains("dynamodb:Query").contains("leases-only=true");
        });
    }

    /** The policy of the page does not allow it to elections. */
    @Test
    void missingDescribePermissionIsAWarning() {
        server.rule(
                call -> call.action().startsWith("Describe") ? Fate.error(400, "AccessDeniedException") : Fate.PASS);

        assertThat(bad(findings()))
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.level()).isEqualTo(Level.WARN));
    }

    @Test
    void aMissingTableIsFound() {
        List<CheckResult> findings = DynamoDbStore.on(client, TestServer.newName())
                .open()
                .diagnose(Timing.balanced(), StoreTestSteps.soon());

        assertThat(bad(findings)).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.FAIL);
            assertThat(finding.text()).contains("there is no such table");
        });
    }

    @Test
    void aTableWithoutCleaningIsWarnedOf() {
        String unclean = TestServer.newTable("pk", "sk");

        List<CheckResult> findings =
                DynamoDbStore.on(client, unclean).open().diagnose(Timing.balanced(), StoreTestSteps.soon());

        assertThat(bad(findings)).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.WARN);
            assertThat(finding.remedy()).contains("update-time-to-live");
        });
    }

    @Test
    void aTableWithOtherKeysIsFound() {
        String wrong = TestServer.newTable("id", "sk");

        List<CheckResult> findings =
                DynamoDbStore.on(client, wrong).open().diagnose(Timing.balanced(), StoreTestSteps.soon());

        assertThat(bad(findings))
                .anySatisfy(finding -> assertThat(finding.text()).isEqualTo("the keys are [id, sk], not pk and sk"));
    }

    @Test
    void aClockThatIsWrongIsWarnedOf() {
        ManualTime clocks = new ManualTime();
        clocks.stepWall(Duration.ofMillis(StoreTestSteps.wall().toEpochMilli() - clocks.wallMillis())
                .plusHours(1));

        List<CheckResult> findings =
                DynamoDbStore.on(client, table).time(clocks).open().diagnose(Timing.balanced(), StoreTestSteps.soon());

        assertThat(bad(findings)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("clock");
            assertThat(finding.text()).startsWith("is ahead of DynamoDB's by at least 35");
        });
    }

    /** An unreachable service says nothing about tables or dates. */
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:1,127.0.0.1:1 could not be reached: connection refused",
        "http://nowhere.invalid,nowhere.invalid:80 could not be reached: there is no such host"
    })
    void unreachableEndpointIsTheOnlyCheckResult(URI endpoint, String words) {
        try (DynamoDbClient nowhere = TestServer.client(endpoint)) {
            LeaseStore store = DynamoDbStore.on(nowhere, table).open();

            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.subject()).isEqualTo("endpoint");
                        assertThat(finding.level()).isEqualTo(Level.FAIL);
                        assertThat(finding.text()).isEqualTo(words);
                    });
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> StoreTestSteps.inspect(store, "a"))
                    .withMessage("reading a in " + table + " failed: " + words);
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE,
                            () -> store.claim(StoreTestSteps.ballot("a", new Sighting.Never()), StoreTestSteps.soon()))
                    .withMessage("claiming a in " + table + " failed: " + words);
        }
    }
}
