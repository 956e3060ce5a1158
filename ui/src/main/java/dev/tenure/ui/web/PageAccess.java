package dev.tenure.ui.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import dev.tenure.http.access.BearerToken;
import dev.tenure.http.access.ClientCertificate;
import dev.tenure.http.access.HostNames;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.json.RequestRefusedException;
import dev.tenure.spi.TimeSource;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may read and who may act. Thread-safe.
 *
 * <p>Known are browsers that logged in, requests with the bearer token, and clients with a certificate that the server
 * verified. Without a token everybody on this machine may read; to act, one must be known. Requests of foreign pages
 * are refused, whatever credentials the browser adds.
 */
public final class PageAccess {
    private static final Pattern JSON = Pattern.compile("(?i)application/json\\s*(;.*)?");
    private static final Set<String> OWN_FETCHES = Set.of("same-origin", "none");

    private final @Nullable BearerToken token;
    private final boolean actions;
    private final LoginSessions sessions;
    private final HostNames thisMachine = new HostNames(Set.of(), () -> null);
    private @Nullable String code;

    /**
     * Creates the rule.
     *
     * @param token the secret to log in with, or null
     * @param actions whether those who are known may ask leaders to hand over
     */
    public PageAccess(@Nullable String token, boolean actions, TimeSource time) {
        this.token = token == null ? null : BearerToken.of(token);
        this.actions = actions;
        this.sessions = new LoginSessions(time);
    }

    /** Returns a secret that logs in one browser, once; an earlier one is void. */
    public synchronized String newCode() {
        code = sessions.newSecret();
        return code;
    }

    /** Tells whether there is anything that a login opens. */
    boolean hasLogin() {
        return token != null || actions;
    }

    boolean allowsActions() {
        return actions;
    }

    boolean isKnown(HttpExchange exchange) {
        String session = session(exchange);
        return (session != null && sessions.isOpen(session))
                || (token != null && token.isCarriedBy(exchange))
                || ClientCertificate.isShownBy(exchange);
    }

    boolean mayRead(HttpExchange exchange) {
        return isKnown(exchange) || (token == null && isOnThisMachine(exchange));
    }

    boolean mayAct(HttpExchange exchange) {
        return actions && isKnown(exchange);
    }

    /** A page of another host could have pointed its name at this machine: no such name is accepted. */
    private boolean isOnThisMachine(HttpExchange exchange) {
        return exchange.getLocalAddress().getAddress().isLoopbackAddress()
                && exchange.getRemoteAddress().getAddress().isLoopbackAddress()
                && thisMachine.areMeantBy(exchange);
    }

    /** Refuses those who may not read. */
    void requireReader(HttpExchange exchange) throws RequestRefusedException {
        if (!mayRead(exchange)) {
            throw new RequestRefusedException(
                    token == null ? JsonReply.FORBIDDEN : JsonReply.UNAUTHORIZED,
                    token == null
                            ? "without a token this page is shown on its own machine only, under its address or"
                                    + " localhost: give it a token"
                            : "log in first");
        }
    }

    /** Refuses those who may not act. */
    void requireActor(HttpExchange exchange) throws RequestRefusedException {
        if (!actions) {
            throw new RequestRefusedException(
                    JsonReply.FORBIDDEN, "this page is read-only: start it with actions to hand over from here");
        }
        if (!isKnown(exchange)) {
            throw new RequestRefusedException(JsonReply.UNAUTHORIZED, "log in first");
        }
    }

    /** Refuses what a page of another origin makes a browser send. */
    static void requireOwnPage(HttpExchange exchange) throws RequestRefusedException {
        String from = exchange.getRequestHeaders().getFirst("Sec-Fetch-Site");
        boolean foreign = from != null && !OWN_FETCHES.contains(from);
        List<String> origins = exchange.getRequestHeaders().getOrDefault("Origin", List.of());
        if (foreign || (!origins.isEmpty() && !isOwn(origins, exchange))) {
            throw new RequestRefusedException(JsonReply.FORBIDDEN, "requests of other pages are not answered");
        }
    }

    /** Refuses posts that are no JSON from the page itself: a form of another page can send neither. */
    static void requirePostOfOwnPage(HttpExchange exchange) throws RequestRefusedException {
        List<String> origins = exchange.getRequestHeaders().getOrDefault("Origin", List.of());
        if (!isOwn(origins, exchange)) {
            throw new RequestRefusedException(JsonReply.FORBIDDEN, "posts need the Origin of the page itself");
        }
        List<String> types = exchange.getRequestHeaders().getOrDefault("Content-Type", List.of());
        if (types.size() != 1 || !JSON.matcher(types.get(0)).matches()) {
            throw new RequestRefusedException(
                    JsonReply.UNSUPPORTED_TYPE, "posts are sent with Content-Type: application/json");
        }
    }

    /** The host that the browser asked for must be the host of the page that asks. */
    private static boolean isOwn(List<String> origins, HttpExchange exchange) {
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        if (origins.size() != 1 || hosts.size() != 1) {
            return false;
        }
        try {
            String authority = URI.create(origins.get(0)).getRawAuthority();
            return authority != null
                    && authority.toLowerCase(Locale.ROOT).equals(hosts.get(0).toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** Begins a session for whoever knows the token or the code, and returns its cookie; null for anybody else. */
    synchronized @Nullable String login(HttpExchange exchange, String secret) {
        boolean byCode = code != null && BearerToken.of(code).is(secret);
        boolean byToken = token != null && token.is(secret);
        if (byCode) {
            code = null;
        }
        return byCode || byToken ? cookie(exchange, sessions.begin(), "") : null;
    }

    /** Ends the session of a browser, and returns the cookie that makes it forget. */
    String logout(HttpExchange exchange) {
        String session = session(exchange);
        if (session != null) {
            sessions.end(session);
        }
        return cookie(exchange, "", "; Max-Age=0");
    }

    private static String cookie(HttpExchange exchange, String value, String more) {
        boolean secure = exchange instanceof HttpsExchange;
        return cookieName(exchange) + "=" + value + "; HttpOnly; SameSite=Strict; Path=/" + (secure ? "; Secure" : "")
                + more;
    }

    /** Browsers share cookies between the ports of a host, and two pages must not log each other out. */
    private static String cookieName(HttpExchange exchange) {
        return "tenure-page-" + exchange.getLocalAddress().getPort();
    }

    private static @Nullable String session(HttpExchange exchange) {
        String wanted = cookieName(exchange) + "=";
        for (String header : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
            for (String cookie : header.split(";", -1)) {
                String one = cookie.strip();
                if (one.startsWith(wanted)) {
                    return one.substring(wanted.length());
                }
            }
        }
        return null;
    }
}
