package dev.tenure.http.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenure.http.json.RequestRefusedException;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client. While it waits for a request it belongs to the listener and takes no thread. From a
 * request to the end of the answer it belongs to the thread that serves it.
 */
final class Connection {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.http");

    /** An unread body up to this size is skipped, so that the connection can take the next request. */
    private static final long MOST_SKIPPED = 64 * 1024;

    private static final int IPV4_BYTES = 4;

    /** The most bytes that are read at a time without a thread. */
    static final int BUFFER_BYTES = 4 * 1024;

    private final SocketChannel channel;
    private final @Nullable TlsRecords encryption;
    private final Owner owner;
    private final InetSocketAddress remote;
    private final InetSocketAddress local;
    private final ByteArrayOutputStream arrived = new ByteArrayOutputStream(0);
    private long toSkip;
    private boolean hungUp;
    private @Nullable Long begunNanos;
    private volatile boolean answered;
    private @Nullable Streams streams;

    /** Keeps the connection while it waits. */
    interface Owner {
        /** Takes back a connection that waits for the rest of a request, or for another. */
        void returned(Connection connection);

        void closed(Connection connection);
    }

    private record Streams(InputStream in, OutputStream out) {}

    /** Wraps a channel. */
    Connection(SocketChannel channel, @Nullable Supplier<SSLEngine> engines, Owner owner) throws IOException {
        this.channel = channel;
        this.encryption = engines == null ? null : new TlsRecords(channel, engines);
        this.owner = owner;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.remote = (InetSocketAddress) channel.getRemoteAddress();
        this.local = (InetSocketAddress) channel.getLocalAddress();
    }

    InetSocketAddress remote() {
        return remote;
    }

    InetSocketAddress local() {
        return local;
    }

