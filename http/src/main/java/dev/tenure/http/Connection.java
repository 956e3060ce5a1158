package dev.tenure.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenure.spi.EscapingLogger;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client. While it waits for a request it belongs to the listener, and takes no thread; from a
 * request to the end of its answer it belongs to whoever serves it.
 */
final class Connection {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.http");

    /** What is left of a body is read up to this, for the sake of the next request. */
    private static final long MOST_SKIPPED = 64 * 1024;

    private static final int IPV4_BYTES = 4;
    private static final String EMPTY_LINE = "\r\n\r\n";

    /** The most that is read at a time without a thread. */
    static final int BUFFER_BYTES = 4 * 1024;

    private final SocketChannel channel;
    private final @Nullable Encryption encryption;
    private final Owner owner;
    private final InetSocketAddress remote;
    private final InetSocketAddress local;
    private final ByteArrayOutputStream arrived = new ByteArrayOutputStream(0);
    private volatile @Nullable Streams streams;

    /** Puts TLS around a connection that was accepted. */
    interface Encryption {
        SSLSocket over(Socket socket) throws IOException;
    }

    /** Who keeps the connection while it waits. */
    interface Owner {
        /** A request was answered; the connection may carry another, which has begun to arrive already or not. */
        void returned(Connection connection, boolean hasMore);

        void closed(Connection connection);
    }

    private record Streams(
            InputStream in,
            OutputStream out,
            InputStream socket,
            @Nullable SSLSocket encrypted) {
        /** Returns the same that first reads what has arrived already. */
        Streams beginningWith(byte[] arrived) {
            InputStream all = new SequenceInputStream(new ByteArrayInputStream(arrived), socket);
            return arrived.length == 0 ? this : new Streams(new BufferedInputStream(all), out, socket, encrypted);
        }
    }

    /** Takes a channel in, which is closed if that fails. */
    Connection(SocketChannel channel, @Nullable Encryption encryption, Owner owner) throws IOException {
        this.channel = channel;
        this.encryption = encryption;
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

    /** Returns where it comes from; of an IPv6 address the network, as each client has all addresses of one. */
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

    /** Lets a selector watch for its next request, without a thread. */
    void watch(Selector selector) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, this);
    }

    /**
     * Takes in what has arrived, without waiting, and tells whether it is worth a thread: the whole head of a request,
     * more than a head may have, or the end. What is encrypted can be read on a thread only.
     */
    boolean hasArrived(ByteBuffer buffer) throws IOException {
        if (encryption != null) {
            return true;
        }
        int read = channel.read(buffer.clear());
        while (read > 0) {
            int known = arrived.size();
            arrived.write(buffer.array(), buffer.arrayOffset(), read);
            if (arrived.size() > RequestHead.MOST_BYTES || hasEmptyLine(Math.max(0, known - EMPTY_LINE.length()))) {
                return true;
            }
            read = channel.read(buffer.clear());
        }
        return read < 0;
    }

    private boolean hasEmptyLine(int from) {
        String text = arrived.toString(StandardCharsets.ISO_8859_1);
        return text.indexOf(EMPTY_LINE, from) >= 0 || text.indexOf("\n\n", from) >= 0;
    }

    /** Ends the watching, so that it can be read on a thread. */
    void unwatch(Selector selector) throws IOException {
        SelectionKey key = channel.keyFor(selector);
        if (key != null) {
            key.cancel();
        }
        channel.configureBlocking(true);
    }

    /** Reads one request and lets it be answered. */
    void serve(HttpHandler handler) {
        try {
            Streams open = streams().beginningWith(arrived.toByteArray());
            arrived.reset();
            streams = open;
            try {
                RequestHead head = RequestHead.read(open.in());
                if (head == null) {
                    close();
                } else {
                    handler.handle(exchange(head, open));
                }
            } catch (HttpRefusal refused) {
                refused.reply().send(exchange(RequestHead.unreadable(), open));
            }
        } catch (IOException gone) {
            close();
        } catch (RuntimeException | Error mistake) {
            LOG.log(System.Logger.Level.WARNING, "a request could not be answered", mistake);
            close();
        }
    }

    private HttpExchange exchange(RequestHead head, Streams open) {
        ServedExchange exchange = new ServedExchange(this, head, open.in(), open.out());
        SSLSocket encrypted = open.encrypted();
        return encrypted == null ? exchange : new EncryptedExchange(exchange, encrypted.getSession());
    }

    /** The handshake comes with the first request, so that it is bounded as a request is. */
    private Streams streams() throws IOException {
        Streams known = streams;
        if (known == null) {
            Socket socket = channel.socket();
            SSLSocket encrypted = encryption == null ? null : encryption.over(socket);
            if (encrypted != null) {
                encrypted.startHandshake();
                socket = encrypted;
            }
            InputStream in = socket.getInputStream();
            OutputStream out = new BufferedOutputStream(socket.getOutputStream());
            known = new Streams(new BufferedInputStream(in), out, in, encrypted);
            streams = known;
        }
        return known;
    }

    /** An exchange is over. */
    void finished(boolean complete, boolean keep, RequestBody body) {
        Streams open = streams;
        if (!complete || open == null) {
            close();
            return;
        }
        try {
            open.out().flush();
            if (keep && skip(body, MOST_SKIPPED)) {
                owner.returned(this, open.in().available() > 0);
            } else {
                hangUp(open, body);
            }
        } catch (IOException gone) {
            close();
        }
    }

    private static boolean skip(RequestBody body, long most) throws IOException {
        if (body.left() <= most) {
            body.transferTo(OutputStream.nullOutputStream());
        }
        return body.left() == 0;
    }

    /** Whoever closes with something unread resets the connection, and the client may never see its answer. */
    private void hangUp(Streams open, RequestBody body) throws IOException {
        if (open.encrypted() != null) {
            open.encrypted().shutdownOutput();
        }
        if (body.left() > 0) {
            channel.shutdownOutput();
            skip(body, Long.MAX_VALUE);
        }
        close();
    }

    /** Closes it at once, whoever reads or writes. Idempotent. */
    void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            LOG.log(System.Logger.Level.DEBUG, "a connection could not be closed", ignored);
        }
        owner.closed(this);
    }
}
