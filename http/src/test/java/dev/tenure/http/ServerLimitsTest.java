package dev.tenure.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import dev.tenure.http.fixtures.Certificates;
import dev.tenure.http.fixtures.HttpTestClient;
import dev.tenure.http.fixtures.RawConnection;
import dev.tenure.testkit.ManualCandidate;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are slow, greedy or malicious, over real sockets. */
@Tag("slow")
class ServerLimitsTest {
    private static final int SLOW = 64;
    private static final int ENDLESS = 32_000;
    private static final String HALF_A_REQUEST = "GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";

    private final ManualCandidate candidate = new ManualCandidate("node-1");
    private final List<RawConnection> wires = new ArrayList<>();

    @AfterEach
    void hangUp() throws IOException {
        for (RawConnection wire : wires) {
            wire.close();
        }
    }

    private HealthServer serve() throws IOException {
        candidate.stand("payroll");
        return HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .bearerToken(HttpTestClient.TOKEN)
                .start();
    }

    private RawConnection wire(HealthServer server) throws IOException {
        RawConnection wire = new RawConnection(server);
        wires.add(wire);
        return wire;
    }

    @Test
    void probeIsAnsweredDespiteSlowClients() throws Exception {
        try (HealthServer server = patient()) {
            for (int i = 0; i < SLOW; i++) {
                wire(server).send(HALF_A_REQUEST);
            }

            assertThat(answered(HttpTestClient.to(server.uri()))).isEqualTo(200);
        }
    }

    @Test
    void probeIsAnsweredDespiteSlowHandshakes(@TempDir Path folder) throws Exception {
        Certificates authority = new Certificates(folder, "ours");
        Tls tls = authority.issue("server", "EC").tls();
        try (HealthServer server = HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .deadline(Duration.ofMinutes(10))
                .tls(tls)
                .start()) {
            for (int i = 0; i < SLOW; i++) {
                wire(server).send("\u0016\u0003\u0001"); // the first bytes of a handshake
            }
            Tls client = Tls.withoutCertificate().trusting(authority.authority());

            assertThat(answered(HttpTestClient.to(server.uri(), client))).isEqualTo(200);
        }
    }

    @Test
    void probeIsAnsweredDespiteEndlessBodies() throws Exception {
        try (HealthServer server = patient()) {
            for (int i = 0; i < SLOW; i++) {
                wire(server).send("POST /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx");
            }

            assertThat(answered(HttpTestClient.to(server.uri()))).isEqualTo(200);
        }
    }

    /** A server whose deadline never helps. */
    private HealthServer patient() throws IOException {
        return HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .deadline(Duration.ofMinutes(10))
                .start();
    }

    private static int answered(HttpTestClient client) throws Exception {
        return client.get("/livez").statusCode();
    }

    @Test
    void silentConnectionsHoldNoThread() throws Exception {
        try (HealthServer server = patient()) {
            for (int i = 0; i < 4 * SLOW; i++) {
                wire(server);
            }

            assertThat(answered(HttpTestClient.to(server.uri()))).isEqualTo(200);
        }
    }

    @Test
    void requestIsCutOffAtItsDeadline() throws Exception {
        try (HealthServer server = HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .deadline(Duration.ofMillis(300))
                .start()) {
            assertThat(wire(server).send(HALF_A_REQUEST).receive()).isEmpty();
            assertThat(answered(HttpTestClient.to(server.uri()))).isEqualTo(200);
        }
    }

