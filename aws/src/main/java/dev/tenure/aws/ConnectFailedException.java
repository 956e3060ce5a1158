package dev.tenure.aws;

import dev.tenure.StoreException;
import dev.tenure.spi.CheckResult;
import dev.tenure.store.support.FailureMeaning;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Thrown when no connection could be made, so that the request had no effect. Its message is one short line. */
public final class ConnectFailedException extends SdkClientException {
    private static final long serialVersionUID = 1L;

    private final String words;

    ConnectFailedException(String address, Throwable cause) {
        super(SdkClientException.builder().cause(cause));
        this.words = (address.isEmpty() ? "where credentials come from" : address) + " could not be reached: "
                + reason(cause); // only credentials are requested before the call itself
    }

    @Override
    public String getMessage() {
        return words;
    }

    /** Tells whether an error of the SDK means that no connection was made. */
    static boolean isMeantBy(Throwable error) {
        return root(error) != null;
    }

    private static @Nullable Throwable root(Throwable error) {
        for (Throwable each = error; each != null; each = each.getCause()) {
            if (each instanceof ConnectException
                    || each instanceof UnknownHostException
                    || each instanceof NoRouteToHostException
                    || each instanceof SSLHandshakeException
                    || isConnectTimeout(each)) {
                return each;
            }
        }
        return null;
    }

    /** Tells whether the connect timed out; the JDK has no exception type for it, only this message. */
    private static boolean isConnectTimeout(Throwable error) {
        return error instanceof SocketTimeoutException
                && String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT).contains("connect timed out");
    }

    private static String reason(Throwable cause) {
        Throwable root = root(cause);
        if (root instanceof UnknownHostException) {
            return "there is no such host";
        }
        String said = root == null ? "" : FailureMeaning.oneLine(root.getMessage());
        return said.isEmpty()
                ? "no connection was made"
                : said.substring(0, 1).toLowerCase(Locale.ROOT) + said.substring(1);
    }

    /** Returns the only check result of a store that could not be reached, or empty for other failures. */
    public static Optional<List<CheckResult>> finding(StoreException failure) {
        return failure.getCause() instanceof ConnectFailedException unreached
                ? Optional.of(List.of(CheckResult.fail(
                        "endpoint",
                        unreached.getMessage(),
                        "see that it runs and that nothing is in the way, or correct region or endpoint")))
                : Optional.empty();
    }
}
