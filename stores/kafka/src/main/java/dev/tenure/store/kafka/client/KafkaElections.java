package dev.tenure.store.kafka.client;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.store.support.CompositeStore;
import java.util.List;
import java.util.Set;

/** The elections of a store, and how they are kept; see {@link dev.tenure.spi.LeaseStore} for each. Thread-safe. */
public interface KafkaElections extends AutoCloseable {
    Timing timing();

    Set<Capability> capabilities();

    /** Returns what answers the calls of the store. */
    CompositeStore.Parts parts();

    default void checkTiming(Timing timing) {}

    void checkName(String election);

    Registration register(String election, Identity candidate, RevocationCallback callback);

    Backend.Watch watch(String election, Runnable wakeUp);

    List<CheckResult> diagnose(Timing timing, Deadline deadline);

    @Override
    void close();
}
