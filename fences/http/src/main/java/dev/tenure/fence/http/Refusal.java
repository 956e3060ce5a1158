package dev.tenure.fence.http;

import dev.tenure.StaleTokenException;
import dev.tenure.spi.FenceMark;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What a server answers to a request that its fence does not let in. */
record Refusal(int status, String text, @Nullable FenceMark held) {
    private static final int BAD_REQUEST = 400;
    private static final int OTHER_ELECTION = 409;
    private static final int LOWER_TOKEN = 412;
    private static final int NO_TOKEN = 428;
    private static final int UNAVAILABLE = 503;
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    /** Tells whether a request may change something, so that it needs a token. */
    static boolean isWrite(String method) {
        return !READING.contains(method);
    }

    static Refusal noToken() {
        return new Refusal(NO_TOKEN, "this server takes writes with the header " + TokenHeader.TOKEN + " only", null);
    }

    static Refusal malformed(IllegalArgumentException failure) {
        return new Refusal(BAD_REQUEST, String.valueOf(failure.getMessage()), null);
    }

    static Refusal lowerToken(StaleTokenException failure, @Nullable FenceMark held) {
        return new Refusal(LOWER_TOKEN, String.valueOf(failure.getMessage()), held);
    }

    static Refusal otherElection(IllegalStateException failure, @Nullable FenceMark held) {
        return new Refusal(OTHER_ELECTION, String.valueOf(failure.getMessage()), held);
    }

    static Refusal olderRequestsRun(TimeoutException failure) {
        return new Refusal(UNAVAILABLE, String.valueOf(failure.getMessage()), null);
    }

    /** The headers by which a client learns what the fence remembers. */
    Map<String, String> headers() {
        return held == null
                ? Map.of()
                : Map.of(
                        TokenHeader.TOKEN,
                        Long.toString(held.token()),
                        TokenHeader.ELECTION,
                        TokenHeader.encoded(held.election()));
    }
}
