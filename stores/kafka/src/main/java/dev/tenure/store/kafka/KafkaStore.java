package dev.tenure.store.kafka;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.store.kafka.client.KafkaElections;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.StoreDescription;
import java.util.List;

/**
 * Keeps leases in a topic of Apache Kafka, whose order of records decides. Thread-safe.
 *
 * <p>All elections of a process share the clients of its store, and the one thread that reads the topic.
 */
public final class KafkaStore extends CompositeStore {
    private final KafkaElections elections;

    KafkaStore(KafkaElections elections) {
        super(
                new StoreDescription(
                        "kafka", KafkaStoreProvider.REQUIRES, elections.timing(), elections.capabilities()),
                elections.parts());
        this.elections = elections;
    }

    /** Returns a builder for a store on these brokers, such as {@code kafka1:9092,kafka2:9092}. */
    public static KafkaStoreBuilder on(String bootstrapServers) {
        return new KafkaStoreBuilder(bootstrapServers);
    }

    @Override
    public void checkTiming(Timing timing) {
        elections.checkTiming(timing);
    }

    @Override
    public void checkName(String election) {
        elections.checkName(election);
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback callback) {
        requireOpen();
        return elections.register(election, candidate, callback);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        requireOpen();
        return elections.watch(election, wakeUp);
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
