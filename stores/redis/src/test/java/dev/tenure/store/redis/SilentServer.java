package dev.tenure.store.redis;

import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import redis.clients.jedis.HostAndPort;

/** A server that accepts connections and never answers. */
final class SilentServer implements AutoCloseable {
    private final ServerSocket listening;
    private final List<Socket> taken = new CopyOnWriteArrayList<>();

    SilentServer() {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::take, "mute");
        thread.setDaemon(true);
        thread.start();
    }

    private void take() {
        try {
            while (true) {
                taken.add(listening.accept());
            }
        } catch (IOException closed) {
            hangUp();
        }
    }

    HostAndPort address() {
        return new HostAndPort("127.0.0.1", listening.getLocalPort());
    }

    /** Waits until so many connections were taken since it was started, or last hung up. */
    void awaitTaken(int number) {
        StoreTestSteps.await(number + " connections", () -> taken.size() >= number);
    }

    void hangUp() {
        List<Socket> all = List.copyOf(taken);
        taken.removeAll(all);
        for (Socket each : all) {
            try {
                each.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        hangUp();
    }
}
