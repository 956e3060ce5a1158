package dev.tenure.store.route53;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.aws.contract.FaultyHttpServer;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Route53 at the wire, as far as elections use it: HTTP and XML as AWS's SDK speaks them. Written from AWS's API
 * reference and developer guide.
 *
 * <p>Batches are atomic, a DELETE must match exactly, names are normalised and escaped, lists are in order and in
 * pages, requests are throttled by a bucket, a change during another is refused with PriorRequestNotComplete, and a
 * change is PENDING until it is synced, while lists show it at once.
 *
 * <p>Where it deviates: signatures are looked for, not checked. The limits per action and on changes per second are not
 * kept, only the one on requests. The conflict of a CNAME with other records, aliases, and routing policies beyond a
 * set identifier are unknown to it. Nothing is ever answered by DNS.
 */
final class FakeRoute53 extends FaultyHttpServer {
    private static final Pattern RECORDS = Pattern.compile("/2013-04-01/hostedzone/([^/]+)/rrset/?");
    private static final Pattern ZONE = Pattern.compile("/2013-04-01/hostedzone/([^/]+)");
    private static final Pattern CHANGE = Pattern.compile("/2013-04-01/change/([^/]+)");
    private static final int MOST_ITEMS = 300;

    private final Map<String, FakeZone> zones = new ConcurrentHashMap<>();
    private final Semaphore changing = new Semaphore(1);
    private final AtomicLong changes = new AtomicLong();
    private volatile long synced;
    private volatile @Nullable FakeBucket limit;
    private volatile Duration changeTakes = Duration.ZERO;
    private volatile boolean asDocumented;
    private volatile boolean wordless;

    /** Makes a zone, as an owner of a domain would. */
    FakeZone createZone(String id, String name) {
        FakeZone zone = new FakeZone(name);
        zones.put(id, zone);
        return zone;
    }

    void deleteZone(String id) {
        zones.remove(id);
    }

    void restoreZone(String id, FakeZone zone) {
        zones.put(id, zone);
    }

    /** Keeps this limit on requests from now on; AWS has 50 at once and 10 a second, for a whole account. */
    void limit(int burst, double perSecond) {
        limit = new FakeBucket(burst, perSecond);
    }

    /** Lets each change take this long; others at the same time are refused with PriorRequestNotComplete. */
    void changesTake(Duration duration) {
        changeTakes = duration;
    }

    /** Reports errors in a batch in the documented form, not in the observed one. */
    void errorsAsDocumented() {
        asDocumented = true;
    }

    /** Names no record in errors of a batch from now on. */
    void wordless() {
        wordless = true;
    }

    /** Lets all changes so far reach all name servers. */
    void sync() {
        synced = changes.get();
    }

    @Override
    protected Call read(HttpExchange exchange, byte[] body) {
        boolean post = exchange.getRequestMethod().equals("POST");
        URI uri = exchange.getRequestURI();
        String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        return new Call(action(post, uri.getPath()), post ? new String(body, StandardCharsets.UTF_8) : query);
    }

    @Override
    protected Reply carryOut(HttpExchange exchange, Call call) {
        String signature = exchange.getRequestHeaders().getFirst("Authorization");
        return signature == null || !signature.startsWith("AWS4-HMAC-SHA256 ")
                ? error(403, "MissingAuthenticationToken", "Missing Authentication Token")
                : reply(call.action(), exchange.getRequestURI(), call.text());
    }

    @Override
    protected String errorText(Fate fate) {
        return WireXml.error(fate.code(), "as the test wants");
    }

    @Override
    protected String contentType() {
        return "text/xml";
    }

    private static String action(boolean post, String path) {
        if (RECORDS.matcher(path).matches()) {
            return post ? "ChangeResourceRecordSets" : "ListResourceRecordSets";
        }
        return ZONE.matcher(path).matches()
                ? "GetHostedZone"
                : CHANGE.matcher(path).matches() ? "GetChange" : path;
    }

    private Reply reply(String action, URI uri, String text) {
        FakeBucket bucket = limit;
        if (bucket != null && !bucket.take()) {
            return error(400, "Throttling", "Rate exceeded");
        }
        if (action.equals("GetChange")) {
            String id = id(CHANGE, uri);
            return new Reply(
                    200, WireXml.changeInfo("GetChangeResponse", id, Long.parseLong(id.substring(1)) <= synced));
        }
        String id = id(action.equals("GetHostedZone") ? ZONE : RECORDS, uri);
        FakeZone zone = zones.get(id);
        if (zone == null) {
            return error(404, "NoSuchHostedZone", "No hosted zone found with ID: " + id);
        }
        return switch (action) {
            case "GetHostedZone" -> new Reply(200, WireXml.zone(id, zone));
            case "ListResourceRecordSets" -> list(zone, parameters(text));
            default -> change(zone, text);
        };
    }

    private static String id(Pattern pattern, URI uri) {
        Matcher matcher = pattern.matcher(uri.getPath());
        return matcher.matches() ? matcher.group(1) : "";
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return parameters;
    }

    private static Reply list(FakeZone zone, Map<String, String> parameters) {
        String name = parameters.get("name");
        String type = parameters.get("type");
        if (name == null && type != null) {
            return error(400, "InvalidInput", "A type needs a name");
        }
        int most = Math.min(MOST_ITEMS, Integer.parseInt(parameters.getOrDefault("maxitems", "300")));
        return new Reply(200, WireXml.page(zone.from(name, type), most));
    }

    private Reply change(FakeZone zone, String body) {
        if (!changing.tryAcquire() && !changeTakes.isZero()) {
            return error(
                    400,
                    "PriorRequestNotComplete",
                    "The request was rejected because Route 53 was still processing a prior request.");
        }
        try {
            LockSupport.parkNanos(changeTakes.toNanos());
            List<String> problems = zone.change(WireXml.changes(body));
            if (problems.isEmpty()) {
                String id = "C" + changes.incrementAndGet();
                return new Reply(200, WireXml.changeInfo("ChangeResourceRecordSetsResponse", id, false));
            }
            return asDocumented
                    ? new Reply(400, WireXml.documentedBatchError(problems))
                    : error(400, "InvalidChangeBatch", wordless ? "[Conflict]" : problems.toString());
        } finally {
            changing.drainPermits();
            changing.release();
        }
    }

    private static Reply error(int status, String code, String message) {
        return new Reply(status, WireXml.error(code, message));
    }
}
