package dev.tenure.http.server;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The body of a request: as many bytes as its head announces. */
final class RequestBody extends InputStream {
    private final InputStream in;
    private long left;
    private @Nullable Wanted wanted;
    private boolean refused;

    /** Asks the client to send its body. */
    interface Wanted {
        void say() throws IOException;
    }

    RequestBody(InputStream in, long length, @Nullable Wanted wanted) {
        this.in = in;
        this.left = length;
        this.wanted = wanted;
    }

    /** Returns how much of it is still to be read. */
    long left() {
        return refused ? 0 : left;
    }

    /** Skips the body if the client still waits for {@code 100 Continue}: the answer comes instead. */
    boolean refuse() {
        refused = wanted != null && left > 0;
        return refused;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        if (refused) {
            throw new IOException("the client was answered before its body was wanted");
        }
        Wanted first = wanted;
        if (first != null) {
            wanted = null;
            first.say();
        }
        int read = in.read(buffer, offset, (int) Math.min(length, left));
        if (read < 0) {
            throw new IOException("the client hung up in the middle of a body");
        }
        left -= read;
        return read;
    }
}
