package dev.tenure.store.dynamodb;

import dev.tenure.StoreException;
import dev.tenure.aws.ConnectFailedException;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.MultiRegionConsistency;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Checks the table for problems that elections would have there.
 *
 * <p>Permissions are checked by writes on a condition that is never true, on the item of an election with an empty
 * name. So nothing is ever written.
 */
final class DynamoDbDiagnosis {
    private static final String TABLE = "table";
    private static final String KEYS = "keys";
    private static final String CLEANING = "time to live";
    private static final String REGIONS = "regions";
    private static final String CAPACITY = "capacity";
    private static final String CLOCK = "clock";
    private static final String CREATE =
            "create it as docs/stores/dynamodb.md shows, or open the store once with create=true";
    private static final String OTHER_TABLE = "create another as docs/stores/dynamodb.md shows, and name that";

    private static final String MEND = "mend that first, then ask again: the rest could not be looked at";

    /** DynamoDB refuses signatures that are five minutes off. */
    private static final Duration CLOCK_LIMIT = Duration.ofSeconds(60);

    private static final long LEAST_UNITS = 5;

    private final Table table;
    private final boolean leasesOnly;

    DynamoDbDiagnosis(Table table, boolean leasesOnly) {
        this.table = table;
        this.leasesOnly = leasesOnly;
    }

    List<CheckResult> run(Deadline deadline) {
        List<CheckResult> findings = new ArrayList<>();
        try {
            TableDescription described = described(deadline);
            if (described == null) {
                findings.add(CheckResult.warn(
                        TABLE,
                        "keys and settings of " + table.name() + " could not be looked at",
                        "allow dynamodb:DescribeTable to whoever runs the doctor; elections do not need it"));
            } else {
                describe(described, findings);
            }
            findings.add(cleaning(deadline));
            PermissionCheck permissions = new PermissionCheck(table);
            permissions.tryOut(deadline, findings);
            if (!leasesOnly) {
                permissions.tryListing(deadline, findings);
            }
        } catch (StoreException e) {
            Optional<List<CheckResult>> unreached = ConnectFailedException.finding(e);
            if (unreached.isPresent()) {
                return unreached.get(); // nothing else can be checked
            }
            boolean missing = e.getCause() instanceof ResourceNotFoundException;
            findings.add(CheckResult.fail(TABLE, String.valueOf(e.getMessage()), missing ? CREATE : MEND));
        }
        clock(findings);
        return findings;
    }

    private @Nullable TableDescription described(Deadline deadline) {
        return unlessDenied(
                "looking at " + table.name(),
                () -> table.timed(
                                deadline,
                                over -> table.client()
                                        .describeTable(describe ->
                                                describe.tableName(table.name()).overrideConfiguration(over)))
                        .table());
    }

    private void describe(TableDescription described, List<CheckResult> findings) {
        findings.add(CheckResult.ok(TABLE, table.name() + " is " + described.tableStatusAsString()));
        List<String> keys = described.keySchema().stream()
                .map(KeySchemaElement::attributeName)
                .toList();
        findings.add(
                keys.equals(List.of(Attributes.PARTITION_KEY, Attributes.SORT_KEY))
                        ? CheckResult.ok(KEYS, "partition key pk, sort key sk")
                        : CheckResult.fail(KEYS, "the keys are " + keys + ", not pk and sk", OTHER_TABLE));
        if (described.hasReplicas() && !described.replicas().isEmpty()) {
            findings.add(
                    described.multiRegionConsistency() == MultiRegionConsistency.STRONG
                            ? CheckResult.fail(
                                    REGIONS,
                                    "a global table with multi-region strong consistency takes no transactions, and"
                                            + " claims are some",
                                    "use a table of one region")
                            : CheckResult.warn(
                                    REGIONS,
                                    "a global table whose regions agree only later: each elects a leader of its own",
                                    "let all candidates use the table in the same region"));
        }
        capacity(described, findings);
    }

    private static void capacity(TableDescription described, List<CheckResult> findings) {
        boolean onDemand = described.billingModeSummary() != null
                && described.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
        if (onDemand || described.provisionedThroughput() == null) {
            findings.add(CheckResult.ok(CAPACITY, "on demand"));
            return;
        }
        long reads = described.provisionedThroughput().readCapacityUnits();
        long writes = described.provisionedThroughput().writeCapacityUnits();
        String text = "provisioned: " + reads + " reads and " + writes + " writes a second";
        findings.add(
                Math.min(reads, writes) >= LEAST_UNITS
                        ? CheckResult.ok(CAPACITY, text)
                        : CheckResult.warn(
                                CAPACITY,
                                text + "; a change of leader takes 4 writes",
                                "make the table on-demand, or raise its capacity"));
    }

    private CheckResult cleaning(Deadline deadline) {
        TimeToLiveDescription found = unlessDenied(
                "looking at the time to live of " + table.name(),
                () -> table.timed(
                                deadline,
                                over -> table.client()
                                        .describeTimeToLive(describe ->
                                                describe.tableName(table.name()).overrideConfiguration(over)))
                        .timeToLiveDescription());
        if (found == null) {
            return CheckResult.warn(
                    CLEANING,
                    "could not be looked at",
                    "allow dynamodb:DescribeTimeToLive to whoever runs the doctor; elections do not need it");
        }
        boolean on = found.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                || found.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
        if (!on) {
            return CheckResult.warn(
                    CLEANING,
                    "is off: locks of elections that nobody stands in any more stay",
                    "aws dynamodb update-time-to-live --table-name " + table.name()
                            + " --time-to-live-specification Enabled=true,AttributeName=ttl");
        }
        return Attributes.END.equals(found.attributeName())
                ? CheckResult.ok(CLEANING, "is on, by the attribute ttl")
                : CheckResult.warn(
                        CLEANING,
                        "is on by the attribute " + found.attributeName() + ", which is not an end of locks",
                        "set it to the attribute ttl");
    }

    private void clock(List<CheckResult> findings) {
        Duration ahead = table.clock().wallAhead();
        if (ahead == null) {
            findings.add(CheckResult.warn(
                    CLOCK, "the answers carry no date", "look for a proxy that removes it: dates of ends need it"));
        } else {
            String text = ahead.isZero()
                    ? "agrees with DynamoDB's to the second"
                    : "is " + (ahead.isNegative() ? "behind" : "ahead of") + " DynamoDB's by at least "
                            + ahead.abs().toMillis() + " ms";
            findings.add(
                    ahead.abs().compareTo(CLOCK_LIMIT) <= 0
                            ? CheckResult.ok(CLOCK, text)
                            : CheckResult.warn(
                                    CLOCK, text, "set the clock, best by NTP: at 5 minutes nothing is accepted"));
        }
    }

    private interface Question<T> {
        T ask();
    }

    private static <T> @Nullable T unlessDenied(String doing, Question<T> question) {
        try {
            return question.ask();
        } catch (SdkException e) {
            if (PermissionCheck.isDenied(e)) {
                return null;
            }
            throw DynamoDbErrors.INSTANCE.reading(doing, e);
        }
    }
}
