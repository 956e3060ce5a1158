package dev.tenure.store.redis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** Hears from the sentinels, one {@link Ear} for each, that another server was made the master. Thread-safe. */
final class SwitchNews implements Ear.Hearer, AutoCloseable {
    private static final String CHANNEL = "+switch-master";

    private final Topology topology;
    private final Runnable switched;
    private final Consumer<Ear> written;
    private final Map<HostAndPort, Ear> ears = new HashMap<>();
    private boolean closed;

    /**
     * Makes what hears, from the first {@link #keep} on.
     *
     * @param switched is run when there may be another master, also when it begins to listen: earlier news were not
     *     heard
     * @param written is told of an ear that has something to write
     */
    SwitchNews(Topology topology, Runnable switched, Consumer<Ear> written) {
        this.topology = topology;
        this.switched = switched;
        this.written = written;
    }

    /** Begins to listen to those sentinels that it does not hear, and pings the others. */
    synchronized List<Ear> keep() {
        for (HostAndPort sentinel : closed ? List.<HostAndPort>of() : topology.sentinels()) {
            Ear ear = ears.get(sentinel);
            if (ear == null) {
                ear = new Ear(sentinel, false, this);
                ear.add(CHANNEL);
                ear.start();
                ears.put(sentinel, ear);
            } else {
                ear.ping();
            }
        }
        return List.copyOf(ears.values());
    }

    @Override
    public Connection connect(HostAndPort node) {
        return topology.openToSentinel(node);
    }

    @Override
    public void begun(Ear ear) {
        written.accept(ear);
    }

    @Override
    public void heard(String channel) {
        switched.run();
    }

    @Override
    public void moved(Ear from, String channel) {
        // Sentinels send nobody elsewhere.
    }

    @Override
    public void moved(int slot, HostAndPort to) {
        // Sentinels send nobody elsewhere.
    }

    /** One that is gone is tried again when all are looked after: others tell the same. */
    @Override
    public synchronized void ended(Ear ear, @Nullable Exception why) {
        ears.remove(ear.node(), ear);
    }

    @Override
    public synchronized void close() {
        closed = true;
        ears.values().forEach(Ear::close);
    }
}
