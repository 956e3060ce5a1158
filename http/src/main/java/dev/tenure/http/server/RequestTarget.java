package dev.tenure.http.server;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.json.RequestRefusedException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The checked path and query of a request.
 *
 * <p>A path has one spelling only. Refused are empty parts, dots, needless escapes, escaped slashes and control
 * characters, and bytes that are no UTF-8, since other servers might read them as another path.
 *
 * @param path the path, decoded
 * @param query what follows the question mark, as it was sent, or null
 */
public record RequestTarget(String path, @Nullable String query) {
    private static final int LONGEST = 1024;
    private static final Pattern RAW = Pattern.compile("(/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)+");
    private static final Pattern DOTS = Pattern.compile("(^|.*/)\\.{1,2}(/.*|$)");
    private static final String NEEDS_NO_ESCAPE = "-._~";
    private static final String ELECTION = "election=";

    public static RequestTarget of(HttpExchange exchange) throws RequestRefusedException {
        URI uri = exchange.getRequestURI();
        String raw = uri.getRawPath();
        String query = uri.getRawQuery();
        if (raw.length() > LONGEST || (query != null && query.length() > LONGEST)) {
            throw new RequestRefusedException(
                    JsonReply.URI_TOO_LONG, "the path or the query is longer than " + LONGEST + " characters");
        }
        if (uri.getRawFragment() != null || (uri.getRawAuthority() != null && uri.getScheme() == null)) {
            throw new RequestRefusedException(
                    JsonReply.BAD_REQUEST, "malformed path: no empty parts, and no '#'"); // "//a/b" is host a
        }
        if (raw.equals("/")) {
            return new RequestTarget(raw, query);
        }
        if (!RAW.matcher(raw).matches() || DOTS.matcher(raw).matches()) {
            throw new RequestRefusedException(
                    JsonReply.BAD_REQUEST,
                    "malformed path: no empty parts, no parts of dots, other characters escaped");
        }
        return new RequestTarget(decode(raw, true), query);
    }

    /**
     * Returns the path below the given one, or null if it is not below it: {@code /a/b} below {@code /a} is {@code /b}.
     */
    public @Nullable String below(String root) {
        if (root.equals("/")) {
            return path;
        }
        String prefix = root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
        return path.startsWith(prefix + "/") ? path.substring(prefix.length()) : null;
    }

    /** Returns the election that the query names, or null if there is no query. */
    public @Nullable String election() throws RequestRefusedException {
        if (query == null) {
            return null;
        }
        if (!query.startsWith(ELECTION) || query.indexOf('&') >= 0 || query.length() == ELECTION.length()) {
            throw new RequestRefusedException(JsonReply.BAD_REQUEST, "the query may only be election=NAME");
        }
        return decode(query.substring(ELECTION.length()).replace('+', ' '), false);
    }

    public void requireNoQuery() throws RequestRefusedException {
        if (query != null) {
            throw new RequestRefusedException(JsonReply.BAD_REQUEST, "this path takes no query");
        }
    }

    private static String decode(String raw, boolean oneSpelling) throws RequestRefusedException {
        ByteBuffer bytes = ByteBuffer.allocate(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            if (raw.charAt(i) == '%') {
                int value = Integer.parseInt(raw, i + 1, i + 3, 16); // the form was checked, here or by java.net.URI
                requireNeeded((char) value, oneSpelling);
                bytes.put((byte) value);
                i += 2;
            } else {
                bytes.put((byte) raw.charAt(i));
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException malformed) {
            throw new RequestRefusedException(JsonReply.BAD_REQUEST, "what is escaped is not UTF-8");
        }
    }

    private static void requireNeeded(char value, boolean oneSpelling) throws RequestRefusedException {
        boolean plain = value < 0x80 && (Character.isLetterOrDigit(value) || NEEDS_NO_ESCAPE.indexOf(value) >= 0);
        boolean separator = value == '/' || value == '\\';
        if ((Character.isISOControl(value) && value < 0x80) || (oneSpelling && (plain || separator))) {
            throw new RequestRefusedException(
                    JsonReply.BAD_REQUEST,
                    "malformed path: an escaped control character, slash or plain character; a slash in the name of an"
                            + " election is written as it is");
        }
    }
}
