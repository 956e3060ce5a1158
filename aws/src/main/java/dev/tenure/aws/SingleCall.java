package dev.tenure.aws;

import dev.tenure.spi.Deadline;
import java.io.UncheckedIOException;
import java.util.function.Function;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.retries.DefaultRetryStrategy;

/**
 * One call to AWS, whoever the client belongs to: it is sent once, ends by its deadline, and says where it could not
 * get through.
 */
public final class SingleCall {
    private SingleCall() {}

    /**
     * Makes a call, with settings for its request.
     *
     * @throws ConnectFailedException if no connection could be made
     */
    public static <T> T by(Deadline deadline, Function<AwsRequestOverrideConfiguration, T> call) {
        Noting noting = new Noting();
        AwsRequestOverrideConfiguration over = AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(DeadlineConnections.atLeastAMilli(deadline.remaining()))
                .addPlugin(sentOnce(noting))
                .build();
        try {
            return DeadlineConnections.by(deadline, () -> call.apply(over));
        } catch (SdkException | UncheckedIOException e) {
            throw ConnectFailedException.isMeantBy(e) ? new ConnectFailedException(noting.address, e) : e;
        }
    }

    private static SdkPlugin sentOnce(ExecutionInterceptor noting) {
        return config -> config.overrideConfiguration(config.overrideConfiguration()
                .copy(over ->
                        over.retryStrategy(DefaultRetryStrategy.doNotRetry()).addExecutionInterceptor(noting)));
    }

    /** Notes where a request is about to be sent. */
    private static final class Noting implements ExecutionInterceptor {
        private volatile String address = "";

        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            SdkHttpRequest request = context.httpRequest();
            address = request.host() + ":" + request.port();
        }
    }
}