    @Test
    void handlerThatIgnoresInterruptLosesItsConnection() throws Exception {
        HttpHandler stubborn = exchange -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ignored) {
                exchange.getRequestBody().readAllBytes();
            }
        };
        try (HealthServer server = HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .deadline(Duration.ofMillis(300))
                .mount("/stubborn", stubborn)
                .start()) {
            String request = "POST /stubborn HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n";

            assertThat(wire(server).send(request).receive()).isEmpty();
        }
    }

    @Test
    void closeIsQuickDespiteSlowClients() throws Exception {
        HealthServer server = patient();
        for (int i = 0; i < SLOW; i++) {
            wire(server).send(HALF_A_REQUEST);
        }

        CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);

        closed.get(HttpTestClient.LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(wires.get(0).receive()).isEmpty();
        server.close();
        assertThatThrownBy(() -> new RawConnection(server)).isInstanceOf(IOException.class);
    }

    @Test
    void pathsHaveOneSpelling() throws Exception {
        try (HealthServer server = serve()) {
            assertThat(status(server, "/elections/payroll")).isEqualTo(200);
            for (String trick : new String[] {
                "/elections//payroll",
                "/elections/",
                "//elections/payroll",
                "//localhost/livez",
                "/./livez",
                "/../livez",
                "/elections/../livez",
                "/elections/..",
                "/%2e%2e/livez",
                "/%6civez",
                "/elections/%70ayroll",
                "/elections/a%2Fb",
                "/elections/a%2fb",
                "/elections/a%5Cb",
                "/elections/a%00",
                "/elections/a%0d%0aX:y",
                "/elections/%FF",
                "/elections/%C0%AF",
                "/elections/ü",
                "/livez#x",
                "/livez\\x",
                "/livez%",
                "/livez%zz",
                "*"
            }) {
                assertThat(status(server, trick)).as(trick).isEqualTo(400);
            }
            assertThat(status(server, "/elections/" + "a".repeat(2000))).isEqualTo(414);
            for (String unknown : new String[] {
                "/", "/elections/unknown", "/livezz", "/LIVEZ", "/livez/x", "/health", "/health/leadership/x"
            }) {
                assertThat(status(server, unknown)).as(unknown).isEqualTo(404);
            }
        }
    }

    private static int status(HealthServer server, String path) throws IOException {
        return RawConnection.status(RawConnection.ask(
                server, "GET " + path + " HTTP/1.1", "Authorization: Bearer " + HttpTestClient.TOKEN));
    }

    @Test
    void malformedRequestsAreRefusedWithoutDetails() throws Exception {
        try (HealthServer server = HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .deadline(Duration.ofMillis(500)) // for which the JDK waits for the body it was promised
                .start()) {
            assertThat(RawConnection.status(RawConnection.ask(server, "NONSENSE")))
                    .isEqualTo(400);
            assertThat(RawConnection.status(RawConnection.ask(server, "GET /livez HTTP/1.1", "Bad Header: x")))
                    .isEqualTo(400);
            assertThat(RawConnection.status(RawConnection.ask(server, "GET /livez HTTP/1.1", "Content-Length: -1")))
                    .isEqualTo(400);
            assertThat(RawConnection.status(RawConnection.ask(server, "GET /livez HTTP/1.1", "Content-Length: 5")))
                    .isEqualTo(413);
            assertThat(RawConnection.status(
                            RawConnection.ask(server, "GET /livez HTTP/1.1", "Transfer-Encoding: chunked")))
                    .isEqualTo(411);
            String answer = RawConnection.ask(server, "GET /%zz HTTP/1.1") + RawConnection.ask(server, "\0\0\0");
            assertThat(answer).doesNotContain("Exception:", "\tat ", "dev.tenure");
            assertThat(answered(HttpTestClient.to(server.uri()))).isEqualTo(200);
        }
    }

    @Test
    void oversizedHeadsAreRefused() throws Exception {
        try (HealthServer server = serve()) {
            assertThat(endless(server, "GET /livez HTTP/1.1\r\n", "X-%d: " + "y".repeat(1000) + "\r\n"))
                    .isLessThan(ENDLESS);
            assertThat(endless(server, "GET /livez HTTP/1.1\r\nX: ", "y".repeat(1000)))
                    .isLessThan(ENDLESS);
            assertThat(answered(HttpTestClient.to(server.uri()))).isEqualTo(200);
        }
    }

    /** Returns how many pieces could be sent before the server closed the connection. */
    private int endless(HealthServer server, String beginning, String piece) throws IOException {
        RawConnection wire = wire(server).send(beginning);
        int sent = 0;
        try {
            while (sent < ENDLESS) {
                wire.send(piece.replace("%d", Integer.toString(sent)));
                sent++;
            }
        } catch (SocketException hungUp) {
            return sent;
        }
        return sent;
    }

    @Test
    void failureToListenNamesTheRemedy() throws Exception {
        try (HealthServer first = serve()) {
            assertThatThrownBy(() -> HealthServer.on(candidate)
                            .bind("127.0.0.1", first.port())
                            .start())
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + first.port())
                    .hasMessageContaining("a port that is free");
        }
        assertThatThrownBy(() -> HealthServer.on(candidate).bind("192.0.2.1", 0).start())
                .isInstanceOf(BindException.class)
                .hasMessageContaining("cannot listen on 192.0.2.1:0");
        assertThatThrownBy(() -> HealthServer.on(candidate)
                        .bind("no.such.host.invalid", 0)
                        .start())
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("the host is not known");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HealthServer.on(candidate).bind("127.0.0.1", 70_000))
                .withMessageContaining("0 to 65535");
        assertThatIllegalStateException()
                .isThrownBy(() -> HealthServer.on(candidate).start())
                .withMessageContaining("bind(host, port)");
    }

    @Test
    void threadsAreDaemons() throws Exception {
        try (HealthServer server = serve()) {
            assertThat(answered(HttpTestClient.to(server.uri()))).isEqualTo(200);

            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("tenure-http"))
                            .filter(thread -> !thread.isDaemon()))
                    .isEmpty();
        }
    }
}
