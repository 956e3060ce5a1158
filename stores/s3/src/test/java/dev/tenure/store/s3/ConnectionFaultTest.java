package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ConnectionFaultContract;
import dev.tenure.testkit.StoreTestSteps;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("server")
@Timeout(60)
class ConnectionFaultTest extends ConnectionFaultContract {
    private final String prefix = Emulator.newPrefix();

    @Override
    protected InetSocketAddress server() {
        return Emulator.SHARED.address();
    }

    @Override
    protected LeaseStore open(InetSocketAddress address) {
        return Emulator.at(address).prefix(prefix).open();
    }

    /** The JDK's HTTP client does, before it reuses one. */
    @Override
    protected boolean checksConnectionBeforeSending() {
        return true;
    }

    @Test
    void refusedRenewalNamesTheServerAndHasNoEffect() {
        Lease lease = StoreTestSteps.elect(store, "a");
        proxy.refuse();

        StoreTestSteps.assertFails(
                Kind.UNREACHABLE, () -> store.inspect("a", StoreTestSteps.within(SHORT))); // and drops what is open
        StoreTestSteps.assertFails(
                        Kind.UNREACHABLE, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .withMessageContaining(":" + proxy.address().getPort() + " could not be reached: connection refused");
        proxy.pass();

        assertThat(StoreTestSteps.held(store.inspect("a", StoreTestSteps.soon())))
                .isEqualTo(lease);
    }

    /** An address that swallows attempts to connect: all of its few places are taken. */
    @Test
    void connectionThatIsNeverAcceptedHasNoEffect() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Socket second = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Bucket bucket = ourOwn(deaf.getLocalPort())) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();

            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE,
                    () -> bucket.put("key", new byte[] {1, 2, 3}, Bucket.ABSENT, StoreTestSteps.within(SHORT)));
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
    void writeWithoutAnswerIsNotSentAgainByTheJdk() throws IOException {
        AtomicInteger writes = new AtomicInteger();
        try (ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Bucket bucket = ourOwn(rude.getLocalPort())) {
            Thread server = new Thread(() -> hangUp(rude, writes));
            server.setDaemon(true);
            server.start();

            StoreTestSteps.assertFails(
                    Kind.OUTCOME_UNKNOWN,
                    () -> bucket.put("key", new byte[] {1, 2, 3}, Bucket.ABSENT, StoreTestSteps.soon()));
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
