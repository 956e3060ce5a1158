package dev.tenure.aws;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.store.support.FailureMeaning;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * Translates the errors of one AWS service and of the SDK: what the caller may conclude, and what a person can do.
 * Thread-safe.
 *
 * <p>A request that the service refused had no effect. If no answer came, or the service itself failed, a write may
 * have taken effect.
 */
public abstract class ErrorTranslation {
    private final String service;
    private final Map<String, String> remedies;
    private final GeneralRemedies general;

    /**
     * Remedies that do not depend on one error code.
     *
     * @param noCredentials if credentials or the region are missing
     * @param throttled if too many requests were sent
     * @param denied if a permission is missing
     */
    public record GeneralRemedies(String noCredentials, String throttled, String denied) {}

    /**
     * Creates the translation for one service.
     *
     * @param service the name of the service, as messages call it
     * @param remedies the remedy for each known error code
     */
    protected ErrorTranslation(String service, Map<String, String> remedies, GeneralRemedies general) {
        this.service = service;
        this.remedies = Map.copyOf(remedies);
        this.general = general;
    }

    /** Returns the exception for a call that changes nothing. */
    public final StoreException reading(String doing, RuntimeException cause) {
        return meaning(cause).ofReading().exception(doing, words(cause), cause);
    }

    /** Returns the exception for a write that may have been sent. */
    public final StoreException writing(String doing, RuntimeException cause) {
        return meaning(cause).exception(doing, words(cause), cause);
    }

    /** Tells whether the service refused a request because there were too many. */
    public final boolean isThrottled(AwsServiceException answer) {
        return ServiceErrors.isThrottling(answer, code(answer));
    }

    /** Tells whether the error is an answer of the service with this code. */
    public final boolean hasCode(RuntimeException cause, String code) {
        return cause instanceof AwsServiceException answer && code(answer).equals(code);
    }

    /** Tells whether there is a remedy for errors with this code. */
    protected final boolean isKnown(String code) {
        return remedies.containsKey(code);
    }

    /** Returns what the caller may conclude from an answer that is neither throttling nor a timeout. */
    protected abstract Kind kind(AwsServiceException answer, String code);

    /** Returns the remedy for an answer whose code alone does not decide it, or null. */
    protected @Nullable String specialRemedy(AwsServiceException answer, String code) {
        return null;
    }

    /** Returns the error code of an answer; empty if it has none. */
    protected String code(AwsServiceException answer) {
        return ServiceErrors.code(answer);
    }

    /** Returns the message of an answer on one line; empty if it has none. */
    protected String message(AwsServiceException answer) {
        return ServiceErrors.message(answer);
    }

    private FailureMeaning meaning(RuntimeException cause) {
        if (cause instanceof AwsServiceException answer) {
            return new FailureMeaning(kind(answer), remedy(answer));
        }
        return new FailureMeaning(
                ClientErrors.kind(cause), ClientErrors.isMisconfigured(cause) ? general.noCredentials() : "");
    }

    private Kind kind(AwsServiceException answer) {
        String code = code(answer);
        if (isThrottled(answer)) {
            return Kind.UNREACHABLE;
        }
        return answer.statusCode() == 408 || code.equals("RequestTimeout") ? Kind.OUTCOME_UNKNOWN : kind(answer, code);
    }

    private String remedy(AwsServiceException answer) {
        if (isThrottled(answer)) {
            return general.throttled();
        }
        String code = code(answer);
        String special = specialRemedy(answer, code);
        if (special != null) {
            return special;
        }
        return remedies.getOrDefault(code, answer.statusCode() == 403 ? general.denied() : "");
    }

    private String words(RuntimeException cause) {
        return cause instanceof AwsServiceException answer
                ? ServiceErrors.words(service, answer, code(answer), message(answer))
                : ClientErrors.words(cause);
    }
}
