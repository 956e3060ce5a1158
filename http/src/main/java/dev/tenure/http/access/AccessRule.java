package dev.tenure.http.access;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.http.json.JsonReply;
import org.jspecify.annotations.Nullable;

/**
 * The credentials that a client needs to see more than probes do.
 *
 * @param token the secret its requests must carry, or null
 * @param needsCertificate whether it must show a client certificate
 */
public record AccessRule(@Nullable BearerToken token, boolean needsCertificate) {
    /** Requires nothing itself: only clients that the server has authenticated see details. */
    public static final AccessRule UNDECIDED = new AccessRule(null, false);

    public boolean isDecided() {
        return token != null || needsCertificate;
    }

    /** Returns the refusal for this client, or null if it may see details. */
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
                    "details are shown only to known clients: give the server a bearer token, or let it ask"
                            + " for client certificates");
        }
        return null;
    }
}
