package dev.tenure.store.route53;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.aws.ClientErrors;
import dev.tenure.aws.ServiceErrors;
import dev.tenure.store.support.FailureMeaning;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * Says what an error of Route53 or of the SDK means for the caller, and what a person can do about it.
 *
 * <p>What Route53 refuses had no effect. Where no answer came, or Route53 failed in itself, a change may have taken
 * effect.
 */
final class Failure {
    private static final String BAD_BATCH = "InvalidChangeBatch";
    private static final String BUSY_ZONE = "PriorRequestNotComplete";
    private static final String KEYS = ServiceErrors.CORRECT_CREDENTIALS;
    private static final String EXPIRED = ServiceErrors.RENEW_CREDENTIALS;
    private static final String RIGHTS =
            "allow route53:ListResourceRecordSets and route53:ChangeResourceRecordSets on the zone";

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry("NoSuchHostedZone", "there is no such hosted zone in this account: correct the zone id"),
            Map.entry("AccessDenied", RIGHTS),
            Map.entry("AccessDeniedException", RIGHTS),
            Map.entry(BAD_BATCH, "the records are not ones this zone can hold: correct the domain, or choose another"),
            Map.entry("InvalidInput", "correct the zone id and the domain"),
            Map.entry("InvalidClientTokenId", KEYS),
            Map.entry("UnrecognizedClientException", KEYS),
            Map.entry("MissingAuthenticationToken", KEYS),
            Map.entry("SignatureDoesNotMatch", KEYS + "; or the clock of this machine is wrong: set it, by NTP"),
            Map.entry("RequestExpired", ServiceErrors.SET_CLOCK),
            Map.entry("ExpiredToken", EXPIRED),
            Map.entry("ExpiredTokenException", EXPIRED));

    private Failure() {}

    /**
     * Tells whether a batch was refused because the records were not as it said. Route53 has the same code for a batch
     * that could never be carried out, and only its words tell the two apart.
     */
    static boolean isRefusal(RuntimeException cause) {
        if (!isBadBatch(cause)) {
            return false;
        }
        String said = said((AwsServiceException) cause).replaceAll("'[^']*'", ""); // names may be anything
        return !said.contains("not permitted") && !said.contains("FATAL") && !said.contains("exceeded");
    }

    private static boolean isBadBatch(RuntimeException cause) {
        return cause instanceof AwsServiceException answer && code(answer).equals(BAD_BATCH);
    }

    /** Tells whether nothing was changed only because another change of the zone was under way. */
    static boolean isBusyZone(RuntimeException cause) {
        return cause instanceof AwsServiceException answer && code(answer).equals(BUSY_ZONE);
    }

    /** Tells whether the account has sent too many requests. */
    static boolean isThrottled(AwsServiceException answer) {
        return ServiceErrors.isThrottling(answer, code(answer));
    }

    /** Tells whether a permission is missing. */
    static boolean isDenied(RuntimeException cause) {
        return cause instanceof AwsServiceException answer && RIGHTS.equals(REMEDIES.get(code(answer)));
    }

    /** Returns the error of a call that changes nothing. */
    static StoreException reading(String doing, RuntimeException cause) {
        return meaning(cause).ofReading().exception(doing, words(cause), cause);
    }

    /** Returns the error of a change that was sent, as far as is known. */
    static StoreException writing(String doing, RuntimeException cause) {
        return meaning(cause).exception(doing, words(cause), cause);
    }

    private static FailureMeaning meaning(RuntimeException cause) {
        Kind kind = cause instanceof AwsServiceException answer ? kindOf(answer) : ClientErrors.kind(cause);
        return new FailureMeaning(kind, remedy(cause));
    }

    private static Kind kindOf(AwsServiceException answer) {
        int status = answer.statusCode();
        if (isThrottled(answer) || isBusyZone(answer)) {
            return Kind.UNREACHABLE;
        }
        if (status == 408 || code(answer).equals("RequestTimeout") || status >= 500 || status < 300) {
            return Kind.OUTCOME_UNKNOWN;
        }
        return Kind.MISCONFIGURED;
    }

    private static String remedy(RuntimeException cause) {
        if (!(cause instanceof AwsServiceException answer)) {
            return ClientErrors.isMisconfigured(cause)
                    ? "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
                    : "";
        }
        if (isThrottled(answer)) {
            return "all programs of this account together ask Route53 too often: raise intervals, or lower rate";
        }
        if (isBusyZone(cause)) {
            return "another change of this zone was under way each time";
        }
        String known = REMEDIES.get(code(answer));
        return known != null ? known : answer.statusCode() == 403 ? RIGHTS : "";
    }

    private static String code(AwsServiceException answer) {
        String code = ServiceErrors.code(answer);
        return code.isEmpty() && body(answer).contains("<" + BAD_BATCH) ? BAD_BATCH : code;
    }

    /** Returns Route53's own words, on one line. */
    static String said(AwsServiceException answer) {
        String message = ServiceErrors.message(answer);
        return message.isEmpty() ? FailureMeaning.oneLine(body(answer).replaceAll("<[^>]*>", " ")) : message;
    }

    /** The documentation has a form for what is wrong with a batch that the SDK does not read. */
    private static String body(AwsServiceException answer) {
        AwsErrorDetails details = answer.awsErrorDetails();
        return details == null || details.rawResponse() == null
                ? ""
                : details.rawResponse().asString(StandardCharsets.UTF_8);
    }

    private static String words(RuntimeException cause) {
        return cause instanceof AwsServiceException answer
                ? ServiceErrors.words("Route53", answer, code(answer), said(answer))
                : ClientErrors.words(cause);
    }
}
