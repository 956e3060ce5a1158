package dev.tenure.aws;

import dev.tenure.store.support.FailureMeaning;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Reads the error answers of AWS services, and has the remedies that they share. */
public final class ServiceErrors {
    public static final String CORRECT_CREDENTIALS = "correct the credentials, or set another profile";
    public static final String RENEW_CREDENTIALS =
            "the credentials have expired: renew them, or use a provider that does";
    public static final String SET_CLOCK = "the clock of this machine is wrong: set it, best by NTP";

    private static final Set<String> THROTTLING = Set.of(
            "ProvisionedThroughputExceeded",
            "ProvisionedThroughputExceededException",
            "RequestLimitExceeded",
            "SlowDown",
            "Throttling",
            "ThrottlingError",
            "ThrottlingException",
            "TooManyRequests");

    private ServiceErrors() {}

    /** Returns the code of an error, empty if it has none. */
    public static String code(AwsServiceException answer) {
        AwsErrorDetails details = answer.awsErrorDetails();
        return details == null || details.errorCode() == null ? "" : details.errorCode();
    }

    /** Returns the message of an error on one line, empty if it has none. */
    public static String message(AwsServiceException answer) {
        AwsErrorDetails details = answer.awsErrorDetails();
        return FailureMeaning.oneLine(details == null ? null : details.errorMessage());
    }

    /** Tells whether a code means that too many requests were sent. */
    public static boolean isThrottling(String code) {
        return THROTTLING.contains(code);
    }

    /** Tells whether the service refused a request because there were too many. */
    public static boolean isThrottling(AwsServiceException answer, String code) {
        return isThrottling(code) || answer.statusCode() == 429;
    }

    /** Returns an answer in words: {@code SERVICE answered STATUS CODE (MESSAGE)}. */
    public static String words(String service, AwsServiceException answer, String code, String message) {
        return service + " answered " + answer.statusCode() + " " + code
                + (message.isEmpty() ? "" : " (" + message + ")");
    }
}
