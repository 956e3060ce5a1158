package dev.tenure.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.http.fixtures.Certificates;
import dev.tenure.http.fixtures.HttpTestClient;
import dev.tenure.http.fixtures.RawConnection;
import dev.tenure.http.server.ServerLimits;
import dev.tenure.testkit.ManualCandidate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Floods of silent or endless connections: a probe from another address is still answered. */
@Tag("slow")
class ConnectionFloodTest {
    private static final String ELSEWHERE = "127.0.0.2";
    private static final String HALF_A_REQUEST = "GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    private static final String BODY_NEVER_SENT =
            "POST /body HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n";
    private static final String HALF_A_HANDSHAKE = "\u0016\u0003\u0001";

    /** A deadline that never helps. */
    private static final ServerLimits SMALL = new ServerLimits(20, 50, 4, 8, Duration.ofMinutes(10));

    private static final ServerLimits USUAL = ServerLimits.within(Duration.ofMinutes(10));

    @TempDir
    private static Path folder;

    private static Certificates authority;
    private static Tls certified;

    private final ManualCandidate candidate = new ManualCandidate("node-1");
    private final List<RawConnection> flood = new ArrayList<>();

    @BeforeAll
    static void makeCertificates() throws Exception {
        authority = new Certificates(folder, "ours");
        certified = authority.issue("server", "EC").tls();
    }

    @AfterEach
    void hangUp() throws IOException {
        for (RawConnection wire : flood) {
            wire.close();
        }
    }

    private HealthServer serve(ServerLimits limits, boolean encrypted) throws IOException {
        HealthServerBuilder builder = HealthServer.on(candidate)
                .bind("0.0.0.0", 0)
                .limits(limits)
                .mount("/body", exchange -> exchange.getRequestBody().readAllBytes());
        return (encrypted ? builder.tls(certified) : builder).start();
    }

    private void flood(HealthServer server, int connections, String from, String beginning) throws IOException {
        for (int i = 0; i < connections; i++) {
            RawConnection wire = new RawConnection(server, from);
            flood.add(wire);
            if (!beginning.isEmpty()) {
                wire.send(beginning);
            }
        }
    }

    private static int probe(HealthServer server, boolean encrypted) throws Exception {
        if (encrypted) {
            Tls believing = Tls.withoutCertificate().trusting(authority.authority());
            return HttpTestClient.to(java.net.URI.create("https://127.0.0.1:" + server.port()), believing)
                    .get("/livez")
                    .statusCode();
        }
        return RawConnection.status(RawConnection.ask(server, "GET /livez HTTP/1.1"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void probeIsAnsweredDespiteSilentConnections(boolean encrypted) throws Exception {
        try (HealthServer server = serve(USUAL, encrypted)) {
            flood(server, 600, ELSEWHERE, "");

            assertThat(probe(server, encrypted)).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void probeIsAnsweredDespiteEndlessRequests(boolean encrypted) throws Exception {
        try (HealthServer server = serve(USUAL, encrypted)) {
            flood(server, 300, ELSEWHERE, encrypted ? HALF_A_HANDSHAKE : HALF_A_REQUEST);

            assertThat(probe(server, encrypted)).isEqualTo(200);
        }
    }

    @Test
    void addressWithTooManyConnectionsLosesItsOldest() throws Exception {
        try (HealthServer server = serve(SMALL, false);
                RawConnection quiet = new RawConnection(server, "127.0.0.3")) {
            flood(server, 100, ELSEWHERE, "");

            for (int i = 0; i < 100 - SMALL.waitingPerAddress(); i++) {
                assertThat(flood.get(i).receive()).as("connection %d", i).isEmpty();
            }
            quiet.send("GET /livez HTTP/1.0\r\n\r\n");
            assertThat(RawConnection.status(quiet.receive())).isEqualTo(200);
            RawConnection newest = flood.get(99).send("GET /livez HTTP/1.0\r\n\r\n");
            assertThat(RawConnection.status(newest.receive())).isEqualTo(200);
        }
    }

    @Test
    void connectionsOfManyAddressesAreBounded() throws Exception {
        try (HealthServer server = serve(SMALL, false);
                RawConnection quiet = new RawConnection(server, "127.0.0.3")) {
            for (int i = 10; i < 20; i++) {
                flood(server, 10, "127.0.0." + i, "");
            }

            for (int i = 0; i < 5; i++) {
                assertThat(flood.get(i).receive()).as("connection %d", i).isEmpty();
            }
            quiet.send("GET /livez HTTP/1.0\r\n\r\n");
            assertThat(RawConnection.status(quiet.receive())).isEqualTo(200);
        }
    }

    @Test
    void probeIsAnsweredDespiteManySlowAddresses() throws Exception {
        try (HealthServer server = serve(SMALL, false)) {
            for (int i = 10; i < 15; i++) {
                flood(server, 10, "127.0.0." + i, HALF_A_REQUEST);
            }

            assertThat(probe(server, false)).isEqualTo(200);
        }
    }

    @Test
    void probeIsAnsweredThoughOthersRetakeEveryThread() throws Exception {
        ExecutorService holders = Executors.newCachedThreadPool();
        try (HealthServer server = serve(SMALL, false)) {
            CountDownLatch held = new CountDownLatch(SMALL.served());
            for (int i = 0; i < 5 * 2 * SMALL.servedPerAddress(); i++) {
                String from = "127.0." + (1 + i % 5) + ".0";
                holders.execute(() -> holdThreads(server, from, held));
            }
            held.await();

            assertThat(probe(server, false)).isEqualTo(200);
        } finally {
            holders.shutdownNow();
        }
    }

    /** Never sends its body, and reconnects whenever the server closes the connection. */
    private static void holdThreads(HealthServer server, String from, CountDownLatch held) {
        while (!Thread.currentThread().isInterrupted()) {
            try (RawConnection wire = new RawConnection(server, from)) {
                wire.send(BODY_NEVER_SENT).receive(1);
                held.countDown();
                wire.receive();
            } catch (IOException refused) {
                return; // the server is closed
            }
        }
    }

    @Test
    void probeFromAFloodingAddressIsAnswered() throws Exception {
        try (HealthServer server = serve(SMALL, false)) {
            flood(server, 100, "127.0.0.1", HALF_A_REQUEST);

            assertThat(probe(server, false)).isEqualTo(200);
        }
    }
}
