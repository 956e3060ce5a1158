package dev.tenure.store.s3;

import dev.tenure.StoreException.Kind;
import dev.tenure.aws.ErrorTranslation;
import dev.tenure.aws.ServiceErrors;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Translates the errors of S3 and of stores that speak its protocol. Thread-safe. */
final class S3Errors extends ErrorTranslation {
    private static final String NO_SUCH_BUCKET = "NoSuchBucket";
    private static final String EXPIRED = ServiceErrors.RENEW_CREDENTIALS;
    private static final String KEYS = ServiceErrors.CORRECT_CREDENTIALS;
    private static final String REGION = "the bucket is in another region: set region=";
    private static final String RIGHTS =
            "allow s3:GetObject and s3:PutObject on the objects and s3:ListBucket on the bucket, without which"
                    + " S3 denies what is merely missing";

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry(NO_SUCH_BUCKET, "there is no such bucket: create it, or name another"),
            Map.entry("AccessDenied", RIGHTS),
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

    static final S3Errors INSTANCE = new S3Errors();

    private S3Errors() {
        super(
                "the store",
                REMEDIES,
                new GeneralRemedies(
                        "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or use credentials=anonymous",
                        "S3 throttles: raise the interval, or put fewer elections under one prefix",
                        RIGHTS));
    }

    /** Tells whether the object was not the one that a conditional write named. */
    boolean isLostRace(RuntimeException cause) {
        return cause instanceof AwsServiceException answer
                && (answer.statusCode() == 412
                        || (answer.statusCode() == 409 && !hasCode(cause, NO_SUCH_BUCKET))
                        || isNoSuchKey(cause));
    }

    /** Tells whether there certainly is no such object: a 404 alone may be a missing bucket, or any web server. */
    boolean isNoSuchKey(RuntimeException cause) {
        return cause instanceof AwsServiceException answer && answer.statusCode() == 404 && hasCode(cause, "NoSuchKey");
    }

    @Override
    protected Kind kind(AwsServiceException answer, String code) {
        int status = answer.statusCode();
        return status >= 300 && (status < 500 || status == 501) ? Kind.MISCONFIGURED : Kind.OUTCOME_UNKNOWN;
    }

    @Override
    protected @Nullable String specialRemedy(AwsServiceException answer, String code) {
        boolean isWrongRegion = answer.statusCode() == 301
                || answer.statusCode() == 307
                || code.equals("AuthorizationHeaderMalformed")
                || code.equals("IllegalLocationConstraintException");
        return isWrongRegion ? REGION + region(answer) : null;
    }

    private static String region(AwsServiceException answer) {
        AwsErrorDetails details = answer.awsErrorDetails();
        return details == null || details.sdkHttpResponse() == null
                ? "…"
                : details.sdkHttpResponse()
                        .firstMatchingHeader("x-amz-bucket-region")
                        .orElse("…");
    }
}
