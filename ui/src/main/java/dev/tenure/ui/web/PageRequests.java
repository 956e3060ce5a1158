package dev.tenure.ui.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.json.JsonText;
import dev.tenure.http.json.RequestRefusedException;
import dev.tenure.http.server.RequestTarget;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.UnreadableRecordException;
import dev.tenure.ui.store.ElectionRow;
import dev.tenure.ui.store.ElectionRows;
import dev.tenure.ui.store.StoreReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers the requests of browsers. Thread-safe. */
public final class PageRequests {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.ui");
    private static final int MOST_BODY = 4 * 1024;
    private static final int MOST_IDS = 100;
    private static final Pattern API = Pattern.compile(".*/api/(.+)");
    private static final Pattern ELECTION = Pattern.compile("elections/([0-9]{1,9})");
    private static final Pattern HAND_OVER = Pattern.compile("elections/([0-9]{1,9})/handover");
    private static final Pattern CHECK = Pattern.compile("stores/([0-9]{1,3})/check");
    private static final Pattern IDS = Pattern.compile("ids=([0-9]{1,9}(,[0-9]{1,9})*)");
    private static final Pattern AFTER = Pattern.compile("run=([0-9a-f]{1,64})&after=([0-9]{1,18})");
    private static final Set<String> POSTED = Set.of("login", "logout");

    /** Nothing is loaded from elsewhere, nothing runs that is written into the page, and no other page frames it. */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin");

    private final PageFiles files = new PageFiles();
    private final ElectionRows rows;
    private final PageMessages messages;
    private final ViewerStreams streams;
    private final PageAccess access;
    private final HandOverAction handOver;
    private final StoreChecks checks;

    /**
     * Creates the answers.
     *
     * @param operator who asks leaders to hand over, for the history
     */
    public PageRequests(
            ElectionRows rows, PageMessages messages, ViewerStreams streams, PageAccess access, String operator) {
        this.rows = rows;
        this.messages = messages;
        this.streams = streams;
        this.access = access;
        this.handOver = new HandOverAction(operator, messages.time());
        this.checks = new StoreChecks(messages.time());
    }

