package dev.tenure.http.server;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * TLS over one connection. Arriving bytes are collected without a thread; a thread processes them while whole records
 * are there. Confined to one thread at a time.
 */
final class TlsRecords {
    private static final int HEADER_BYTES = 5;
    private static final int LENGTH_AT = 3;

    /** No version allows more. */
    private static final int MOST_BYTES = 18 * 1024;

    private static final int FIRST_TYPE = 20;
    private static final int LAST_TYPE = 23;
    private static final byte[] NOTHING = {};

    private final SocketChannel channel;
    private final Supplier<SSLEngine> engines;
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream(0);
    private final ByteArrayOutputStream encrypted = new ByteArrayOutputStream(0);
    private final InputStream in = new Decrypted();
    private final OutputStream out = new Encrypted();
    private @Nullable SSLEngine engine;
    private boolean over;
    private boolean greeted;

    TlsRecords(SocketChannel channel, Supplier<SSLEngine> engines) {
        this.channel = channel;
        this.engines = engines;
    }

    /** Returns an upper bound for the encrypted size of that many bytes, unless a client sends each byte separately. */
    static long mostBytes(long plain) {
        return 2 * plain + MOST_BYTES;
    }

    /** Adds bytes that have arrived. */
    void take(byte[] bytes, int length) {
        raw.write(bytes, 0, length);
    }

    /** Tells whether there are bytes to process: a whole record, or bytes that are no record. */
    boolean hasRecord() {
        if (raw.size() < HEADER_BYTES) {
            return false;
        }
        byte[] bytes = raw.toByteArray();
        int length = ((bytes[LENGTH_AT] & 0xff) << Byte.SIZE) | (bytes[LENGTH_AT + 1] & 0xff);
        boolean isRecord = bytes[0] >= FIRST_TYPE && bytes[0] <= LAST_TYPE && length <= MOST_BYTES;
        return !isRecord || bytes.length >= HEADER_BYTES + length;
    }

    /** Tells whether part of a record or of a handshake has arrived, and the rest has not. */
    boolean isUnderWay() {
        return raw.size() > 0 || (engine != null && engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING);
    }

    /** Tells whether this side has sent its part of a handshake, which is most of the work of serving a probe. */
    boolean hasGreeted() {
        return greeted;
    }

    /** Tells whether the client has said that it will send no more. */
    boolean isOver() {
        return over;
    }

    /**
     * Processes one step of the handshake, or one record of a request.
     *
     * @return the decrypted bytes, which may be none; null if more must arrive first
     */
    byte @Nullable [] next() throws IOException {
        SSLEngine started = engine();
        try {
            HandshakeStatus status = started.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                for (Runnable task = started.getDelegatedTask(); task != null; task = started.getDelegatedTask()) {
                    task.run();
                }
                return NOTHING;
            }
            if (status == HandshakeStatus.NEED_WRAP) {
                return encrypt(ByteBuffer.wrap(NOTHING)) ? NOTHING : null;
            }
            flush();
            return hasRecord() ? decrypt(started) : null;
        } catch (SSLException refused) {
            sayWhy(refused);
            throw refused;
        }
    }

    private SSLEngine engine() {
        SSLEngine started = engine;
        if (started == null) {
            started = engines.get();
            engine = started;
        }
        return started;
    }

    private byte @Nullable [] decrypt(SSLEngine started) throws SSLException {
        ByteBuffer from = ByteBuffer.wrap(raw.toByteArray());
        ByteBuffer to = ByteBuffer.allocate(started.getSession().getApplicationBufferSize());
        SSLEngineResult result = started.unwrap(from, to);
        raw.reset();
        raw.write(from.array(), from.position(), from.remaining());
        if (result.getStatus() == SSLEngineResult.Status.OK) {
            return Arrays.copyOf(to.array(), to.position());
        }
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            over = true;
            return null;
        }
        throw new SSLException("a record that is too large");
    }

    /** Encrypts bytes to be sent; returns false if the connection is closed for sending. */
    private boolean encrypt(ByteBuffer from) throws IOException {
        SSLEngine started = engine();
        ByteBuffer to = ByteBuffer.allocate(started.getSession().getPacketBufferSize());
        SSLEngineResult result = started.wrap(from, to);
        encrypted.write(to.array(), 0, to.position());
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            over = true;
            flush();
            return false;
        }
        if (result.bytesConsumed() == 0 && result.bytesProduced() == 0) {
            throw new IOException("the client began another handshake in the middle of an answer");
        }
        return true;
    }

    /** Sends all encrypted bytes at once, so that the client is woken once. */
    private void flush() throws IOException {
        ByteBuffer all = ByteBuffer.wrap(encrypted.toByteArray());
        encrypted.reset();
        greeted |= all.hasRemaining();
        while (all.hasRemaining()) {
            channel.write(all);
        }
    }

    /** Sends the alert of a refused handshake, if there is one. */
    private void sayWhy(SSLException refused) {
        try {
            if (engine().getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                encrypt(ByteBuffer.wrap(NOTHING));
                flush();
            }
        } catch (IOException gone) {
            refused.addSuppressed(gone);
        }
    }

    /** Sends the close alert. */
    void closeOutput() throws IOException {
        engine().closeOutbound();
        encrypt(ByteBuffer.wrap(NOTHING));
        flush();
    }

    SSLSession session() {
        return engine().getSession();
    }

    /**
     * Waits for more bytes, and adds them.
     *
     * @param millis how long; 0 for ever
     * @return false if nothing came in that time
     */
    boolean receive(int millis) throws IOException {
        byte[] received = new byte[Connection.BUFFER_BYTES];
        try {
            channel.socket().setSoTimeout(millis);
            int read = channel.socket().getInputStream().read(received);
            if (read < 0) {
                throw new EOFException("the client hung up");
            }
            take(received, read);
            return true;
        } catch (SocketTimeoutException silent) {
            return false;
        }
    }

    /** Returns the decrypted stream, for a thread that waits for it. */
    InputStream in() {
        return in;
    }

    OutputStream out() {
        return out;
    }

    private final class Decrypted extends InputStream {
        private ByteBuffer decrypted = ByteBuffer.wrap(NOTHING);

        @Override
        public int available() {
            return decrypted.remaining();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            while (length > 0 && !decrypted.hasRemaining()) {
                byte[] next = next();
                if (next != null) {
                    decrypted = ByteBuffer.wrap(next);
                } else if (over || !receive(0)) {
                    return -1;
                }
            }
            int read = Math.min(length, decrypted.remaining());
            decrypted.get(buffer, offset, read);
            return read;
        }
    }

    private final class Encrypted extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer from = ByteBuffer.wrap(bytes, offset, length);
            while (from.hasRemaining()) {
                if (!encrypt(from)) {
                    throw new IOException("the client hung up");
                }
            }
            TlsRecords.this.flush();
        }
    }
}
