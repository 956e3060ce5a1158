package dev.tenure.store.dynamodb;

import dev.tenure.StoreException.Kind;
import dev.tenure.aws.ErrorTranslation;
import dev.tenure.aws.ServiceErrors;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Translates the errors of DynamoDB. Thread-safe. */
final class DynamoDbErrors extends ErrorTranslation {
    private static final String IN_PROGRESS = "TransactionInProgressException";
    private static final String CONFLICT = "TransactionConflict";
    private static final String REFUSAL = "ConditionalCheckFailed";
    private static final String NONE = "None";

    private static final String KEYS = ServiceErrors.CORRECT_CREDENTIALS;
    private static final String EXPIRED = ServiceErrors.RENEW_CREDENTIALS;
    private static final String RIGHTS =
            "allow dynamodb:GetItem, PutItem, UpdateItem, DeleteItem and Query on the table";
    private static final String SCHEMA = "the table needs the partition key pk and the sort key sk, both strings: make"
            + " another one, as the page of this store shows";

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry(
                    "ResourceNotFoundException",
                    "there is no such table in this region, or it is not active yet: create it, or correct table and"
                            + " region"),
            Map.entry("AccessDeniedException", RIGHTS),
            Map.entry("ValidationException", SCHEMA),
            Map.entry("ValidationError", SCHEMA),
            Map.entry("UnrecognizedClientException", KEYS),
            Map.entry("MissingAuthenticationTokenException", KEYS),
            Map.entry("IncompleteSignatureException", KEYS),
            Map.entry("InvalidSignatureException", KEYS + "; or the clock of this machine is wrong: set it, by NTP"),
            Map.entry("ExpiredTokenException", EXPIRED),
            Map.entry("ExpiredToken", EXPIRED));

    static final DynamoDbErrors INSTANCE = new DynamoDbErrors();

    private DynamoDbErrors() {
        super(
                "DynamoDB",
                REMEDIES,
                new GeneralRemedies(
                        "set region=… and AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
                        "DynamoDB throttles: raise the capacity of the table, or make it on-demand",
                        RIGHTS));
    }

    /** Tells whether an item did not fulfil its condition. */
    static boolean isRefusal(CancellationReason reason) {
        return REFUSAL.equals(reason.code());
    }

    /** Tells whether nothing was written, only because another transaction was under way. */
    boolean isConflict(SdkException cause) {
        return cause instanceof TransactionConflictException
                || (cause instanceof TransactionCanceledException && hasCode(cause, CONFLICT));
    }

    @Override
    protected Kind kind(AwsServiceException answer, String code) {
        if (code.equals(IN_PROGRESS) || answer.statusCode() >= 500 || answer.statusCode() < 300) {
            return Kind.OUTCOME_UNKNOWN;
        }
        return isKnown(code) || answer.statusCode() == 403 ? Kind.MISCONFIGURED : Kind.UNREACHABLE;
    }

    @Override
    protected @Nullable String specialRemedy(AwsServiceException answer, String code) {
        return isConflict(answer) ? "another transaction on the same item was under way each time" : null;
    }

    /** Returns the code of an error; of a cancelled transaction, the most serious of its reasons. */
    @Override
    protected String code(AwsServiceException answer) {
        if (answer instanceof TransactionCanceledException cancelled) {
            List<String> codes = cancelled.cancellationReasons().stream()
                    .map(reason -> String.valueOf(reason.code()))
                    .filter(code -> !code.equals(NONE))
                    .toList();
            return codes.stream()
                    .filter(this::isKnown)
                    .findFirst()
                    .or(() -> codes.stream().filter(ServiceErrors::isThrottling).findFirst())
                    .or(() -> codes.stream().findFirst())
                    .orElse("TransactionCanceledException");
        }
        return super.code(answer);
    }
}
