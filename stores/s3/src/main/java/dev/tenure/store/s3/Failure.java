package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.aws.ClientErrors;
import dev.tenure.aws.ServiceErrors;
import dev.tenure.store.support.FailureMeaning;
import java.util.Map;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * Says what an error of S3 or of the SDK means for the caller, and what a person can do about it.
 *
 * <p>What the store refuses had no effect. Where no answer came, or the store failed in itself, a write may have taken
 * effect.
 */
final class Failure {
    private static final String NO_SUCH_BUCKET = "NoSuchBucket";
    private static final String EXPIRED = ServiceErrors.RENEW_CREDENTIALS;
    private static final String KEYS = ServiceErrors.CORRECT_CREDENTIALS;
    private static final String REGION = "the bucket is in another region: set region=";

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry(NO_SUCH_BUCKET, "there is no such bucket: create it, or name another"),
            Map.entry(
                    "AccessDenied",
                    "allow s3:GetObject and s3:PutObject on the objects and s3:ListBucket on the bucket, without which"
                            + " S3 denies what is merely missing"),
            Map.entry("ExpiredToken", EXPIRED),
            Map.entry("ExpiredTokenException", EXPIRED),
            Map.entry("TokenRefreshRequired", EXPIRED),
            Map.entry("InvalidToken", KEYS),
            Map.entry("InvalidAccessKeyId", KEYS),
            Map.entry("SignatureDoesNotMatch", KEYS),
            Map.entry("RequestTimeTooSkewed", ServiceErrors.SET_CLOCK),
            Map.entry("NotImplemented", "this store has no conditional writes, and cannot keep leases: use another"),
            Map.entry("AllAccessDisabled", "the bucket was disabled: ask its owner"),
            Map.entry("MethodNotAllowed", "the endpoint is not that of an S3 store: correct endpoint="));

    private Failure() {}

    /** Tells whether the object was not the one a conditional write named. */
    static boolean isLostRace(RuntimeException cause) {
        return cause instanceof AwsServiceException answer
                && (answer.statusCode() == 412
                        || (answer.statusCode() == 409 && !NO_SUCH_BUCKET.equals(code(answer)))
                        || isNoSuchKey(cause));
    }

    /** Tells whether there certainly is no such object: a 404 alone may be a missing bucket, or any web server. */
    static boolean isNoSuchKey(RuntimeException cause) {
        return cause instanceof AwsServiceException answer
                && answer.statusCode() == 404
                && "NoSuchKey".equals(code(answer));
    }

    /** Returns the error of a call that changes nothing. */
    static StoreException reading(String doing, RuntimeException cause) {
        return meaning(cause).ofReading().exception(doing, words(cause), cause);
    }

    /** Returns the error of a write that was sent, as far as is known. */
    static StoreException writing(String doing, RuntimeException cause) {
        return meaning(cause).exception(doing, words(cause), cause);
    }

    private static FailureMeaning meaning(RuntimeException cause) {
        Kind kind = cause instanceof AwsServiceException answer ? kindOf(answer) : ClientErrors.kind(cause);
        return new FailureMeaning(kind, remedy(cause));
    }

    private static Kind kindOf(AwsServiceException answer) {
        int status = answer.statusCode();
        if (ServiceErrors.isThrottling(answer, code(answer))) {
            return Kind.UNREACHABLE;
        }
        if (status == 408 || code(answer).equals("RequestTimeout")) {
            return Kind.OUTCOME_UNKNOWN;
        }
        return status >= 300 && (status < 500 || status == 501) ? Kind.MISCONFIGURED : Kind.OUTCOME_UNKNOWN;
    }

    private static String remedy(RuntimeException cause) {
        if (!(cause instanceof AwsServiceException answer)) {
            return ClientErrors.isMisconfigured(cause)
                    ? "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or use credentials=anonymous"
                    : "";
        }
        String code = code(answer);
        if (ServiceErrors.isThrottling(answer, code)) {
            return "S3 throttles: raise the interval, or put fewer elections under one prefix";
        }
        if (isWrongRegion(answer)) {
            return REGION + header(answer, "x-amz-bucket-region", "…");
        }
        String known = REMEDIES.get(code);
        if (known != null) {
            return known;
        }
        return answer.statusCode() == 403 ? String.valueOf(REMEDIES.get("AccessDenied")) : "";
    }

    private static boolean isWrongRegion(AwsServiceException answer) {
        return answer.statusCode() == 301
                || answer.statusCode() == 307
                || code(answer).equals("AuthorizationHeaderMalformed")
                || code(answer).equals("IllegalLocationConstraintException");
    }

    private static String header(AwsServiceException answer, String name, String otherwise) {
        AwsErrorDetails details = answer.awsErrorDetails();
        return details == null || details.sdkHttpResponse() == null
                ? otherwise
                : details.sdkHttpResponse().firstMatchingHeader(name).orElse(otherwise);
    }

    private static String code(AwsServiceException answer) {
        return ServiceErrors.code(answer);
    }

    private static String words(RuntimeException cause) {
        return cause instanceof AwsServiceException answer
                ? ServiceErrors.words("the store", answer, code(answer), ServiceErrors.message(answer))
                : ClientErrors.words(cause);
    }
}
