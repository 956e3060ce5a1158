package dev.tenure.fence.http;

import dev.tenure.spi.FenceMark;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The headers of a request, and of the answer that refuses it. */
final class TokenHeader {
    static final String TOKEN = "Tenure-Token";

    /** The name of the election, with per cent signs for what a header cannot hold. */
    static final String ELECTION = "Tenure-Election";

    private TokenHeader() {}

    static String encoded(String election) {
        return URLEncoder.encode(election, StandardCharsets.UTF_8);
    }

    /**
     * Returns what two headers say.
     *
     * @throws IllegalArgumentException if they cannot be understood
     */
    static FenceMark mark(String resource, @Nullable String election, @Nullable String token) {
        if (election == null || token == null) {
            throw new IllegalArgumentException("the headers " + TOKEN + " and " + ELECTION + " belong together");
        }
        try {
            return new FenceMark(
                    resource, URLDecoder.decode(election, StandardCharsets.UTF_8), Long.parseLong(token.strip()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the header " + TOKEN + " is no number: " + token, e);
        }
    }
}
