package dev.tenure.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicInteger;

/** One connection through the proxy: a client, the server, and the streams between them. Thread-safe. */
final class ProxyLink {
    private static final int PIECE = 8192;

    private final Socket client;
    private final Socket server = new Socket();
    private final ProxyGate gate;
    private final AtomicInteger streams = new AtomicInteger(2);
    private volatile boolean holed;
    private volatile boolean cut;

    ProxyLink(Socket client, ProxyGate gate) {
        this.client = client;
        this.gate = gate;
    }

    /** Connects to the server as soon as the gate lets it; tells whether there are streams to carry now. */
    boolean connect(InetSocketAddress target) {
        try {
            if (gate.admit(false, this)) {
                server.connect(target);
                return true;
            }
        } catch (IOException e) {
            // The server is not there: the client learns of it by the reset below, as it would from a load balancer.
        }
        reset();
        return false;
    }

    /** Carries what the client says until it has no more to say. */
    void carryRequests() {
        carry(client, server, false);
    }

    /** Carries what the server says until it has no more to say. */
    void carryAnswers() {
        carry(server, client, true);
    }

    private void carry(Socket from, Socket to, boolean answer) {
        byte[] piece = new byte[PIECE];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                if (gate.admit(answer, this)) {
                    out.write(piece, 0, length);
                }
            }
            if (gate.admit(answer, this)) {
                to.shutdownOutput();
            }
        } catch (IOException e) {
            reset();
        }
        if (streams.decrementAndGet() == 0 && !holed) {
            end(false);
        }
    }

    /** Notes that an answer was dropped: a stream with a hole in it must never go on behind the hole. */
    void dropAnswer() {
        holed = true;
    }

    boolean hasLostAnswers() {
        return holed;
    }

    boolean isCut() {
        return cut;
    }

    /** Ends the connection on both sides with a reset. Idempotent. */
    void reset() {
        end(true);
    }

    private void end(boolean abruptly) {
        cut = true;
        gate.wake();
        end(client, abruptly);
        end(server, abruptly);
    }

    private static void end(Socket socket, boolean abruptly) {
        try {
            if (abruptly && !socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (SocketException e) {
            // Another thread closed it first.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