    public void handle(HttpExchange exchange) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        HEADERS.forEach(headers::set);
        JsonReply reply;
        try {
            reply = reply(exchange);
        } catch (RequestRefusedException refused) {
            reply = refused.reply();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            exchange.close();
            return;
        } catch (RuntimeException mistake) {
            LOG.log(System.Logger.Level.WARNING, "a request to the page could not be answered", mistake);
            reply = JsonReply.error(JsonReply.INTERNAL_ERROR, "internal error; the log of the server says more");
        }
        if (reply != null) { // otherwise a stream answers
            reply.send(exchange);
        }
    }

    private @Nullable JsonReply reply(HttpExchange exchange)
            throws RequestRefusedException, IOException, InterruptedException {
        RequestTarget target = RequestTarget.of(exchange);
        Matcher api = API.matcher(target.path());
        boolean posted = exchange.getRequestMethod().equals("POST");
        if (!posted && !Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
            return notAllowed("GET, HEAD, POST");
        }
        if (!api.matches()) {
            return posted ? notAllowed("GET, HEAD") : file(target);
        }
        PageAccess.requireOwnPage(exchange);
        if (posted) {
            return posted(exchange, api.group(1));
        }
        return POSTED.contains(api.group(1)) || HAND_OVER.matcher(api.group(1)).matches()
                ? notAllowed("POST")
                : asked(exchange, api.group(1), target.query());
    }

    private static JsonReply notAllowed(String allowed) {
        return JsonReply.error(JsonReply.METHOD_NOT_ALLOWED, "only " + allowed + " are answered here")
                .with("Allow", allowed);
    }

    private JsonReply file(RequestTarget target) throws RequestRefusedException {
        String path = target.path();
        String name = path.substring(path.lastIndexOf('/') + 1);
        JsonReply file = files.find(name.isEmpty() ? PageFiles.INDEX : name);
        if (file != null) {
            return file;
        }
        if (!name.matches("[A-Za-z0-9_~-]+")) {
            throw noSuchPath();
        }
        // Mounted at a path: the page's own links are relative to a folder.
        return new JsonReply(308, "", Map.of("Location", name + "/" + PageFiles.INDEX));
    }

    private static RequestRefusedException noSuchPath() {
        return new RequestRefusedException(JsonReply.NOT_FOUND, "no such path");
    }

    // ---- questions

    private @Nullable JsonReply asked(HttpExchange exchange, String path, @Nullable String query)
            throws RequestRefusedException, InterruptedException {
        if (path.equals("session")) {
            return session(exchange);
        }
        access.requireReader(exchange);
        switch (path) {
            case "events" -> {
                return events(exchange);
            }
            case "elections" -> {
                messages.look();
                return JsonReply.ok(messages.text(rows.since(after(query))));
            }
            case "look" -> {
                Matcher ids = IDS.matcher(query == null ? "" : query);
                if (!ids.matches()) {
                    throw new RequestRefusedException(JsonReply.BAD_REQUEST, "the query may only be ids=N,N,…");
                }
                look(ids.group(1).split(",", MOST_IDS + 1));
                return JsonReply.ok("{}");
            }
            default -> {
                return one(path);
            }
        }
    }

    private JsonReply one(String path) throws RequestRefusedException, InterruptedException {
        Matcher election = ELECTION.matcher(path);
        Matcher check = CHECK.matcher(path);
        if (election.matches()) {
            messages.look();
            return detail(Integer.parseInt(election.group(1)));
        }
        if (check.matches()) {
            return JsonReply.ok(
                    checks.json(reader(Integer.parseInt(check.group(1))).store()));
        }
        throw noSuchPath();
    }

    private JsonReply session(HttpExchange exchange) {
        return JsonReply.ok(JsonText.object(json -> {
            json.writeBooleanField("mayRead", access.mayRead(exchange));
            json.writeBooleanField("mayAct", access.mayAct(exchange));
            json.writeBooleanField("actions", access.allowsActions());
            json.writeBooleanField("known", access.isKnown(exchange));
            json.writeBooleanField("hasLogin", access.hasLogin());
        }));
    }

    private @Nullable JsonReply events(HttpExchange exchange) {
        if (exchange.getRequestMethod().equals("GET") && streams.open(exchange, () -> access.mayRead(exchange))) {
            return null;
        }
        return JsonReply.error(
                JsonReply.UNAVAILABLE,
                ViewerStreams.MOST + " viewers have live updates already: this one is told every other second instead");
    }

    /** Returns the version that the viewer has; 0 if it is of another start of the server. */
    private long after(@Nullable String query) throws RequestRefusedException {
        if (query == null) {
            return 0;
        }
        Matcher after = AFTER.matcher(query);
        if (!after.matches()) {
            throw new RequestRefusedException(JsonReply.BAD_REQUEST, "the query may only be run=TEXT&after=N");
        }
        return after.group(1).equals(messages.run()) ? Long.parseLong(after.group(2)) : 0;
    }

    private void look(String... ids) {
        for (int i = 0; i < Math.min(MOST_IDS, ids.length); i++) {
            int id = Integer.parseInt(ids[i]);
            if (StoreReader.storeOf(id) < messages.readers().size()) {
                messages.readers().get(StoreReader.storeOf(id)).reader().look(id);
            }
        }
    }

    private JsonReply detail(int id) throws RequestRefusedException {
        ElectionRow row = row(id);
        String detail = reader(StoreReader.storeOf(id)).open(row.id());
        return JsonReply.ok(
                "{\"id\":" + id + ",\"now\":" + messages.time().wallMillis() + ",\"detail\":" + detail + "}");
    }

    private ElectionRow row(int id) throws RequestRefusedException {
        ElectionRow row = rows.find(id);
        if (row == null) {
            throw new RequestRefusedException(JsonReply.NOT_FOUND, "no such election");
        }
        return row;
    }

    private StoreReader reader(int store) throws RequestRefusedException {
        if (store >= messages.readers().size()) {
            throw new RequestRefusedException(JsonReply.NOT_FOUND, "no such store");
        }
        return messages.readers().get(store).reader();
    }

    // ---- what changes something

    private JsonReply posted(HttpExchange exchange, String path) throws RequestRefusedException, IOException {
        PageAccess.requirePostOfOwnPage(exchange);
        RecordFields fields = body(exchange);
        Matcher election = HAND_OVER.matcher(path);
        Matcher check = CHECK.matcher(path);
        if (path.equals("login")) {
            return login(exchange, fields.has("secret") ? fields.text("secret") : "");
        }
        if (path.equals("logout")) {
            return JsonReply.ok("{}").with("Set-Cookie", access.logout(exchange));
        }
        if (election.matches()) {
            access.requireActor(exchange);
            ElectionRow row = row(Integer.parseInt(election.group(1)));
            return handOver.ask(
                    reader(row.store()).store(), row, token(fields), fields.has("to") ? fields.text("to") : null);
        }
        if (check.matches()) {
            access.requireReader(exchange);
            return JsonReply.ok(
                    checks.begin(reader(Integer.parseInt(check.group(1))).store()));
        }
        throw noSuchPath();
    }

    private static long token(RecordFields fields) throws RequestRefusedException {
        String text = fields.has("token") ? fields.text("token") : "";
        if (!text.matches("[0-9]{1,18}")) {
            throw new RequestRefusedException(JsonReply.BAD_REQUEST, "name the token of the term that shall end");
        }
        return Long.parseLong(text);
    }

    private JsonReply login(HttpExchange exchange, String secret) throws RequestRefusedException {
        String cookie = access.login(exchange, secret);
        if (cookie == null) {
            throw new RequestRefusedException(JsonReply.UNAUTHORIZED, "this is not the token of this page");
        }
        return JsonReply.ok("{}").with("Set-Cookie", cookie);
    }

    private static RecordFields body(HttpExchange exchange) throws IOException, RequestRefusedException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY + 1);
        if (body.length > MOST_BODY) {
            throw new RequestRefusedException(
                    JsonReply.CONTENT_TOO_LARGE, "the body is larger than " + MOST_BODY + " bytes");
        }
        try {
            return FlatJson.parse(new String(body, StandardCharsets.UTF_8));
        } catch (UnreadableRecordException malformed) {
            throw new RequestRefusedException(JsonReply.BAD_REQUEST, "the body is no JSON object");
        }
    }
}
