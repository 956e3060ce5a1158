package dev.tenure.store.kafka.goneli;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.store.kafka.client.KafkaElections;
import dev.tenure.store.kafka.client.TopicAdmin;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.LeaseCalls;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The one election that is shared with programs that use goNELI, opened with the first call. Thread-safe. */
public final class GroupElections implements KafkaElections, LeaseCalls {
    private static final int HEARTBEATS_PER_TIMEOUT = 50;
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(2);

    private final GoNeli goNeli;
    private final GroupSettings settings;
    private final TopicAdmin topicAdmin;
    private @Nullable GroupElection election;
    private boolean closed;

    /** Makes the election; connects with the first call. */
    public GroupElections(GoNeli goNeli, ClientSettings settings, boolean createsTopics) {
        this.goNeli = goNeli;
        this.settings = new GroupSettings(settings, goNeli);
        this.topicAdmin = new TopicAdmin(settings, createsTopics);
    }

    /**
     * Returns a timing whose ttl is goNELI's heartbeat timeout, in which fifty heartbeats are written. Two calls fit
     * into the trust: a call to Kafka takes many requests.
     */
    @Override
    public Timing timing() {
        Duration ttl = goNeli.heartbeatTimeout();
        return Timing.of(ttl, ttl.dividedBy(HEARTBEATS_PER_TIMEOUT))
                .withCallTimeout(ttl.multipliedBy(2).dividedBy(5));
    }

    /** Topics of goNELI have room for terms only. */
    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.WATCH);
    }

    @Override
    public CompositeStore.Parts parts() {
        return CompositeStore.Parts.of(this);
    }

    /** A term must end as early as that of a Go node, so the ttl has an upper bound. */
    @Override
    public void checkTiming(Timing timing) {
        if (timing.ttl().compareTo(goNeli.heartbeatTimeout()) > 0) {
            throw new IllegalArgumentException("a ttl of " + timing.ttl().toMillis()
                    + " ms is longer than the heartbeat timeout of goNELI's nodes, "
                    + goNeli.heartbeatTimeout().toMillis() + " ms: lower it");
        }
    }

    private synchronized GroupElection get(String name) {
        checkName(name);
        if (closed) {
            throw StoreException.closed("kafka");
        }
        if (election == null) {
            election = new GroupElection(goNeli, settings, topicAdmin);
        }
        return election;
    }

    @Override
    public void checkName(String name) {
        if (!name.equals(goNeli.group())) {
            throw new IllegalArgumentException("a store shared with goNELI has one election, whose name is the group: '"
                    + goNeli.group() + "', not '" + name + "'");
        }
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return get(ballot.election()).terms().claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return get(request.next().election()).terms().renew(request, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        get(lease.election()).terms().release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String name, Deadline deadline) {
        return get(name).view().look(deadline);
    }

    @Override
    public Registration register(String name, Identity candidate, RevocationCallback callback) {
        return get(name).register(candidate, callback);
    }

    @Override
    public Backend.Watch watch(String name, Runnable wakeUp) {
        return get(name).watch(wakeUp);
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return new GroupDiagnosis(topicAdmin, goNeli).run(timing, deadline);
    }

    /** Leaves the group, for which it waits two seconds at most, and closes all clients. */
    @Override
    public void close() {
        GroupElection open;
        synchronized (this) {
            closed = true;
            open = election;
        }
        try {
            if (open != null) {
                open.close();
                open.awaitEnd(TIME_TO_CLOSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            topicAdmin.close();
        }
    }
}
