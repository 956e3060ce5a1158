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
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), (int) Client.LIMIT.toMillis());
        socket.setSoTimeout((int) Client.LIMIT.toMillis());
    }

    Wire send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
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
        try (Wire wire = new Wire(server)) {
            wire.send(requestLine + "\r\nHost: localhost\r\nConnection: close\r\n");
            for (String header : headers) {
                wire.send(header + "\r\n");
            }
            return wire.send("\r\n").receive();
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