    /** Returns the address of the client; for IPv6 the /64 network, because each client has all addresses of one. */
    InetAddress address() {
        byte[] bytes = remote.getAddress().getAddress();
        if (bytes.length == IPV4_BYTES) {
            return remote.getAddress();
        }
        Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address has another length than that of an address", impossible);
        }
    }

    /** Registers it with a selector until its next request arrives, without a thread. */
    void watch(Selector selector) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, this);
    }

    /**
     * Reads the bytes that have arrived, without waiting.
     *
     * @param buffer a place for it
     */
    void receive(ByteBuffer buffer) throws IOException {
        int read = channel.read(buffer.clear());
        if (read < 0) {
            throw new EOFException("the client hung up");
        }
        if (hungUp) {
            toSkip -= read;
            if (toSkip <= 0) {
                throw new EOFException("all has come that was announced");
            }
        } else {
            byte[] bytes = new byte[read];
            buffer.flip().get(bytes);
            if (encryption == null) {
                take(bytes, read);
            } else {
                encryption.take(bytes, read);
            }
        }
    }

    private void take(byte[] bytes, int length) {
        int skipped = (int) Math.min(toSkip, length);
        toSkip -= skipped;
        arrived.write(bytes, skipped, length - skipped);
    }

    /** Tells whether enough has arrived to use a thread. */
    boolean isReady() {
        return !hungUp && (hasHead() || (encryption != null && encryption.hasRecord()));
    }

    /** Tells whether a TLS handshake must be started, which is costly. */
    boolean needsHandshake() {
        return encryption != null && !encryption.hasGreeted();
    }

    /** Tells whether a whole request has arrived and is being answered. Thread-safe. */
    boolean isAnswered() {
        return answered;
    }

    /** Tells whether the whole head of a request has arrived, or more than a head may have. */
    private boolean hasHead() {
        String text = arrived.toString(StandardCharsets.ISO_8859_1);
        return text.length() > RequestHead.MOST_BYTES || text.contains("\r\n\r\n") || text.contains("\n\n");
    }

    /** Returns when the request that is arriving began; null if there is none. */
    @Nullable Long begunNanos(long nowNanos) {
        boolean encrypting = encryption != null && encryption.isUnderWay();
        if (!encrypting && arrived.size() == 0 && toSkip == 0 && !hungUp) {
            begunNanos = null;
        } else if (begunNanos == null) {
            begunNanos = nowNanos;
        }
        return begunNanos;
    }

    /** Deregisters it, so that it can be served on a thread. */
    void unwatch(Selector selector) throws IOException {
        SelectionKey key = channel.keyFor(selector);
        if (key != null) {
            key.cancel();
        }
        channel.configureBlocking(true);
    }

    /**
     * Processes the bytes that have arrived, and answers a request whose head is complete.
     *
     * @param mayWait whether to wait a little for missing bytes
     */
    void serve(HttpHandler handler, boolean mayWait) {
        answered = false;
        try {
            decrypt(mayWait);
            if (hasHead()) {
                answer(handler);
            } else if (encryption == null || encryption.isOver()) {
                close();
            } else {
                owner.returned(this);
            }
        } catch (IOException gone) {
            close();
        } catch (RuntimeException | Error mistake) {
            LOG.log(System.Logger.Level.WARNING, "a request could not be answered", mistake);
            close();
        }
    }

    private void decrypt(boolean mayWait) throws IOException {
        TimeSource time = TimeSource.system();
        long until = time.nanos() + ServerLimits.STAY.toNanos();
        while (encryption != null && !hasHead()) {
            byte[] next = encryption.next();
            int left = (int) TimeUnit.NANOSECONDS.toMillis(until - time.nanos());
            if (next != null) {
                take(next, next.length);
            } else if (encryption.isOver() || !mayWait || left <= 0 || !encryption.receive(left)) {
                return;
            }
        }
    }

    private void answer(HttpHandler handler) throws IOException {
        answered = true;
        InputStream plain = encryption == null ? channel.socket().getInputStream() : encryption.in();
        OutputStream out = encryption == null ? channel.socket().getOutputStream() : encryption.out();
        PushbackInputStream in = new PushbackInputStream(plain, arrived.size());
        in.unread(arrived.toByteArray());
        arrived.reset();
        Streams open = new Streams(in, new BufferedOutputStream(out));
        streams = open;
        try {
            handler.handle(exchange(RequestHead.read(in), open));
        } catch (RequestRefusedException refused) {
            refused.reply().send(exchange(RequestHead.unreadable(), open));
        }
    }

    private HttpExchange exchange(RequestHead head, Streams open) {
        ServerExchange exchange = new ServerExchange(this, head, open.in(), open.out());
        return encryption == null ? exchange : new TlsExchange(exchange, encryption.session());
    }

    /** Ends an exchange. The rest of its body may never arrive, and no thread waits for it. */
    void finished(boolean complete, boolean keep, RequestBody body) {
        Streams open = streams;
        if (!complete || open == null) {
            close();
            return;
        }
        try {
            open.out().flush();
            begunNanos = null;
            toSkip = body.left();
            byte[] more = open.in().readNBytes(Math.min(open.in().available(), RequestHead.MOST_BYTES));
            take(more, more.length);
            if (keep && toSkip <= MOST_SKIPPED) {
                owner.returned(this);
            } else {
                hangUp();
            }
        } catch (IOException gone) {
            close();
        }
    }

    /**
     * Closes in order: closing with unread bytes would reset the connection, and the client might never see its answer.
     */
    private void hangUp() throws IOException {
        if (encryption != null) {
            encryption.closeOutput();
            toSkip = toSkip == 0 ? 0 : TlsRecords.mostBytes(toSkip);
        }
        if (toSkip > 0) {
            channel.shutdownOutput();
            hungUp = true;
            owner.returned(this);
        } else {
            close();
        }
    }

    /** Closes the connection at once, even while it is read or written. Idempotent. */
    void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            LOG.log(System.Logger.Level.DEBUG, "a connection could not be closed", ignored);
        }
        owner.closed(this);
    }
}
