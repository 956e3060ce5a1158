package dev.tenure.store.kafka;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.StoreDescription;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps leases in topics of Apache Kafka, where a consumer group chooses the candidate that may claim. Thread-safe.
 *
 * <p>Each election has its own topic and group. Each process that takes part uses up to three threads and three clients
 * for it, which this store opens and closes.
 */
public final class KafkaStore extends CompositeStore {
    static final String NAME = "kafka";

    private static final int HEARTBEATS_PER_TIMEOUT = 50;

    private final @Nullable GoNeli goNeli;
    private final KafkaElections elections;

    KafkaStore(KafkaElections elections, @Nullable GoNeli goNeli) {
        super(description(goNeli), elections.parts());
        this.elections = elections;
        this.goNeli = goNeli;
    }

    private static StoreDescription description(@Nullable GoNeli goNeli) {
        return new StoreDescription(
                NAME,
                KafkaStoreProvider.REQUIRES,
                goNeli == null ? Timing.balanced() : timing(goNeli),
                goNeli != null
                        ? Set.of(Capability.WATCH)
                        : Set.of(
                                Capability.WATCH,
                                Capability.LISTING,
                                Capability.ROSTER,
                                Capability.REQUESTS,
                                Capability.HISTORY));
    }

    /**
     * Beside goNELI the ttl is its heartbeat timeout, in which fifty heartbeats are written, and two calls fit into the
     * trust: a call to Kafka takes many requests.
     */
    private static Timing timing(GoNeli goNeli) {
        Duration ttl = goNeli.heartbeatTimeout();
        return Timing.of(ttl, ttl.dividedBy(HEARTBEATS_PER_TIMEOUT))
                .withCallTimeout(ttl.multipliedBy(2).dividedBy(5));
    }

    /** Returns a builder for a store on these brokers, such as {@code kafka1:9092,kafka2:9092}. */
    public static KafkaStoreBuilder on(String bootstrapServers) {
        return new KafkaStoreBuilder(bootstrapServers);
    }

    /** Beside goNELI a term must end as early as that of a Go node, so the ttl has an upper bound. */
    @Override
    public void checkTiming(Timing timing) {
        if (goNeli != null && timing.ttl().compareTo(goNeli.heartbeatTimeout()) > 0) {
            throw new IllegalArgumentException("a ttl of " + timing.ttl().toMillis()
                    + " ms is longer than the heartbeat timeout of goNELI's nodes, "
                    + goNeli.heartbeatTimeout().toMillis() + " ms: lower it");
        }
    }

    @Override
    public void checkName(String election) {
        elections.checkName(election);
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback callback) {
        return elections.get(election).register(candidate, callback);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return elections.get(election).watch(wakeUp);
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return elections.diagnose(timing, deadline);
    }

    @Override
    protected void closeResources() {
        elections.close();
    }
}
