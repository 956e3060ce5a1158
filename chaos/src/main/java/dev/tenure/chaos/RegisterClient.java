package dev.tenure.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A node's connection to the register. */
final class RegisterClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final Socket socket;
    private final BufferedReader answers;
    private final OutputStream requests;
    private final String who;

    RegisterClient(int port, String who) throws IOException {
        this.who = who;
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(Math.toIntExact(TIMEOUT.toMillis()));
        this.answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        this.requests = socket.getOutputStream();
    }

    /** Returns the value, or -1 if a higher token was there before. */
    long read(String election, long token) throws IOException {
        return ask("read " + election + " " + token + " " + who + " 0");
    }

    /** Writes the value and returns it, or -1 if a higher token was there before. */
    long write(String election, long token, long value) throws IOException {
        return ask("write " + election + " " + token + " " + who + " " + value);
    }

    /** Reports that the register refused a leader whose term was current even afterwards. */
    void reportRefusalInCurrentTerm(String election, long token) throws IOException {
        ask("error " + election + " " + token + " " + who + " 0");
    }

    /** Reports when this node asked whether it leads. */
    void reportAsked(long askedNanos) throws IOException {
        ask("asked - 0 " + who + " " + askedNanos);
    }

    private long ask(String request) throws IOException {
        requests.write((request + "\n").getBytes(StandardCharsets.UTF_8));
        requests.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the register is gone");
        }
        return Long.parseLong(answer);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
