package dev.tenure.store.redis;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** The connections to all nodes, by node. Thread-safe. */
final class Switchboard implements AutoCloseable {
    private final Opener opener;
    private final Watchdog watchdog = new Watchdog();
    private final Map<HostAndPort, Lines> lines = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Switchboard(Dialer dialer) {
        this.opener = new Opener(dialer);
    }

    /** Makes the calls at the node in one go, and returns their answers; errors of the server are among them. */
    List<Object> run(HostAndPort node, Errand errand, List<Call> calls, Deadline deadline) {
        deadline.requireLeft();
        if (closed) {
            throw new StoreException(Kind.UNREACHABLE, errand.doing() + " failed: the store is closed");
        }
        return lines.computeIfAbsent(node, each -> new Lines(each, opener, watchdog))
                .run(errand, calls, deadline);
    }

    /** Makes one call that decides nothing at the node, and returns its answer. */
    Object ask(HostAndPort node, String doing, Call call, Deadline deadline) {
        Errand errand = new Errand(doing, Errand.Care.LOOK);
        Object answer = run(node, errand, List.of(call), deadline).get(0);
        StoreException error = Line.error(errand, answer);
        if (error != null) {
            throw error;
        }
        return answer;
    }

    /** Returns a connection to the node for the caller to keep. */
    Connection open(HostAndPort node, String doing, Deadline deadline) {
        return opener.open(node, doing, deadline);
    }

    Watchdog watchdog() {
        return watchdog;
    }

    /** Lets go of the connections to a node; what is under way there goes on. */
    void leave(HostAndPort node) {
        Lines left = lines.remove(node);
        if (left != null) {
            left.close();
        }
    }

    /** Closes the connections, and waits for nobody. */
    @Override
    public void close() {
        closed = true;
        lines.values().forEach(Lines::close);
        opener.close();
        watchdog.close();
    }
}
