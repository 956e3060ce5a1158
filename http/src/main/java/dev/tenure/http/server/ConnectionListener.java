package dev.tenure.http.server;

import com.sun.net.httpserver.HttpHandler;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections, and serves a bounded number of requests at a time. Thread-safe.
 *
 * <p>One thread accepts, and watches all connections that wait for a request. No client can lock others out: an address
 * with too many connections loses its oldest, and a request that is sent slowly is ended when others wait for its
 * thread.
 */
public final class ConnectionListener implements AutoCloseable, Connection.Owner {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.http");

    /** Connections that the system queues until they are accepted; a client beyond that tries again after a second. */
    private static final int BACKLOG = 4_096;

    private static final long TICK_MILLIS = 50;
    private static final long LONG_TICK_MILLIS = 1_000;
    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_SECONDS = 1;
    private static final long WARNING_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** The most connections that are accepted in a row before existing ones are served. */
    private static final int MOST_ACCEPTED = 64;

    private final TimeSource time = TimeSource.system();
    private final ServerSocketChannel server;
    private final Selector selector;
    private final InetSocketAddress address;
    private final ServerLimits limits;
    private final RateLimit handshakes;
    private final @Nullable Supplier<SSLEngine> engines;
    private final HttpHandler handler;
    private final ThreadPoolExecutor threads;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();

    /** Ordered by when they were served, the latest last. */
    private final Map<InetAddress, AddressConnections> clients = new LinkedHashMap<>();

    private final SelectionKey accepting;
    private final Thread thread = daemon(this::run, "tenure-http-listener");
    private final ByteBuffer buffer = ByteBuffer.allocate(Connection.BUFFER_BYTES);
    private boolean hasAccepted = true;
    private int waiting;
    private int served;
    private long warnedNanos = time.nanos() - WARNING_PAUSE_NANOS;
    private volatile boolean closed;

