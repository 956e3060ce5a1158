package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A network that fails when a test says so: forwards a port of the loopback interface to a server. Thread-safe.
 *
 * <p>It works on bytes, so it suits every protocol, TLS included. Faults last until the next call says otherwise; a
 * change holds for connections that are open already. Its threads are daemons, and {@link #close} ends them.
 */
public final class TcpFaultProxy implements AutoCloseable {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private final InetSocketAddress target;
    private final ProxyGate gate = new ProxyGate();
    private final Set<ProxyLink> links = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final int port;
    private @Nullable ServerSocket listener;
    private @Nullable Thread acceptor;

    /** Starts to forward to the given server, from a free port. */
    public TcpFaultProxy(InetSocketAddress target) {
        this.target = requireNonNull(target, "target");
        ServerSocket free = listenOn(0);
        this.port = free.getLocalPort();
        openDoor(free);
    }

    /** Returns where clients connect to. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /**
     * Ends all faults. What a {@link #blackHole} held back flows on, as it does after a lost packet; connections that
     * lost answers are reset, since what would follow makes no sense without them.
     */
    public synchronized void pass() {
        delay(Duration.ZERO);
    }

    /** Forwards everything, each piece after the given delay, in both directions. */
    public synchronized void delay(Duration latency) {
        change(ProxyGate.Mode.OPEN, latency);
        links.stream().filter(ProxyLink::hasLostAnswers).forEach(ProxyLink::reset);
    }

    /** Accepts connections and forwards nothing, in neither direction: a partition. */
    public synchronized void blackHole() {
        change(ProxyGate.Mode.BLACK_HOLE, Duration.ZERO);
    }

    /** Forwards answers, and holds requests back until they {@link #pass}: half a partition. */
    public synchronized void holdRequests() {
        change(ProxyGate.Mode.REQUESTS_HELD, Duration.ZERO);
    }

    /** Forwards requests, and drops what is answered to them: the server acts, and nobody learns of it. */
    public synchronized void loseAnswers() {
        change(ProxyGate.Mode.ANSWERS_LOST, Duration.ZERO);
    }

    /** Resets all open connections and refuses new ones: a server that is down. */
    public synchronized void refuse() {
        shutDoor();
        gate.set(ProxyGate.Mode.BLACK_HOLE, Duration.ZERO);
        reset();
    }

    /** Resets all open connections, once; new ones are treated as before. */
    public synchronized void reset() {
        links.forEach(ProxyLink::reset);
    }

    /**
     * Waits until the present fault has hit somebody: until bytes were held back or dropped since it began.
     *
     * @return false if it hit nobody in time
     */
    public boolean awaitVictim(Duration limit) throws InterruptedException {
        return gate.awaitVictim(limit);
    }

    /** Resets all connections, ends all threads, and waits for them, within bounds. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            shutDoor();
            gate.set(ProxyGate.Mode.CLOSED, Duration.ZERO);
            reset();
        }
        try {
            awaitThreads();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitThreads() throws InterruptedException {
        Deadline end = Deadline.after(TimeSource.system(), STOP_WITHIN);
        Optional<Thread> running = running();
        while (running.isPresent() && !end.hasPassed()) {
            running.get().join(end.remaining().toMillis() + 1);
            running = running();
        }
    }

    private Optional<Thread> running() {
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        return threads.stream().findAny();
    }

    private void change(ProxyGate.Mode mode, Duration latency) {
        if (gate.isClosed()) {
            throw new IllegalStateException("this proxy is closed: start another one");
        }
        gate.set(mode, latency);
        if (listener == null) {
            openDoor(listenOn(port));
        }
    }

    private void openDoor(ServerSocket listening) {
        listener = listening;
        acceptor = start("accept", () -> accept(listening));
    }

    /**
     * The kernel keeps the port open for as long as a thread waits there: it must be gone before the socket is closed.
     */
    private void shutDoor() {
        try {
            if (listener != null) {
                listener.close();
                listener = null;
            }
            if (acceptor != null) {
                acceptor.join(STOP_WITHIN.toMillis());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop listening on port " + port, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept(ServerSocket listening) {
        try {
            while (true) {
                ProxyLink link = new ProxyLink(listening.accept(), gate);
                links.add(link);
                start("requests", () -> carry(link));
                if (listening.isClosed()) {
                    link.reset();
                }
            }
        } catch (IOException e) {
            if (!listening.isClosed()) {
                throw new UncheckedIOException("cannot accept on port " + port, e);
            }
        }
    }

    private void carry(ProxyLink link) {
        if (link.connect(target)) {
            start("answers", () -> {
                link.carryAnswers();
                forgetIfCut(link);
            });
            link.carryRequests();
        }
        forgetIfCut(link);
    }

    private void forgetIfCut(ProxyLink link) {
        if (link.isCut()) {
            links.remove(link);
        }
    }

    private Thread start(String task, Runnable running) {
        Thread thread = new Thread(running, "tenure-proxy-" + port + "-" + task);
        thread.setDaemon(true);
        threads.removeIf(earlier -> earlier.getState() == Thread.State.TERMINATED);
        threads.add(thread);
        thread.start();
        return thread;
    }

    private static ServerSocket listenOn(int port) {
        try {
            ServerSocket listening = new ServerSocket();
            listening.setReuseAddress(true);
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return listening;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port, e);
        }
    }
}
