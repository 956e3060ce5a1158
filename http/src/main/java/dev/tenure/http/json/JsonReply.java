package dev.tenure.http.json;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP answer: JSON unless a header says otherwise, and never cached.
 *
 * @param status the status code
 * @param body the text
 * @param headers further headers
 */
public record JsonReply(int status, String body, Map<String, String> headers) {
    static final int OK = 200;
    public static final int BAD_REQUEST = 400;
    public static final int UNAUTHORIZED = 401;
    public static final int FORBIDDEN = 403;
    public static final int NOT_FOUND = 404;
    public static final int METHOD_NOT_ALLOWED = 405;
    public static final int CONFLICT = 409;
    public static final int LENGTH_REQUIRED = 411;
    public static final int CONTENT_TOO_LARGE = 413;
    public static final int URI_TOO_LONG = 414;
    public static final int UNSUPPORTED_TYPE = 415;
    public static final int MISDIRECTED = 421;
    public static final int HEADERS_TOO_LARGE = 431;
    public static final int INTERNAL_ERROR = 500;
    public static final int UNAVAILABLE = 503;

    public static JsonReply ok(String body) {
        return new JsonReply(OK, body, Map.of());
    }

    /** Returns an answer that states the problem in one line. */
    public static JsonReply error(int status, String message) {
        return new JsonReply(status, JsonText.object(json -> json.writeStringField("error", message)), Map.of());
    }

    /** Returns this answer with one further header, or with another type of content. */
    public JsonReply with(String header, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new JsonReply(status, body, all);
    }

    /** Sends this answer, and ends the exchange. */
    public void send(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] bytes = (body + "\n").getBytes(StandardCharsets.UTF_8);
            Headers answer = exchange.getResponseHeaders();
            answer.set("Content-Type", "application/json");
            answer.set("Cache-Control", "no-store");
            answer.set("X-Content-Type-Options", "nosniff");
            headers.forEach(answer::set);
            if (exchange.getRequestMethod().equals("HEAD")) {
                answer.set("Content-Length", Integer.toString(bytes.length));
                exchange.sendResponseHeaders(status, -1);
            } else {
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.getResponseBody().flush(); // closing would first wait for the rest of the request's body
            }
        }
    }
}
