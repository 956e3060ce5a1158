package dev.tenure.chaos;

import dev.tenure.testkit.FencedRegister;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Serves one counter per election to the nodes, and refuses tokens lower than the highest it has seen. Thread-safe.
 *
 * <p>An accepted write must continue the count; otherwise an update was lost, which is an error.
 */
final class RegisterServer implements AutoCloseable {
    private static final long REFUSED = -1;

    private final ServerSocket listening;
    private final Map<String, Counter> counters = new HashMap<>();
    private final Map<String, Long> asked = new HashMap<>();
    private final List<String> errors = new ArrayList<>();

    private static final class Counter {
        final FencedRegister fence = new FencedRegister();
        long value;
        String writer = "";
        long writtenNanos;
        boolean written;
    }

    RegisterServer() throws IOException {
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        startDaemon(this::accept);
    }

    private static void startDaemon(Runnable task) {
        Thread thread = new Thread(task, "register");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                startDaemon(() -> serve(client));
            }
        } catch (IOException closed) {
            // The run is over.
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            client.setTcpNoDelay(true);
            OutputStream answers = client.getOutputStream();
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                answers.write((answer(line.split(" ", -1)) + "\n").getBytes(StandardCharsets.UTF_8));
                answers.flush();
            }
        } catch (IOException gone) {
            // The node was killed.
        }
    }

    private synchronized long answer(String[] request) {
        long token = Long.parseLong(request[2]);
        long value = Long.parseLong(request[4]);
        if (request[0].equals("asked")) {
            asked.put(node(request[3]), value);
            notifyAll();
            return 0;
        }
        Counter counter = counters.computeIfAbsent(request[1], election -> new Counter());
        if (request[0].equals("error")) {
            errors.add(request[3] + " with token " + token + " was refused in " + request[1] + " and led on");
            return 0;
        }
        if (!counter.fence.write(token, request[3])) {
            return REFUSED;
        }
        if (request[0].equals("write")) {
            if (value != counter.value + 1) {
                errors.add("lost update in " + request[1] + ": " + request[3] + " with token " + token + " wrote "
                        + value + " after " + counter.writer + " wrote " + counter.value);
            }
            counter.value = value;
            counter.writer = request[3];
            counter.writtenNanos = System.nanoTime();
            counter.written = true;
            notifyAll();
        }
        return counter.value;
    }

    /** Returns the node that wrote last, as the name it was started with. */
    synchronized Optional<String> lastWriter(String election) {
        return Optional.ofNullable(counters.get(election))
                .filter(counter -> counter.written)
                .map(counter -> node(counter.writer));
    }

    private static String node(String who) {
        return who.substring(0, who.lastIndexOf('-'));
    }

    /**
     * Waits until each election was written to since a time; returns when the last of them was, or empty if too late.
     */
    synchronized Optional<Duration> awaitWrites(List<String> elections, long sinceNanos, Duration limit)
            throws InterruptedException {
        boolean inTime = await(
                () -> elections.stream().allMatch(election -> isWrittenSince(election, sinceNanos)), sinceNanos, limit);
        return inTime ? Optional.of(Duration.ofNanos(System.nanoTime() - sinceNanos)) : Optional.empty();
    }

    /** Waits until another node than the given one has written since a time; tells whether one has in time. */
    synchronized boolean awaitOtherWriter(String election, String node, long sinceNanos, Duration limit)
            throws InterruptedException {
        return await(
                () -> isWrittenSince(election, sinceNanos)
                        && !lastWriter(election).equals(Optional.of(node)),
                sinceNanos,
                limit);
    }

    /** Waits until a node has reported that it asked since a time whether it leads; tells whether it has in time. */
    synchronized boolean awaitAsked(String node, long sinceNanos, Duration limit) throws InterruptedException {
        return await(
                () -> {
                    Long askedNanos = asked.get(node);
                    return askedNanos != null && askedNanos - sinceNanos >= 0;
                },
                sinceNanos,
                limit);
    }

    private synchronized boolean await(BooleanSupplier condition, long sinceNanos, Duration limit)
            throws InterruptedException {
        long end = sinceNanos + limit.toNanos();
        while (!condition.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    private boolean isWrittenSince(String election, long sinceNanos) {
        Counter counter = counters.get(election);
        return counter != null && counter.written && counter.writtenNanos - sinceNanos >= 0;
    }

    synchronized List<String> errors() {
        return List.copyOf(errors);
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