    private ConnectionListener(
            ServerSocketChannel server, ServerLimits limits, @Nullable Supplier<SSLEngine> engines, HttpHandler handler)
            throws IOException {
        this.server = server;
        this.address = (InetSocketAddress) server.getLocalAddress();
        this.selector = Selector.open();
        this.limits = limits;
        this.handshakes = limits.handshakes();
        this.engines = engines;
        this.handler = handler;
        this.threads = new ThreadPoolExecutor(
                limits.served(),
                limits.served(),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(limits.served()),
                task -> daemon(task, "tenure-http"));
        threads.allowCoreThreadTimeOut(true);
        server.configureBlocking(false);
        this.accepting = server.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Starts to listen. */
    public static ConnectionListener on(
            InetSocketAddress address, ServerLimits limits, @Nullable Supplier<SSLEngine> engines, HttpHandler handler)
            throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(address, BACKLOG);
            ConnectionListener listener = new ConnectionListener(server, limits, engines, handler);
            listener.thread.start();
            return listener;
        } catch (IOException | RuntimeException refused) {
            server.close();
            throw refused;
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    public InetSocketAddress address() {
        return address;
    }

    // ---- on the listener's thread

    private void run() {
        while (!closed) {
            try {
                pass();
            } catch (IOException | RuntimeException | Error failed) {
                if (closed) {
                    break; // the port was closed meanwhile
                }
                LOG.log(System.Logger.Level.WARNING, "the HTTP server failed at something, and goes on", failed);
            }
        }
        open.forEach(Connection::close); // those accepted while close() ran
        try {
            selector.close();
        } catch (IOException ignored) {
            LOG.log(System.Logger.Level.DEBUG, "a selector could not be closed", ignored);
        }
    }

    private void pass() throws IOException {
        selector.select(pauseMillis());
        if (accepting.isValid()) {
            accepting.interestOps(SelectionKey.OP_ACCEPT);
        }
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        try {
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.attachment() instanceof Connection connection) {
                    arrived(connection);
                } else {
                    acceptSome();
                }
            }
        } finally {
            selector.selectedKeys().clear();
        }
        endOverdue();
        serveReady();
        clients.values().removeIf(AddressConnections::isGone);
    }

    /** Returns how long to wait for events; 0 for ever. */
    private long pauseMillis() {
        boolean begun = clients.values().stream().anyMatch(AddressConnections::hasBegun);
        if (served > 0 || begun || accepting.interestOps() == 0) {
            return TICK_MILLIS;
        }
        return waiting > 0 ? LONG_TICK_MILLIS : 0;
    }

    private void acceptSome() {
        int accepted = 0;
        try {
            while (accepted < MOST_ACCEPTED) {
                SocketChannel channel = server.accept();
                if (channel == null) {
                    return;
                }
                accepted++;
                admit(channel);
            }
        } catch (ClosedChannelException closing) {
            return;
        } catch (IOException tooManyFiles) {
            closeOldestOfMost(); // its file descriptor is free after the next select
            if (accepted == 0 && !hasAccepted) {
                accepting.interestOps(0); // for a tick: other parts of this process take the file descriptors
            }
            warn("the HTTP server cannot accept a connection, and closes old ones until it can", tooManyFiles);
        }
        hasAccepted = accepted > 0;
    }

    /** Logs a lack of system resources, at most once a minute. */
    private void warn(String problem, Throwable cause) {
        long now = time.nanos();
        if (!closed && now - warnedNanos >= WARNING_PAUSE_NANOS) {
            warnedNanos = now;
            LOG.log(System.Logger.Level.WARNING, problem, cause);
        }
    }

    private void admit(SocketChannel channel) throws IOException {
        try {
            Connection connection = new Connection(channel, engines, this);
            open.add(connection);
            connection.watch(selector);
            await(connection);
        } catch (IOException gone) {
            channel.close();
        }
    }

    private void await(Connection connection) {
        AddressConnections client = client(connection);
        client.await(connection, time.nanos());
        waiting++;
        if (connection.isReady()) {
            client.putReady(connection);
        }
        if (client.waiting() > limits.waitingPerAddress()) {
            closeOldest(client);
        } else if (waiting > limits.waiting()) {
            closeOldestOfMost();
        }
    }

    private AddressConnections client(Connection connection) {
        return clients.computeIfAbsent(connection.address(), address -> new AddressConnections(limits));
    }

    private void closeOldestOfMost() {
        clients.values().stream()
                .max(Comparator.comparingInt(AddressConnections::waiting))
                .ifPresent(this::closeOldest);
    }

    private void closeOldest(AddressConnections client) {
        Connection oldest = client.takeOldest();
        if (oldest != null) {
            waiting--;
            oldest.close();
        }
    }

    private void arrived(Connection connection) {
        AddressConnections client = client(connection);
        try {
            connection.receive(buffer);
            client.received(connection, time.nanos());
            if (connection.isReady()) {
                connection.unwatch(selector); // it is served when its execution comes, and not watched meanwhile
                client.putReady(connection);
            }
        } catch (IOException gone) {
            if (client.takes(connection)) {
                waiting--;
            }
            connection.close();
        }
    }

    private void endOverdue() {
        long now = time.nanos();
        for (AddressConnections client : clients.values()) {
            long deadline = limits.deadline().toNanos();
            List<Connection> overdue = client.takeOverdue(now, ServerLimits.SILENCE.toNanos(), deadline);
            waiting -= overdue.size();
            overdue.forEach(Connection::close);
            client.cutOff(now, deadline);
        }
    }

    /** Serves the address with the fewest threads next, so that addresses with many requests leave some to others. */
    private void serveReady() {
        while (served < limits.served()) {
            long now = time.nanos();
            AddressConnections client = clients.values().stream()
                    .filter(some -> some.canBeServed(handshakes, now))
                    .min(Comparator.comparingInt(AddressConnections::served))
                    .orElse(null);
            if (client == null) {
                break;
            }
            waiting--;
            serve(client.takeReady(handshakes, now), client);
        }
        clients.values().stream().filter(client -> client.ready() > 0).forEach(this::makeRoom);
    }

    /** Ends the oldest requests of this address or, if all threads are taken, of the address with the most. */
    private void makeRoom(AddressConnections client) {
        AddressConnections inTheWay = client;
        if (client.served() < limits.servedPerAddress()) {
            if (served < limits.served()) {
                return; // it waits only for the rate limit of handshakes
            }
            inTheWay = Collections.max(clients.values(), Comparator.comparingInt(AddressConnections::served));
        }
        inTheWay.interrupt(client.ready(), time.nanos(), ServerLimits.PATIENCE.toNanos());
    }

    private void serve(Connection connection, AddressConnections client) {
        clients.remove(connection.address());
        clients.put(connection.address(), client); // as the last
        boolean mayWait = limits.areFew(client.served()) && served < limits.served() / 2;
        RequestExecution execution = new RequestExecution(
                connection, handler, mayWait, over -> onListener(() -> ended(client, over)), time.nanos());
        client.begin(execution);
        served++;
        try {
            threads.execute(execution);
        } catch (RuntimeException | Error noThread) {
            ended(client, execution);
            connection.close();
            warn("the HTTP server got no thread for a request, and hung up", noThread);
        }
    }

    private void ended(AddressConnections client, RequestExecution execution) {
        client.end(execution);
        served--;
    }

    private void onListener(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    // ---- on the threads that serve

    @Override
    public void returned(Connection connection) {
        onListener(() -> {
            try {
                if (!connection.isReady()) {
                    connection.watch(selector);
                }
                await(connection);
            } catch (IOException gone) {
                connection.close();
            }
        });
    }

    @Override
    public void closed(Connection connection) {
        open.remove(connection);
    }

    /** Closes every connection and ends. Idempotent. */
    @Override
    public void close() {
        closed = true;
        try {
            server.close();
        } catch (IOException ignored) {
            LOG.log(System.Logger.Level.DEBUG, "the port could not be closed", ignored);
        }
        open.forEach(Connection::close);
        threads.shutdownNow();
        selector.wakeup();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
            thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS)); // the port is free when the selector is closed
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
