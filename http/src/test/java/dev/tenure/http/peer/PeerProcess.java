package dev.tenure.http.peer;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.tenure.http.Tls;
import dev.tenure.spi.LeaseStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** One process of a test: a store with the peer channel, and the JDK's HTTP server on two threads. */
final class PeerProcess implements AutoCloseable {
    static final String TOKEN = "0123456789abcdef";
    static final PeerSettings PLAIN = PeerSettings.plain().withBearerToken(TOKEN);

    private final PeerStore store;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    private PeerProcess(LeaseStore inner, HttpServer server) {
        this.store = PeerStore.over(inner);
        this.server = server;
        server.createContext(PeerStore.PATH, store.handler());
        server.setExecutor(threads);
        server.start();
    }

    /** Opens a process on the store, enabled, without TLS. */
    static PeerProcess over(LeaseStore inner) {
        PeerProcess site = disabled(inner);
        site.store.enable(PLAIN);
        return site;
    }

    static PeerProcess disabled(LeaseStore inner) {
        try {
            return new PeerProcess(inner, HttpServer.create(loopback(), 0));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Opens a process whose server has this certificate, not enabled yet. */
    static PeerProcess secured(LeaseStore inner, Tls tls, boolean asksClients) throws IOException {
        HttpsServer server = HttpsServer.create(loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls.context()) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = tls.parameters();
                wanted.setWantClientAuth(asksClients);
                parameters.setSSLParameters(wanted);
            }
        });
        return new PeerProcess(inner, server);
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    PeerStore store() {
        return store;
    }

    InetSocketAddress socket() {
        return server.getAddress();
    }

    String address() {
        return address(server.getAddress());
    }

    static String address(InetSocketAddress socket) {
        return "127.0.0.1:" + socket.getPort();
    }

    /** Stops answering, as a process that has ended. */
    void stopServing() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Override
    public void close() {
        store.close();
        stopServing();
    }

    /** Closes all of them, whatever fails. */
    static void closeAll(Iterable<? extends @Nullable AutoCloseable> all) throws Exception {
        for (AutoCloseable each : all) {
            if (each != null) {
                each.close();
            }
        }
    }
}
