package dev.tenure.fence.jdbc;

import dev.tenure.store.postgres.TestServer;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Counts how often a driver waits for the server: each time that it reads after it has written. What it sends at once,
 * in however many statements, is one round trip. The driver makes it by its name, so that the count is for all.
 */
public final class CountingSocketFactory extends SocketFactory {
    private static final AtomicInteger TRIPS = new AtomicInteger();

    static PGSimpleDataSource source() {
        PGSimpleDataSource source = TestServer.source();
        source.setSocketFactory(CountingSocketFactory.class.getName());
        return source;
    }

    /** Returns how many round trips there were since this was last asked. */
    static int trips() {
        return TRIPS.getAndSet(0);
    }

    @Override
    public Socket createSocket() {
        return new CountingSocket();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        return createSocket(host.getHostName(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
        return createSocket(host, port);
    }

    private static final class CountingSocket extends Socket {
        private final AtomicBoolean written = new AtomicBoolean();

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    written.set(true);
                    out.write(bytes, from, length);
                }
            };
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    if (written.getAndSet(false)) {
                        TRIPS.incrementAndGet();
                    }
                    return super.read(bytes, from, length);
                }
            };
        }
    }
}
