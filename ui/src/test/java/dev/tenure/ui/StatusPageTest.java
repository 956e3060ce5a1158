package dev.tenure.ui;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.tenure.http.HealthServer;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.ui.fixtures.ListedStore;
import dev.tenure.ui.fixtures.PageClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link StatusPage}: who is answered, and what. */
@Timeout(120)
class StatusPageTest {
    private static final TimeSource TIME = TimeSource.system();
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final String BAD_NAME = "<script>alert(1)</script>";

    private final ManualCandidate candidate = new ManualCandidate("node-1");
    private final ListedStore store = new ListedStore(TIME).with("payroll").with(BAD_NAME);
    private StatusPage page;
    private HealthServer server;
    private PageClient client;

    private StatusPageBuilder builder() {
        store.claim("payroll", "node-1", TIME);
        return StatusPage.builder().store("a store", store).operator("op");
    }

    @BeforeEach
    void begin() throws IOException {
        page = builder().build();
        server =
                HealthServer.on(candidate).bind("127.0.0.1", 0).mount("/", page).start();
        client = new PageClient(server.uri());
    }

    /** Serves this page instead of the first one. */
    private void serve(StatusPage served) throws IOException {
        close();
        page = served;
        server = HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .mount("/", served)
                .start();
        client = new PageClient(server.uri());
    }

    @AfterEach
    void close() {
        page.close();
        server.close();
    }

    private long token() {
        return store.inspect("payroll", Deadline.after(TIME, PageClient.LIMIT)).lastToken();
    }

    private Map<String, Request> pending() {
        return store.requests().pending(List.of("payroll"), Deadline.after(TIME, PageClient.LIMIT));
    }

    /** Returns the path of the election, once it was read. */
    private String payroll() throws IOException, InterruptedException {
        Matcher id = Pattern.compile("\"id\":(\\d+),\"store\":0,\"election\":\"payroll\"")
                .matcher(client.get("/api/elections").body());
        assertThat(id.find()).isTrue();
        return "/api/elections/" + id.group(1);
    }

    @Test
    void withoutATokenThisMachineMayReadAndNobodyMayAct() throws Exception {
        serve(builder().actions().build());

        assertThat(client.get("/api/elections").body()).contains("\"leader\":\"node-1\"");
        assertThat(client.get("/api/session").body())
                .contains("\"mayRead\":true")
                .contains("\"mayAct\":false");
        HttpResponse<String> refused = client.post(payroll() + "/handover", "{\"token\":\"" + token() + "\"}");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(pending()).isEmpty();
    }

    @Test
    void aPageThatIsReadOnlyRefusesActionsAlsoWithTheToken() throws Exception {
        serve(builder().token(TOKEN).build());
        assertThat(client.post("/api/login", "{\"secret\":\"" + TOKEN + "\"}").statusCode())
                .isEqualTo(200);

        HttpResponse<String> refused = client.post(payroll() + "/handover", "{\"token\":\"" + token() + "\"}");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("read-only");
        assertThat(pending()).isEmpty();
    }

    @Test
    void withATokenNothingIsReadBeforeTheLogin() throws Exception {
        serve(builder().token(TOKEN).build());

        for (String path : List.of("elections", "events", "elections/1", "look?ids=1", "stores/0/check")) {
            assertThat(client.get("/api/" + path).statusCode()).as(path).isEqualTo(401);
        }
        assertThat(client.post("/api/stores/0/check", "{}").statusCode()).isEqualTo(401);
        assertThat(client.post("/api/login", "{\"secret\":\"" + TOKEN + "x\"}").statusCode())
                .isEqualTo(401);
        assertThat(client.get("/").statusCode()).isEqualTo(200);
        assertThat(store.read).hasSizeLessThanOrEqualTo(1); // by the claim of this test
    }

