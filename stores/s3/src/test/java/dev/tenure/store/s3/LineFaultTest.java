package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.Given;
import dev.tenure.testkit.TcpFaultProxy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What may be concluded when the line to the store fails. Every call ends by its deadline (R3). */
@Tag("server")
@Timeout(60)
class LineFaultTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    private final TcpFaultProxy proxy = new TcpFaultProxy(Emulator.SHARED.address());
    private final String prefix = Emulator.newPrefix();
    private final LeaseStore store = Emulator.at(proxy.address()).prefix(prefix).open();
    private final LeaseStore direct = Emulator.SHARED.store().prefix(prefix).open();

    @AfterEach
    void close() {
        store.close();
        direct.close();
        proxy.close();
    }

    @Test
    void aClaimWhoseAnswerIsLostIsOfUnknownOutcomeAndStandsUnderItsAttempt() {
        Given.elect(store, "b");
        Ballot ballot = Given.ballot("a", new Sighting.Never());
        proxy.loseAnswers();

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, Given.within(SHORT)));
        proxy.pass();

        Lease found = Given.held(store.inspect("a", Given.soon()));
        assertThat(found.stamp()).isEqualTo(ballot.stamp());
        assertThat(found.holder()).isEqualTo(ballot.candidate());
    }

    @Test
    void aRenewalThatNeverArrivesIsOfUnknownOutcomeToo() {
        Lease lease = Given.elect(store, "a");
        proxy.blackHole();

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(Given.extension(lease), Given.within(SHORT)));
        assertThat(Given.held(direct.inspect("a", Given.soon()))).isEqualTo(lease);
    }

    @Test
    void aLookIntoTheVoidEndsInTime() {
        store.inspect("a", Given.soon());
        proxy.blackHole();

        Given.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", Given.within(SHORT)));
    }

    @Test
    void nothingIsSentWhereNobodyListensAndLaterItWorks() {
        Lease lease = Given.elect(store, "a");
        proxy.refuse();

        Given.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", Given.within(SHORT))); // and drops what is open
        Given.assertFails(Kind.UNREACHABLE, () -> store.renew(Given.extension(lease), Given.soon()))
                .withMessageContaining(":" + proxy.address().getPort() + " could not be reached: connection refused");
        proxy.pass();

        assertThat(Given.held(store.inspect("a", Given.soon()))).isEqualTo(lease);
    }

    /** An address that swallows attempts to connect: all of its few places are taken. */
    @Test
    void aConnectionThatIsNeverMadeEndsInTimeAndHadNoEffect() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Socket second = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Bucket bucket = ourOwn(deaf.getLocalPort())) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();

            Given.assertFails(
                    Kind.UNREACHABLE,
                    () -> bucket.put("key", new byte[] {1, 2, 3}, Bucket.ABSENT, Given.within(SHORT)));
        }
    }

    private static Bucket ourOwn(int port) {
        ClientSettings settings = new ClientSettings();
        settings.endpoint(Emulator.uri(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
        settings.pathStyle(true);
        settings.credentials(Emulator.keys());
        return new Bucket(settings.open(), true, "b");
    }

    /** The JDK sends a request anew by itself if a connection ends without an answer, unless it may not. */
    @Test
    void aWriteWithoutAnAnswerIsNotSentAgainByTheJdk() throws IOException {
        AtomicInteger writes = new AtomicInteger();
        try (ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Bucket bucket = ourOwn(rude.getLocalPort())) {
            Thread server = new Thread(() -> hangUp(rude, writes));
            server.setDaemon(true);
            server.start();

            Given.assertFails(
                    Kind.OUTCOME_UNKNOWN, () -> bucket.put("key", new byte[] {1, 2, 3}, Bucket.ABSENT, Given.soon()));
            assertThat(writes).hasValue(1);
        }
    }

    private static void hangUp(ServerSocket rude, AtomicInteger writes) {
        try {
            while (true) {
                try (Socket caller = rude.accept()) {
                    BufferedReader reader = new BufferedReader(
                            new InputStreamReader(caller.getInputStream(), StandardCharsets.US_ASCII));
                    if (reader.readLine().startsWith("PUT")) {
                        writes.incrementAndGet();
                    }
                    while (!reader.readLine().isEmpty()) {}
                }
            }
        } catch (IOException e) {
            // closed
        }
    }
}
