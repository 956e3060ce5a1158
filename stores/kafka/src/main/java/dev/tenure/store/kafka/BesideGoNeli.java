package dev.tenure.store.kafka;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.store.kafka.client.KafkaElections;
import dev.tenure.store.support.CompositeStore;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The election that is shared with goNELI, with requests and history in topics of Tenure's own. Thread-safe.
 *
 * <p>There is no roster: the group chooses who leads, so that no preference could be kept, and no successor be named.
 *
 * @param shared the election
 * @param own a log beside it, of which only requests and history are used
 */
record BesideGoNeli(KafkaElections shared, KafkaElections own) implements KafkaElections {
    /** What the log of Tenure's own has in its name after goNELI's topic. */
    static final String SUFFIX = ".tenure";

    @Override
    public Timing timing() {
        return shared.timing();
    }

    @Override
    public Set<Capability> capabilities() {
        Set<Capability> all = EnumSet.of(Capability.REQUESTS, Capability.HISTORY);
        all.addAll(shared.capabilities());
        return all;
    }

    @Override
    public CompositeStore.Parts parts() {
        CompositeStore.Parts beside = own.parts();
        return new CompositeStore.Parts(shared.parts().leases(), null, beside.requests(), beside.history(), null);
    }

    @Override
    public void checkTiming(Timing timing) {
        shared.checkTiming(timing);
    }

    @Override
    public void checkName(String election) {
        shared.checkName(election);
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback callback) {
        return shared.register(election, candidate, callback);
    }

    @Override
    public Backend.Watch watch(String election, Runnable wakeUp) {
        Backend.Watch terms = shared.watch(election, wakeUp);
        Backend.Watch requests = own.watch(election, wakeUp);
        return () -> {
            terms.close();
            requests.close();
        };
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return shared.diagnose(timing, deadline);
    }

    @Override
    public void close() {
        shared.close();
        own.close();
    }
}
