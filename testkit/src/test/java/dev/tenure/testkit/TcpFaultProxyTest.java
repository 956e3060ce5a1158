package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpFaultProxyTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int SHORTLY = 50;

    private EchoServer server;
    private TcpFaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new EchoServer();
        proxy = new TcpFaultProxy(server.address());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void everythingPassesUntilATestSaysOtherwise() throws IOException {
        try (Socket client = connect()) {
            assertThat(ask(client, 'a')).isEqualTo('a');
            assertThat(ask(client, 'b')).isEqualTo('b');
        }
    }

    @Test
    void anEndIsPassedOnInBothDirections() throws IOException {
        try (Socket client = connect()) {
            ask(client, 'a');
            client.shutdownOutput();

            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aDelayIsAddedInBothDirections() throws IOException {
        Duration latency = Duration.ofMillis(30);
        try (Socket client = connect()) {
            ask(client, 'a');
            proxy.delay(latency);
            long start = TimeSource.system().nanos();

            assertThat(ask(client, 'b')).isEqualTo('b');

            assertThat(Duration.ofNanos(TimeSource.system().nanos() - start))
                    .isGreaterThanOrEqualTo(latency.multipliedBy(2));
        }
    }

    @Test
    void aBlackHoleHoldsRequestsBackUntilItIsGone() throws Exception {
        try (Socket client = connect()) {
            ask(client, 'a');
            proxy.blackHole();
            client.getOutputStream().write('b');

            assertThat(proxy.awaitVictim(LIMIT)).isTrue();
            assertThat(server.heard()).isEqualTo("a");
            assertSilent(client);
            proxy.pass();

            assertThat(client.getInputStream().read()).isEqualTo('b');
        }
    }

    @Test
    void aBlackHoleAcceptsAndTellsTheServerNothing() throws Exception {
        proxy.blackHole();
        try (Socket client = connect()) {
            assertThat(proxy.awaitVictim(LIMIT)).isTrue();
            assertThat(server.connections()).isZero();
            proxy.pass();

            assertThat(ask(client, 'a')).isEqualTo('a');
        }
    }

    @Test
    void heldRequestsArriveLaterAndAnswersPassMeanwhile() throws Exception {
        try (ServerSocket talker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TcpFaultProxy before =
                        new TcpFaultProxy(new InetSocketAddress(talker.getInetAddress(), talker.getLocalPort()));
                Socket client = new Socket(
                        before.address().getAddress(), before.address().getPort());
                Socket talking = talker.accept()) {
            client.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
            before.holdRequests();
            client.getOutputStream().write('b');
            assertThat(before.awaitVictim(LIMIT)).isTrue();
            talking.getOutputStream().write('x');

            assertThat(client.getInputStream().read()).isEqualTo('x');
            assertThat(talking.getInputStream().available()).isZero();
            before.pass();
            assertThat(talking.getInputStream().read()).isEqualTo('b');
        }
    }

    @Test
    void lostAnswersWereAnsweredAllTheSame() throws Exception {
        try (Socket client = connect()) {
            ask(client, 'a');
            proxy.loseAnswers();
            client.getOutputStream().write('b');

            assertThat(proxy.awaitVictim(LIMIT)).isTrue();
            assertThat(server.heard()).isEqualTo("ab");
            assertSilent(client);
        }
    }

    @Test
    void aConnectionThatLostAnswersIsResetRatherThanHealed() throws Exception {
        try (Socket client = connect()) {
            ask(client, 'a');
            proxy.loseAnswers();
            client.getOutputStream().write('b');
            assertThat(proxy.awaitVictim(LIMIT)).isTrue();

            proxy.pass();

            assertCut(client);
        }
        try (Socket client = connect()) {
            assertThat(ask(client, 'c')).isEqualTo('c');
        }
    }

    @Test
    void aResetCutsWhatIsOpenAndNothingElse() throws IOException {
        try (Socket client = connect()) {
            ask(client, 'a');

            proxy.reset();

            assertCut(client);
        }
        try (Socket client = connect()) {
            assertThat(ask(client, 'b')).isEqualTo('b');
        }
    }

    @Test
    void aResetReachesThoseInABlackHoleToo() throws Exception {
        try (Socket client = connect()) {
            ask(client, 'a');
            proxy.blackHole();
            client.getOutputStream().write('b');
            assertThat(proxy.awaitVictim(LIMIT)).isTrue();

            proxy.reset();

            assertCut(client);
            assertThat(server.heard()).isEqualTo("a");
        }
    }

    @Test
    void refusedConnectionsAreRefusedUntilThePortIsBack() throws IOException {
        try (Socket client = connect()) {
            ask(client, 'a');
            proxy.refuse();

            assertCut(client);
            assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        }
        proxy.pass();

        try (Socket client = connect()) {
            assertThat(ask(client, 'b')).isEqualTo('b');
        }
    }

    @Test
    void missingServerResetsClient() throws IOException {
        server.close();
        try (Socket client = connect()) {
            assertCut(client);
        }
    }

    @Test
    void noFaultHasNoVictim() throws Exception {
        try (Socket client = connect()) {
            ask(client, 'a');

            assertThat(proxy.awaitVictim(Duration.ofMillis(1))).isFalse();
        }
    }

    @Test
    void closingEndsConnectionsAndThreadsAndIsFinal() throws Exception {
        InetSocketAddress address = proxy.address();
        try (Socket client = connect()) {
            ask(client, 'a');
            proxy.blackHole();
            client.getOutputStream().write('b');
            assertThat(proxy.awaitVictim(LIMIT)).isTrue();

            proxy.close();
            proxy.close();

            assertCut(client);
        }
        String prefix = "tenure-proxy-" + address.getPort() + "-";
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith(prefix));
        assertThatThrownBy(proxy::pass).isInstanceOf(IllegalStateException.class);
    }

    private Socket connect() throws IOException {
        Socket client = new Socket();
        try {
            client.connect(proxy.address());
            client.setSoTimeout((int) LIMIT.toMillis());
            return client;
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    private static int ask(Socket client, char question) throws IOException {
        client.getOutputStream().write(question);
        return client.getInputStream().read();
    }

    private static void assertSilent(Socket client) throws IOException {
        client.setSoTimeout(SHORTLY);
        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        client.setSoTimeout((int) LIMIT.toMillis());
    }

    /** Reads until the reset has arrived: a connection that merely falls silent would time out instead. */
    private static void assertCut(Socket client) {
        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
    }
}