    @Test
    void aLoginLastsUntilTheLogout() throws Exception {
        serve(builder().token(TOKEN).build());
        HttpResponse<String> login = client.post("/api/login", "{\"secret\":\"" + TOKEN + "\"}");

        assertThat(login.headers().firstValue("Set-Cookie").orElseThrow())
                .contains("HttpOnly")
                .contains("SameSite=Strict");
        assertThat(client.get("/api/elections").statusCode()).isEqualTo(200);
        client.post("/api/logout", "{}");
        assertThat(client.get("/api/elections").statusCode()).isEqualTo(401);
    }

    @Test
    void whoLoggedInMayAskTheLeaderOfTheTermItSees() throws Exception {
        serve(builder().actions().build());
        assertThat(client.post("/api/login", "{\"secret\":\"" + page.newLogin() + "\"}")
                        .statusCode())
                .isEqualTo(200);
        String path = payroll() + "/handover";

        assertThat(client.post(path, "{\"token\":\"12345\"}").statusCode()).isEqualTo(409);
        assertThat(client.post(path, "{}").statusCode()).isEqualTo(400);
        assertThat(client.post(path, "{\"token\":\"" + token() + "\",\"to\":\"nobody\"}")
                        .statusCode())
                .isEqualTo(409);
        assertThat(pending()).isEmpty();
        assertThat(client.post(path, "{\"token\":\"" + token() + "\"}").statusCode())
                .isEqualTo(200);
        Request asked = requireNonNull(pending().get("payroll"));
        assertThat(asked.token()).isEqualTo(token());
        assertThat(asked.by()).isEqualTo("op");
    }

    @Test
    void aLoginLinkWorksOnce() throws Exception {
        serve(builder().actions().build());
        String secret = page.newLogin();

        assertThat(client.post("/api/login", "{\"secret\":\"" + secret + "\"}").statusCode())
                .isEqualTo(200);
        assertThat(client.post("/api/login", "{\"secret\":\"" + secret + "\"}").statusCode())
                .isEqualTo(401);
    }

    @Test
    void foreignPagesAreRefusedWhateverTheBrowserAdds() throws Exception {
        serve(builder().actions().build());
        client.post("/api/login", "{\"secret\":\"" + page.newLogin() + "\"}");
        String path = payroll() + "/handover";
        String body = "{\"token\":\"" + token() + "\"}";
        String[] json = {"Content-Type", "application/json"};

        assertThat(client.post(path, body, "Origin", "http://evil.example", json[0], json[1])
                        .statusCode())
                .isEqualTo(403);
        assertThat(client.post(path, body, "Origin", "http://127.0.0.1:1", json[0], json[1])
                        .statusCode())
                .isEqualTo(403);
        assertThat(client.post(path, body, "Origin", "null", json[0], json[1]).statusCode())
                .isEqualTo(403);
        assertThat(client.post(path, body, json).statusCode()).isEqualTo(403);
        assertThat(client.post(path, body, "Origin", server.uri().toString(), "Content-Type", "text/plain")
                        .statusCode())
                .isEqualTo(415);
        assertThat(client.get("/api/elections", "Sec-Fetch-Site", "cross-site").statusCode())
                .isEqualTo(403);
        assertThat(client.get("/api/elections", "Origin", "http://evil.example").statusCode())
                .isEqualTo(403);
        assertThat(pending()).isEmpty();
    }

