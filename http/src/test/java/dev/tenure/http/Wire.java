package dev.tenure.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A connection that sends whatever it likes, as no well-behaved client would. */
final class Wire implements AutoCloseable {
    private final Socket socket = new Socket();

    Wire(HealthServer server) throws IOException {
        this(server, "127.0.0.1");
    }

    /** Connects from one of the many addresses of loopback. */
    Wire(HealthServer server, String from) throws IOException {
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), (int) Client.LIMIT.toMillis());
        socket.setSoTimeout((int) Client.LIMIT.toMillis());
    }

    Wire send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** Returns the next bytes, exactly that many. */
    String receive(int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.ISO_8859_1);
    }

    /** Returns everything that comes until the server closes the connection; a reset counts as closing. */
    String receive() throws IOException {
        StringBuilder received = new StringBuilder();
        byte[] buffer = new byte[8192];
        try {
            for (int n = socket.getInputStream().read(buffer);
                    n >= 0;
                    n = socket.getInputStream().read(buffer)) {
                received.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
            }
        } catch (SocketException reset) {
            return received.toString();
        }
        return received.toString();
    }

    /** Returns what a server answers to one line and whatever headers follow it. */
    static String ask(HealthServer server, String requestLine, String... headers) throws IOException {
        return send(server, requestLine + "\r\nHost: localhost", headers);
    }

    /** Returns what a server answers to one line and exactly these headers, and one that it shall close. */
    static String send(HealthServer server, String requestLine, String... headers) throws IOException {
        try (Wire wire = new Wire(server)) {
            String head = String.join("\r\n", headers);
            return wire.send(requestLine + "\r\nConnection: close\r\n" + head + (head.isEmpty() ? "" : "\r\n") + "\r\n")
                    .receive();
        }
    }

    static int status(String answer) {
        return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : -1;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
