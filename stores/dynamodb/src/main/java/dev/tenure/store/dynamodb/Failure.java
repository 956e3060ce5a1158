package dev.tenure.store.dynamodb;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.aws.ClientErrors;
import dev.tenure.aws.ServiceErrors;
import dev.tenure.store.support.FailureMeaning;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Says what an error of DynamoDB or of the SDK means for the caller, and what a person can do about it.
 *
 * <p>What DynamoDB refuses had no effect. Where no answer came, or DynamoDB failed in itself, a write may have taken
 * effect.
 */
final class Failure {
    private static final Set<String> UNDECIDED = Set.of("TransactionInProgressException", "RequestTimeout");

    private static final String CONFLICT = "TransactionConflict";
    private static final String REFUSAL = "ConditionalCheckFailed";
    private static final String NONE = "None";

    private static final String KEYS = ServiceErrors.CORRECT_CREDENTIALS;
    private static final String EXPIRED = ServiceErrors.RENEW_CREDENTIALS;
    private static final String SCHEMA = "the table needs the partition key pk and the sort key sk, both strings: make"
            + " another one, as the page of this store shows";

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry(
                    "ResourceNotFoundException",
                    "there is no such table in this region, or it is not active yet: create it, or correct table and"
                            + " region"),
            Map.entry(
                    "AccessDeniedException", "allow dynamodb:GetItem, PutItem, UpdateItem and DeleteItem on the table"),
            Map.entry("ValidationException", SCHEMA),
            Map.entry("ValidationError", SCHEMA),
            Map.entry("UnrecognizedClientException", KEYS),
            Map.entry("MissingAuthenticationTokenException", KEYS),
            Map.entry("IncompleteSignatureException", KEYS),
            Map.entry("InvalidSignatureException", KEYS + "; or the clock of this machine is wrong: set it, by NTP"),
            Map.entry("ExpiredTokenException", EXPIRED),
            Map.entry("ExpiredToken", EXPIRED));

    private Failure() {}

    /** Tells whether an item did not fulfil its condition. */
    static boolean isRefusal(CancellationReason reason) {
        return REFUSAL.equals(reason.code());
    }

    /** Tells whether nothing was written, only because another transaction was under way. */
    static boolean isConflict(SdkException cause) {
        return cause instanceof TransactionConflictException
                || (cause instanceof TransactionCanceledException cancelled && CONFLICT.equals(code(cancelled)));
    }

    /** Returns the error of a call that changes nothing. */
    static StoreException reading(String doing, SdkException cause) {
        return meaning(cause).ofReading().exception(doing, words(cause), cause);
    }

    /** Returns the error of a write that was sent, as far as is known. */
    static StoreException writing(String doing, SdkException cause) {
        return meaning(cause).exception(doing, words(cause), cause);
    }

    private static FailureMeaning meaning(SdkException cause) {
        Kind kind = cause instanceof AwsServiceException answer ? kindOf(answer) : ClientErrors.kind(cause);
        return new FailureMeaning(kind, remedy(cause));
    }

    private static Kind kindOf(AwsServiceException answer) {
        String code = code(answer);
        if (UNDECIDED.contains(code) || answer.statusCode() == 408) {
            return Kind.OUTCOME_UNKNOWN;
        }
        if (ServiceErrors.isThrottling(answer, code)) {
            return Kind.UNREACHABLE;
        }
        if (answer.statusCode() >= 500 || answer.statusCode() < 300) {
            return Kind.OUTCOME_UNKNOWN;
        }
        return REMEDIES.containsKey(code) || answer.statusCode() == 403 ? Kind.MISCONFIGURED : Kind.UNREACHABLE;
    }

    private static String remedy(SdkException cause) {
        if (!(cause instanceof AwsServiceException answer)) {
            return ClientErrors.isMisconfigured(cause)
                    ? "set region=… and AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
                    : "";
        }
        String code = code(answer);
        if (ServiceErrors.isThrottling(answer, code)) {
            return "DynamoDB throttles: raise the capacity of the table, or make it on-demand";
        }
        if (isConflict(cause)) {
            return "another transaction on the same item was under way each time";
        }
        String known = REMEDIES.get(code);
        return known != null
                ? known
                : answer.statusCode() == 403 ? String.valueOf(REMEDIES.get("AccessDeniedException")) : "";
    }

    /** Returns the code of an error; of a cancelled transaction, the gravest of its reasons. */
    private static String code(AwsServiceException answer) {
        if (answer instanceof TransactionCanceledException cancelled) {
            List<String> codes = cancelled.cancellationReasons().stream()
                    .map(reason -> String.valueOf(reason.code()))
                    .filter(code -> !code.equals(NONE))
                    .toList();
            return codes.stream()
                    .filter(REMEDIES::containsKey)
                    .findFirst()
                    .or(() -> codes.stream().filter(ServiceErrors::isThrottling).findFirst())
                    .or(() -> codes.stream().findFirst())
                    .orElse("TransactionCanceledException");
        }
        return ServiceErrors.code(answer);
    }

    private static String words(SdkException cause) {
        return cause instanceof AwsServiceException answer
                ? ServiceErrors.words("DynamoDB", answer, code(answer), ServiceErrors.message(answer))
                : ClientErrors.words(cause);
    }
}
