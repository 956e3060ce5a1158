package dev.tenure.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.http.fixtures.Certificates;
import dev.tenure.http.fixtures.HttpTestClient;
import dev.tenure.http.fixtures.RawConnection;
import dev.tenure.http.server.ServerLimits;
import dev.tenure.testkit.ManualCandidate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Unfinished requests hold no thread. So there may be more of them than threads, from the address of a probe: the probe
 * is answered without ending any of them.
 */
class UnfinishedRequestTest {
    private static final ServerLimits FEW_THREADS = new ServerLimits(20, 50, 2, 4, Duration.ofMinutes(10));
    private static final int MANY = 8;
    private static final String REQUEST = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String LAST_REQUEST = "GET /livez HTTP/1.0\r\n\r\n";
    private static final String HALF_A_REQUEST = "GET /livez HTTP/1.1\r\nConnection: close\r\n";
    private static final String ALIVE = "\"alive\":true";

    /** The head of a TLS record, its announced length, and the alert that a server answers. */
    private static final String HALF_A_RECORD = "\u0016\u0003\u0003\u0000\u0005";

    private static final String NONSENSE = "junk!";
    private static final String REASON = "\u0015\u0003\u0003\u0000\u0002\u0002";

    @TempDir
    private static Path folder;

    private static Tls certified;
    private static Tls believing;

    private final ManualCandidate candidate = new ManualCandidate("node-1");
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void makeCertificates() throws Exception {
        Certificates authority = new Certificates(folder, "ours");
        certified = authority.issue("server", "EC").tls();
        believing = Tls.withoutCertificate().trusting(authority.authority());
    }

    @AfterEach
    void hangUp() throws Exception {
        for (AutoCloseable some : opened) {
            some.close();
        }
    }

    private HealthServer serve(ServerLimits limits, boolean encrypted) throws IOException {
        HealthServerBuilder builder =
                HealthServer.on(candidate).bind("127.0.0.1", 0).limits(limits);
        return (encrypted ? builder.tls(certified) : builder).start();
    }

    private List<RawConnection> wires(HealthServer server, String beginning) throws IOException {
        List<RawConnection> wires = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            RawConnection wire = new RawConnection(server);
            opened.add(wire);
            wires.add(wire.send(beginning));
        }
        return wires;
    }

    private static int probe(HealthServer server) throws Exception {
        HttpTestClient client = server.uri().getScheme().equals("https")
                ? HttpTestClient.to(URI.create("https://127.0.0.1:" + server.port()), believing)
                : HttpTestClient.to(server.uri());
        return client.get("/livez").statusCode();
    }

    @ParameterizedTest
    @CsvSource({"POST, 405, true", "GET, 413, false"})
    void unsentBodiesHoldNoThread(String method, int status, boolean keeps) throws Exception {
        try (HealthServer server = serve(FEW_THREADS, false)) {
            List<RawConnection> wires = wires(server, method + " /livez HTTP/1.1\r\nContent-Length: 1000\r\n\r\n");
            for (RawConnection wire : wires) {
                assertThat(wire.receive(12)).isEqualTo("HTTP/1.1 " + status);
            }

            assertThat(probe(server)).isEqualTo(200);

            for (RawConnection wire : wires) {
                String rest = wire.send("x".repeat(1000) + LAST_REQUEST).receive();
                assertThat(rest.contains(ALIVE)).isEqualTo(keeps);
            }
        }
    }

    @Test
    void incompleteSecondRequestHoldsNoThread() throws Exception {
        try (HealthServer server = serve(FEW_THREADS, false)) {
            List<RawConnection> wires = wires(server, REQUEST + HALF_A_REQUEST);
            for (RawConnection wire : wires) {
                assertThat(wire.receive(12)).isEqualTo("HTTP/1.1 200");
            }

            assertThat(probe(server)).isEqualTo(200);

            for (RawConnection wire : wires) {
                assertThat(wire.send("\r\n").receive()).contains("HTTP/1.1 200");
            }
        }
    }

    @Test
    void halfHandshakeHoldsNoThread() throws Exception {
        try (HealthServer server = serve(FEW_THREADS, true)) {
            List<RawConnection> wires = wires(server, HALF_A_RECORD);

            assertThat(probe(server)).isEqualTo(200);

            for (RawConnection wire : wires) {
                assertThat(wire.send(NONSENSE).receive()).startsWith(REASON);
            }
        }
    }

    @Test
    void stalledHandshakeHoldsNoThread() throws Exception {
        try (HealthServer server = serve(FEW_THREADS, true)) {
            List<RawConnection> wires = wires(server, greeting());
            for (RawConnection wire : wires) {
                assertThat(wire.receive(1)).as("the server's part").isEqualTo("\u0016");
            }

            assertThat(probe(server)).isEqualTo(200);

            for (RawConnection wire : wires) {
                assertThat(wire.send(HALF_A_RECORD + NONSENSE).receive()).contains(REASON);
            }
        }
    }

    /** Returns a ClientHello of TLS 1.2, where alerts are not encrypted. */
    private static String greeting() throws Exception {
        SSLEngine client = believing.context().createSSLEngine();
        client.setUseClientMode(true);
        client.setEnabledProtocols(new String[] {"TLSv1.2"});
        ByteBuffer greeting = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        client.wrap(ByteBuffer.allocate(0), greeting);
        return new String(greeting.array(), 0, greeting.position(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void incompleteTlsRequestHoldsNoThread() throws Exception {
        try (HealthServer server = serve(FEW_THREADS, true)) {
            List<SSLSocket> sockets = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                sockets.add(encrypted(server));
            }

            assertThat(probe(server)).isEqualTo(200);

            for (SSLSocket socket : sockets) {
                send(socket, "\r\n");
                assertThat(receive(socket)).startsWith("HTTP/1.1 200").contains(ALIVE);
            }
        }
    }

    @Test
    void unfinishedRequestEndsAtTheDeadline() throws Exception {
        try (HealthServer server = serve(new ServerLimits(20, 50, 2, 4, Duration.ofMillis(300)), true)) {
            assertThat(answerToHalfARequest(server)).isEmpty();
            for (RawConnection wire : wires(server, HALF_A_RECORD)) {
                assertThat(wire.receive()).isEmpty();
            }
        }
    }

    /** Returns a connection on which half a request has been sent. */
    private SSLSocket encrypted(HealthServer server) throws IOException {
        SSLSocket socket = (SSLSocket) believing.context().getSocketFactory().createSocket();
        opened.add(socket);
        socket.setSoTimeout((int) HttpTestClient.LIMIT.toMillis());
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), (int)
                HttpTestClient.LIMIT.toMillis());
        send(socket, HALF_A_REQUEST);
        return socket;
    }

    private static void send(SSLSocket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String receive(SSLSocket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private String answerToHalfARequest(HealthServer server) throws IOException {
        try {
            return receive(encrypted(server));
        } catch (SSLException | SocketException cutOff) {
            return ""; // in the midst of the handshake, where that is slow
        }
    }
}