    @Test
    void aNameThatPointsAtThisMachineIsNotAnswered() throws Exception {
        serve(builder().build());

        assertThat(PageClient.getAs(server, "/api/elections", "evil.example")).startsWith("HTTP/1.1 421");
        assertThat(PageClient.getAs(server, "/api/elections", "localhost:" + server.port()))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void everyAnswerForbidsWhatWasWrittenIntoThePage() throws Exception {
        serve(builder().build());

        for (String path : List.of("/", "/main.js", "/page.css", "/api/elections", "/nothing.txt")) {
            String policy = client.get(path)
                    .headers()
                    .firstValue("Content-Security-Policy")
                    .orElse("");
            assertThat(policy)
                    .as(path)
                    .contains("default-src 'none'; script-src 'self';")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe");
        }
        HttpResponse<String> elections = client.get("/api/elections");
        assertThat(elections.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(elections.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(client.get("/").body()).doesNotContain("alert(1)");
    }

    @Test
    void changesAreStreamedToViewers() throws Exception {
        serve(builder().build());
        try (InputStream events = client.events().body()) {
            PageClient.readUpTo(events, "\"leader\":\"node-1\"");

            store.claim("payroll", "node-2", TIME);

            assertThat(PageClient.readUpTo(events, "\"leader\":\"node-2\"")).isNotEmpty();
        }
    }

    @Test
    void oneViewerTooManyIsRefusedAndMayPoll() throws Exception {
        serve(builder().build());
        List<InputStream> open = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                HttpResponse<InputStream> stream = client.events();
                assertThat(stream.statusCode()).isEqualTo(200);
                open.add(stream.body());
            }

            HttpResponse<String> refused = client.get("/api/events");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("64 viewers");
            assertThat(client.get("/api/elections").statusCode()).isEqualTo(200);
        } finally {
            for (InputStream stream : open) {
                stream.close();
            }
        }
    }

    @Test
    void pathsMethodsAndBodiesThatFitNothingAreRefused() throws Exception {
        serve(builder().build());

        assertThat(client.get("/api/nothing").statusCode()).isEqualTo(404);
        assertThat(client.get("/api/elections/999").statusCode()).isEqualTo(404);
        assertThat(client.get("/api/stores/7/check").statusCode()).isEqualTo(404);
        assertThat(client.get("/api/look?ids=1;drop").statusCode()).isEqualTo(400);
        assertThat(client.get("/api/elections?after=x").statusCode()).isEqualTo(400);
        assertThat(client.get("/api/login").statusCode()).isEqualTo(405);
        assertThat(client.post("/main.js", "{}").statusCode()).isEqualTo(405);
        assertThat(client.post("/api/login", "[1").statusCode()).isEqualTo(400);
        assertThat(client.post("/api/login", "{\"secret\":\"" + "x".repeat(5000) + "\"}")
                        .statusCode())
                .isEqualTo(413);
        assertThat(client.get("/PageFiles.class").statusCode()).isEqualTo(404);
    }

    @Test
    void besideOtherAnswersOfAServerWithATokenThePageAsksForItsOwn() throws Exception {
        close();
        page = builder().token(TOKEN).build();
        server = HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .bearerToken("another-secret-of-the-server")
                .mount("/ui", page)
                .start();
        client = new PageClient(server.uri());

        assertThat(client.get("/ui").statusCode()).isEqualTo(308);
        assertThat(client.get("/ui").headers().firstValue("Location")).contains("ui/index.html");
        assertThat(client.get("/ui/index.html").body()).contains("<title>");
        assertThat(client.get("/ui/api/elections").statusCode()).isEqualTo(401);
        assertThat(client.get("/ui/api/elections", "Authorization", "Bearer " + TOKEN)
                        .statusCode())
                .isEqualTo(200);
        assertThat(client.get("/elections").statusCode()).isEqualTo(401);
    }

    @Test
    void aServerOfTheApplicationServesItToo() throws Exception {
        HttpServer own = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        own.setExecutor(threads);
        own.createContext("/ui", page);
        own.start();
        try {
            PageClient there = new PageClient(
                    URI.create("http://127.0.0.1:" + own.getAddress().getPort()));
            assertThat(there.get("/ui/index.html").statusCode()).isEqualTo(200);
            assertThat(there.get("/ui/api/elections").body()).contains("\"leader\":\"node-1\"");
        } finally {
            own.stop(0);
            threads.shutdownNow();
        }
    }

    @Test
    void whatCannotBeShownIsRefusedWithARemedy() {
        assertThatThrownBy(() -> StatusPage.builder().build()).hasMessageContaining("store(");
        assertThatThrownBy(() -> builder().token("short").build()).hasMessageContaining("openssl rand");
        assertThatThrownBy(() -> StatusPage.builder().operator("a\u001bb")).hasMessageContaining("cannot be printed");
    }
}
