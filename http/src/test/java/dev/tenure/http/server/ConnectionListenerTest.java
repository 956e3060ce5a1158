package dev.tenure.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import dev.tenure.http.HealthServer;
import dev.tenure.http.HealthServerBuilder;
import dev.tenure.http.Tls;
import dev.tenure.http.fixtures.Certificates;
import dev.tenure.http.fixtures.HttpTestClient;
import dev.tenure.http.fixtures.RawConnection;
import dev.tenure.testkit.ManualCandidate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link ConnectionListener}, over real sockets. */
@Tag("slow")
class ConnectionListenerTest {
    private static final String LAST = "GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    private final ManualCandidate candidate = new ManualCandidate("node-1");

    private static final HttpHandler ECHO = exchange -> {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    };

    private HealthServerBuilder builder() {
        return HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .deadline(Duration.ofMinutes(10)) // not the matter of these tests
                .mount("/echo", ECHO);
    }

    private String answers(String requests) throws IOException {
        try (HealthServer server = builder().start();
                RawConnection wire = new RawConnection(server)) {
            return wire.send(requests).receive();
        }
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        String answers = answers("GET /livez HTTP/1.1\r\n\r\nHEAD /livez HTTP/1.1\r\n\r\n" + LAST);

        assertThat(count(answers, "HTTP/1.1 ")).isEqualTo(3);
        assertThat(count(answers, "\"alive\"")).as("HEAD has no body").isEqualTo(1);
        assertThat(answers.indexOf("alive")).isLessThan(answers.indexOf("HTTP/1.1 404"));
    }

    @Test
    void unreadBodyIsNotParsedAsRequest() throws Exception {
        String inner = "GET /livez HTTP/1.1\r\n\r\n";

        String answers =
                answers("POST /livez HTTP/1.1\r\nContent-Length: " + inner.length() + "\r\n\r\n" + inner + LAST);

        assertThat(count(answers, "HTTP/1.1 ")).isEqualTo(2);
        assertThat(answers).startsWith("HTTP/1.1 405").doesNotContain("alive");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET  /livez HTTP/1.1\r\n\r\n",
                "GET /livez HTTP/2.0\r\n\r\n",
                "GET /livez\r\n\r\n",
                "GET /livez HTTP/1.1\n\n",
                "GET /livez HTTP/1.1\r\nA : b\r\n\r\n",
                "GET /livez HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
                "GET /livez HTTP/1.1\r\nA: b\u0000\r\n\r\n",
                "GET /livez HTTP/1.1\r\nA: b\rX: y\r\n\r\n",
                "GET /livez HTTP/1.1\r\nContent-Length: +0\r\n\r\n",
                "GET /livez HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
                "GET /livez HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "CONNECT a:80 HTTP/1.1\r\n\r\n",
                "GET mailto:a HTTP/1.1\r\n\r\n",
                "\u0016\u0003\u0001\r\n\r\n"
            })
    void ambiguousRequestsAreRefused(String request) throws Exception {
        assertThat(answers(request + LAST))
                .startsWith("HTTP/1.1 400")
                .satisfies(answer -> assertThat(count(answer, "HTTP/1.1 ")).isEqualTo(1));
    }

    @Test
    void tooManyHeadersAreRefused() throws Exception {
        assertThat(answers("GET /livez HTTP/1.1\r\n" + "A: b\r\n".repeat(65) + "\r\n"))
                .startsWith("HTTP/1.1 431");
    }

    @Test
    void http10ConnectionIsClosedAfterTheAnswer() throws Exception {
        assertThat(answers("GET /livez HTTP/1.0\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .contains("close", "alive");
    }

    @Test
    void waitingClientIsToldToContinue() throws Exception {
        try (HealthServer server = builder().start();
                RawConnection wire = new RawConnection(server)) {
            wire.send("""
                    POST /echo HTTP/1.1\r
                    Host: localhost\r
                    Connection: close\r
                    Expect: 100-continue\r
                    Content-Length: 5\r
                    \r
                    """);

            assertThat(wire.receive(4)).isEqualTo("HTTP");
            assertThat(wire.send("hello").receive()).contains("/1.1 100").endsWith("hello");
        }
    }

    @Test
    void refusedClientIsNotToldToContinue() throws Exception {
        String answers = answers("POST /livez HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n" + LAST);

        assertThat(count(answers, "HTTP/1.1 ")).isEqualTo(1);
        assertThat(answers).startsWith("HTTP/1.1 405").contains("Connection: close");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largeBodiesPassInBothDirections(boolean encrypted, @TempDir Path folder) throws Exception {
        Certificates authority = new Certificates(folder, "ours");
        Tls certified = authority.issue("server", "EC").tls();
        String text = "0123456789".repeat(30_000);
        try (HealthServer server = (encrypted ? builder().tls(certified) : builder()).start()) {
            Tls believing = Tls.withoutCertificate().trusting(authority.authority());
            HttpTestClient client =
                    encrypted ? HttpTestClient.to(server.uri(), believing) : HttpTestClient.to(server.uri());
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.uri() + "/echo"))
                    .POST(HttpRequest.BodyPublishers.ofString(text))
                    .build();

            for (int i = 0; i < 3; i++) {
                assertThat(client.http()
                                .send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.US_ASCII))
                                .body())
                        .isEqualTo(text);
            }
        }
    }
}
