package dev.tenure.store.route53;

import dev.tenure.StoreException.Kind;
import dev.tenure.aws.ErrorTranslation;
import dev.tenure.aws.ServiceErrors;
import dev.tenure.store.support.FailureMeaning;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Translates the errors of Route53. Thread-safe. */
final class Route53Errors extends ErrorTranslation {
    private static final String BAD_BATCH = "InvalidChangeBatch";
    private static final String BUSY_ZONE = "PriorRequestNotComplete";
    private static final String DENIED = "AccessDenied";
    private static final String DENIED_EXCEPTION = "AccessDeniedException";
    private static final String KEYS = ServiceErrors.CORRECT_CREDENTIALS;
    private static final String EXPIRED = ServiceErrors.RENEW_CREDENTIALS;
    private static final String RIGHTS =
            "allow route53:ListResourceRecordSets and route53:ChangeResourceRecordSets on the zone";

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry("NoSuchHostedZone", "there is no such hosted zone in this account: correct the zone id"),
            Map.entry(DENIED, RIGHTS),
            Map.entry(DENIED_EXCEPTION, RIGHTS),
            Map.entry(BAD_BATCH, "the records are not ones this zone can hold: correct the domain, or choose another"),
            Map.entry("InvalidInput", "correct the zone id and the domain"),
            Map.entry("InvalidClientTokenId", KEYS),
            Map.entry("UnrecognizedClientException", KEYS),
            Map.entry("MissingAuthenticationToken", KEYS),
            Map.entry("SignatureDoesNotMatch", KEYS + "; or the clock of this machine is wrong: set it, by NTP"),
            Map.entry("RequestExpired", ServiceErrors.SET_CLOCK),
            Map.entry("ExpiredToken", EXPIRED),
            Map.entry("ExpiredTokenException", EXPIRED));

    static final Route53Errors INSTANCE = new Route53Errors();

    private Route53Errors() {
        super(
                "Route53",
                REMEDIES,
                new GeneralRemedies(
                        "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
                        "all programs of this account together ask Route53 too often: raise intervals, or lower rate",
                        RIGHTS));
    }

    /**
     * Tells whether a batch was refused because the records were not as it said. Route53 has the same code for a batch
     * that can never succeed; only its message tells the two apart.
     */
    boolean isRefusal(RuntimeException cause) {
        if (!hasCode(cause, BAD_BATCH)) {
            return false;
        }
        String said = message((AwsServiceException) cause).replaceAll("'[^']*'", ""); // names may be anything
        return !said.contains("not permitted") && !said.contains("FATAL") && !said.contains("exceeded");
    }

    /** Tells whether nothing was changed, only because another change of the zone was under way. */
    boolean isBusyZone(RuntimeException cause) {
        return hasCode(cause, BUSY_ZONE);
    }

    /** Tells whether a permission is missing. */
    boolean isDenied(RuntimeException cause) {
        return hasCode(cause, DENIED) || hasCode(cause, DENIED_EXCEPTION);
    }

    @Override
    protected Kind kind(AwsServiceException answer, String code) {
        if (code.equals(BUSY_ZONE)) {
            return Kind.UNREACHABLE;
        }
        return answer.statusCode() >= 500 || answer.statusCode() < 300 ? Kind.OUTCOME_UNKNOWN : Kind.MISCONFIGURED;
    }

    @Override
    protected @Nullable String specialRemedy(AwsServiceException answer, String code) {
        return code.equals(BUSY_ZONE) ? "another change of this zone was under way each time" : null;
    }

    @Override
    protected String code(AwsServiceException answer) {
        String code = super.code(answer);
        return code.isEmpty() && body(answer).contains("<" + BAD_BATCH) ? BAD_BATCH : code;
    }

    @Override
    protected String message(AwsServiceException answer) {
        String message = super.message(answer);
        return message.isEmpty() ? FailureMeaning.oneLine(body(answer).replaceAll("<[^>]*>", " ")) : message;
    }

    /** Route53 documents a form of errors in a batch that the SDK does not read. */
    private static String body(AwsServiceException answer) {
        AwsErrorDetails details = answer.awsErrorDetails();
        return details == null || details.rawResponse() == null
                ? ""
                : details.rawResponse().asString(StandardCharsets.UTF_8);
    }
}
