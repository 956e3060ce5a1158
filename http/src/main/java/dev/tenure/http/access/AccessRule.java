package dev.tenure.http.access;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.http.json.JsonReply;
import org.jspecify.annotations.Nullable;

/**
 * What a client must show to be told more than probes are told.
 *
 * @param token the secret its requests must carry, or null
 * @param needsCertificate whether it must show a client certificate
 */
public record AccessRule(@Nullable BearerToken token, boolean needsCertificate) {
    /** Nothing is needed, so that only clients are known that another part of the server has authenticated. */
    public static final AccessRule UNDECIDED = new AccessRule(null, false);

    public boolean isDecided() {
        return token != null || needsCertificate;
    }

    /** Returns why this client is told no details, or null if it is. */
    public @Nullable JsonReply refusal(HttpExchange exchange) {
        boolean certified = ClientCertificate.isShownBy(exchange);
        if (needsCertificate && !certified) {
            return JsonReply.error(JsonReply.FORBIDDEN, "a client certificate is needed, and none was shown");
        }
        if (token != null && !token.isCarriedBy(exchange)) {
            return JsonReply.error(
                            JsonReply.UNAUTHORIZED, "a bearer token is needed, and this is none or not the right one")
                    .with("WWW-Authenticate", "Bearer");
        }
        if (!isDecided() && !certified && exchange.getPrincipal() == null) {
            return JsonReply.error(
                    JsonReply.FORBIDDEN,
                    "details are told only to clients that are known: give the server a bearer token, or let it ask"
                            + " for client certificates");
        }
        return null;
    }
}
