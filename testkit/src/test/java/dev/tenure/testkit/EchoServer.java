package dev.tenure.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Answers each byte with itself, and remembers it. Thread-safe. */
final class EchoServer implements Closeable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Queue<Integer> heard = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();

    private final Thread acceptor;

    EchoServer() throws IOException {
        acceptor = start(this::accept);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    String heard() {
        return heard.stream().map(Character::toString).collect(Collectors.joining());
    }

    int connections() {
        return connections.get();
    }

    /** Returns when nobody can connect any more: the kernel keeps the port open while a thread waits there. */
    @Override
    public void close() throws IOException {
        listening.close();
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                connections.incrementAndGet();
                start(() -> echo(client));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    private void echo(Socket client) {
        try (client) {
            for (int b = client.getInputStream().read();
                    b >= 0;
                    b = client.getInputStream().read()) {
                heard.add(b);
                client.getOutputStream().write(b);
            }
        } catch (IOException e) {
            // Reset by the proxy: nothing more to answer.
        }
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task, "echo");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
