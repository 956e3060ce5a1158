package dev.tenure.http;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenure.Candidate;
import dev.tenure.http.access.AccessRule;
import dev.tenure.http.access.BearerToken;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.json.RequestRefusedException;
import dev.tenure.http.server.RequestTarget;
import dev.tenure.http.status.PrometheusText;
import dev.tenure.http.status.StatusReplies;
import dev.tenure.spi.EscapingLogger;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Serves leader and health status in an HTTP server of the application. Thread-safe.
 *
 * <p>Mount it at any path: {@code server.createContext("/", HealthHandler.of(candidate))} answers
 * {@code /health/leadership}, {@code /livez} and {@code /readyz} to everybody. {@code /elections},
 * {@code /elections/NAME} and {@code /metrics} are for clients that are known: by a {@linkplain #withBearerToken bearer
 * token}, by the server's authenticator, or by a client certificate that the server has verified. Limits and TLS are
 * those of that server; {@link HealthServer} has its own.
 */
public final class HealthHandler implements HttpHandler {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.http");
    private static final String LEADERSHIP = "/health/leadership";
    private static final String ELECTIONS = "/elections";
    private static final String METRICS = "/metrics";
    private static final String LIVEZ = "/livez";
    private static final String READYZ = "/readyz";

    /** Paths that need no credentials: probes often cannot carry a secret, and s3lect's never do. */
    static final Set<String> OPEN = Set.of(LEADERSHIP, LIVEZ, READYZ);

    private final StatusReplies answers;
    private final Supplier<String> metrics;
    private final AccessRule access;

    private HealthHandler(StatusReplies answers, Supplier<String> metrics, AccessRule access) {
        this.answers = answers;
        this.metrics = metrics;
        this.access = access;
    }

    /** Returns a handler for this candidate. It need not be closed. */
    public static HealthHandler of(Candidate candidate) {
        return of(candidate, new PrometheusText(candidate)::text, AccessRule.UNDECIDED);
    }

    static HealthHandler of(Candidate candidate, Supplier<String> metrics, AccessRule access) {
        return new HealthHandler(new StatusReplies(requireNonNull(candidate, "candidate")), metrics, access);
    }

    /**
     * Returns a handler that answers requests for details only if they carry this secret as {@code Authorization:
     * Bearer}.
     *
     * @throws IllegalArgumentException if it is too short to be a secret, or cannot be sent
     */
    public HealthHandler withBearerToken(String token) {
        return new HealthHandler(answers, metrics, new AccessRule(BearerToken.of(token), false));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        handle(exchange, exchange.getHttpContext().getPath());
    }

    /** Answers below a path. */
    void handle(HttpExchange exchange, String root) throws IOException {
        reply(exchange, root).send(exchange);
    }

    private JsonReply reply(HttpExchange exchange, String root) {
        try {
            RequestTarget target = RequestTarget.of(exchange);
            String path = target.below(root);
            if (path == null || !serves(path)) {
                throw new RequestRefusedException(JsonReply.NOT_FOUND, "no such path");
            }
            if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
                return JsonReply.error(JsonReply.METHOD_NOT_ALLOWED, "only GET and HEAD are answered")
                        .with("Allow", "GET, HEAD");
            }
            if (hasBody(exchange.getRequestHeaders())) {
                return JsonReply.error(JsonReply.CONTENT_TOO_LARGE, "no body is read here")
                        .with("Connection", "close");
            }
            JsonReply refused = OPEN.contains(path) ? null : access.refusal(exchange);
            return refused == null ? answer(path, target) : refused;
        } catch (RequestRefusedException refusal) {
            return refusal.reply();
        } catch (RuntimeException mistake) {
            LOG.log(System.Logger.Level.WARNING, "a request could not be answered", mistake);
            return JsonReply.error(JsonReply.INTERNAL_ERROR, "internal error; the log of the server says more");
        }
    }

    /** Tells whether this is a path of the handler. */
    static boolean serves(String path) {
        return path.equals(ELECTIONS)
                || path.startsWith(ELECTIONS + "/")
                || path.equals(METRICS)
                || OPEN.contains(path);
    }

    private static boolean hasBody(Headers headers) {
        String length = headers.getFirst("Content-Length");
        return headers.containsKey("Transfer-Encoding") || (length != null && !length.equals("0"));
    }

    private JsonReply answer(String path, RequestTarget target) throws RequestRefusedException {
        if (path.equals(LEADERSHIP)) {
            return answers.leadership(target.election());
        }
        target.requireNoQuery();
        return switch (path) {
            case LIVEZ -> answers.livez();
            case READYZ -> answers.readyz();
            case ELECTIONS -> answers.elections();
            case METRICS ->
                JsonReply.ok(metrics.get().stripTrailing()).with("Content-Type", PrometheusText.CONTENT_TYPE);
            default -> answers.election(path.substring(ELECTIONS.length() + 1));
        };
    }
}
