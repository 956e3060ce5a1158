package dev.tenure.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.http.fixtures.HttpTestClient;
import dev.tenure.http.fixtures.RawConnection;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.server.ServerLimits;
import dev.tenure.testkit.ManualCandidate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Handlers mounted on {@link HealthServer}, and {@link HealthHandler} mounted elsewhere. */
class MountedHandlerTest {
    private static final String TOKEN = HttpTestClient.TOKEN;

    /** More than there are threads. */
    private static final int HELD = ServerLimits.within(Duration.ofSeconds(1)).served() + 10;

    private final ManualCandidate candidate = new ManualCandidate("node-1");

    private HealthServerBuilder builder() {
        return HealthServer.on(candidate).bind("127.0.0.1", 0);
    }

    private static HttpHandler saying(String text) {
        return exchange -> new JsonReply(200, text, java.util.Map.of()).send(exchange);
    }

    @Test
    void mountedHandlerAnswersItsPathAndBelow() throws Exception {
        try (HealthServer server = builder()
                .mount("/peer", saying("peer"))
                .mount("/peer/inner", saying("inner"))
                .start()) {
            HttpTestClient client = HttpTestClient.to(server.uri());

            assertThat(client.get("/peer").body()).isEqualTo("peer\n");
            assertThat(client.send("POST", "/peer/x?y=z").body()).isEqualTo("peer\n");
            assertThat(client.get("/peer/inner/x").body()).isEqualTo("inner\n");
            assertThat(client.get("/peers").statusCode()).isEqualTo(404);
            assertThat(client.get("/livez").statusCode()).isEqualTo(200);
            assertThat(RawConnection.status(RawConnection.ask(server, "GET /peer/../livez HTTP/1.1")))
                    .isEqualTo(400);
        }
        for (String path : new String[] {"", "peer", "/peer/", "/pe er", "/../x"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> builder().mount(path, saying("x")));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().mount("/peer", saying("x")).mount("/peer", saying("y")))
                .withMessageContaining("already");
    }

    @Test
    void exceptionOfAMountedHandlerIsHidden() throws Exception {
        HttpHandler broken = exchange -> {
            throw new IllegalStateException("secret");
        };
        try (HealthServer server = builder().mount("/peer", broken).start()) {
            HttpResponse<String> answer = HttpTestClient.to(server.uri()).get("/peer");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).doesNotContain("secret", "at dev.");
        }
    }

    /** As the peer channel holds them: without a thread, and longer than the deadline. */
    @Test
    void heldRequestsTakeNoThreadAndOutliveTheDeadline() throws Exception {
        BlockingQueue<HttpExchange> held = new LinkedBlockingQueue<>();
        try (HealthServer server = builder()
                .deadline(Duration.ofMillis(200))
                .mount("/peer", held::add)
                .start()) {
            HttpTestClient client = HttpTestClient.to(server.uri());
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < HELD; i++) {
                answers.add(
                        CompletableFuture.supplyAsync(() -> ask(client, "/peer"), task -> new Thread(task).start()));
            }
            List<HttpExchange> all = new ArrayList<>();
            while (all.size() < answers.size()) {
                HttpExchange one = held.poll(HttpTestClient.LIMIT.toSeconds(), TimeUnit.SECONDS);
                assertThat(one).isNotNull();
                all.add(one);
            }
            try (RawConnection slow = new RawConnection(server)) {
                slow.send("GET ").receive(); // is cut off at the deadline, which the held ones have passed then
            }

            assertThat(client.get("/livez").statusCode()).isEqualTo(200);
            for (HttpExchange one : all) {
                JsonReply.ok("later").send(one);
            }
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertThat(answer.get(HttpTestClient.LIMIT.toSeconds(), TimeUnit.SECONDS)
                                .body())
                        .isEqualTo("later\n");
            }
        }
    }

    private static HttpResponse<String> ask(HttpTestClient client, String path) {
        try {
            return client.get(path);
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void tokenGuardsEverythingButProbes() throws Exception {
        candidate.stand("payroll");
        try (HealthServer server =
                builder().bearerToken(TOKEN).mount("/peer", saying("peer")).start()) {
            HttpTestClient client = HttpTestClient.to(server.uri());

            for (String path : new String[] {"/elections", "/elections/payroll", "/metrics", "/peer", "/x"}) {
                HttpResponse<String> refused = client.get(path);
                assertThat(refused.statusCode()).as(path).isEqualTo(401);
                assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
                for (String wrong : new String[] {
                    "Bearer " + TOKEN + "0",
                    "Bearer " + TOKEN.substring(1),
                    "Basic " + TOKEN,
                    TOKEN,
                    "Bearer",
                    "Bearer "
                }) {
                    assertThat(client.get(path, "Authorization", wrong).statusCode())
                            .as(wrong)
                            .isEqualTo(401);
                }
                assertThat(client.get(path, "Authorization", "Bearer " + TOKEN, "Authorization", "Bearer x")
                                .statusCode())
                        .isEqualTo(401);
            }
            assertThat(client.get("/elections", "Authorization", "Bearer " + TOKEN)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(client.get("/peer", "Authorization", "bearer " + TOKEN).body())
                    .isEqualTo("peer\n");
            assertThat(client.get("/livez").statusCode()).isEqualTo(200);
            assertThat(client.get("/readyz").statusCode()).isNotEqualTo(401);
            assertThat(client.get("/health/leadership").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void weakTokensAreRefusedAndNeverQuoted() {
        for (String weak : new String[] {"", "short-one", "with space and more", "with\r\nnewline-and-more"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder().bearerToken(weak))
                    .withMessageContaining("openssl rand")
                    .satisfies(refused -> assertThat(weak.isEmpty()
                                    || !String.valueOf(refused.getMessage()).contains(weak))
                            .isTrue());
        }
    }

    // The JDK's server answers on its own thread, which is enough here.
    @Test
    void handlerWorksInAnotherServer() throws Exception {
        candidate.stand("payroll");
        candidate.election("payroll").acquire();
        HttpServer own = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        own.createContext("/internal/tenure", HealthHandler.of(candidate).withBearerToken(TOKEN));
        own.createContext("/", saying("the application"));
        own.start();
        try {
            HttpTestClient client = HttpTestClient.to(
                    URI.create("http://127.0.0.1:" + own.getAddress().getPort()));

            assertThat(client.get("/internal/tenure/health/leadership").statusCode())
                    .isEqualTo(200);
            assertThat(client.get("/internal/tenure/elections/payroll", "Authorization", "Bearer " + TOKEN)
                            .body())
                    .contains("\"role\":\"leader\"");
            assertThat(client.get("/internal/tenure/livez").statusCode()).isEqualTo(200);
            assertThat(client.get("/internal/tenure").statusCode()).isEqualTo(404);
            assertThat(client.get("/internal/tenurelivez").statusCode()).isEqualTo(404);
            assertThat(client.get("/x").body()).isEqualTo("the application\n");
        } finally {
            own.stop(0);
        }
    }
}
