package dev.tenure.fence.kafka;

import dev.tenure.spi.FenceMark;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The two headers by which a record says under which term it was written. */
final class TokenHeaders {
    private static final String ELECTION = "Tenure-Election";
    private static final String TOKEN = "Tenure-Token";

    private TokenHeaders() {}

    static void write(Headers headers, FenceMark mark) {
        headers.remove(ELECTION).remove(TOKEN);
        headers.add(ELECTION, mark.election().getBytes(StandardCharsets.UTF_8));
        headers.add(TOKEN, Long.toString(mark.token()).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns what the headers say, or empty if they say nothing that can be understood. */
    static Optional<FenceMark> read(String resource, Headers headers) {
        Header election = headers.lastHeader(ELECTION);
        Header token = headers.lastHeader(TOKEN);
        if (election == null || token == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new FenceMark(resource, text(election), Long.parseLong(text(token))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String text(Header header) {
        return new String(header.value(), StandardCharsets.UTF_8);
    }
}
