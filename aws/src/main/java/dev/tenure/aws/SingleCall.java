package dev.tenure.aws;

import dev.tenure.spi.Deadline;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.retries.DefaultRetryStrategy;

/**
 * Makes single calls to AWS: each is sent once, even with a client that retries, and ends by its deadline. An error
 * says which address could not be reached.
 */
public final class SingleCall {
    private SingleCall() {}

    /**
     * Makes a call, with settings for its request.
     *
     * @throws ConnectFailedException if no connection could be made
     */
    public static <T> T by(Deadline deadline, Function<AwsRequestOverrideConfiguration, T> call) {
        Destination destination = new Destination();
        AwsRequestOverrideConfiguration over = AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(DeadlineConnections.atLeastAMilli(deadline.remaining()))
                .addPlugin(sentOnce(destination))
                .build();
        try {
            return DeadlineConnections.by(deadline, () -> call.apply(over));
        } catch (SdkException | UncheckedIOException e) {
            throw ConnectFailedException.isMeantBy(e) ? new ConnectFailedException(destination.address, e) : e;
        }
    }

    /**
     * Makes a call, and tells the clock the date of the answer, also if it is an error.
     *
     * @throws ConnectFailedException if no connection could be made
     */
    public static <T extends SdkResponse> T by(
            Deadline deadline, ServiceClock clock, Function<AwsRequestOverrideConfiguration, T> call) {
        ServiceClock.Sent sent = clock.now();
        try {
            T answer = by(deadline, call);
            noteDate(clock, answer.sdkHttpResponse(), sent);
            return answer;
        } catch (AwsServiceException e) {
            AwsErrorDetails details = e.awsErrorDetails();
            noteDate(clock, details == null ? null : details.sdkHttpResponse(), sent);
            throw e;
        }
    }

    private static void noteDate(ServiceClock clock, @Nullable SdkHttpResponse answer, ServiceClock.Sent sent) {
        if (answer != null) {
            answer.firstMatchingHeader("Date").ifPresent(date -> clock.note(date, sent));
        }
    }

    private static SdkPlugin sentOnce(ExecutionInterceptor interceptor) {
        return config -> config.overrideConfiguration(config.overrideConfiguration()
                .copy(over ->
                        over.retryStrategy(DefaultRetryStrategy.doNotRetry()).addExecutionInterceptor(interceptor)));
    }

    /** Remembers the address to which a request is about to be sent. */
    private static final class Destination implements ExecutionInterceptor {
        private volatile String address = "";

        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            SdkHttpRequest request = context.httpRequest();
            address = request.host() + ":" + request.port();
        }
    }
}
