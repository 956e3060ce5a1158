package dev.tenure.store.kafka;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Requests;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps leases in topics of Apache Kafka, where a consumer group chooses the candidate that may claim. Thread-safe.
 *
 * <p>Each election has its own topic and group. Each process that takes part uses up to three threads and three clients
 * for it, which this store opens and closes.
 */
public final class KafkaStore implements LeaseStore {
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(2);
    private static final int HEARTBEATS_PER_TIMEOUT = 50;

    private final String prefix;
    private final String groupPrefix;
    private final @Nullable GoNeli goNeli;
    private final ClientSettings settings;
    private final TopicAdmin topicAdmin;
    private final RecordProducer recordProducer;
    private final Roster roster;
    private final Requests requests;
    private final History history;
    private final Map<String, KafkaElection> electionsByName = new HashMap<>();
    private boolean closed;

    KafkaStore(KafkaStoreBuilder builder) {
        this.prefix = builder.prefix();
        this.groupPrefix = builder.group();
        this.goNeli = builder.goNeli();
        this.settings = new ClientSettings(builder);
        this.topicAdmin = new TopicAdmin(settings, builder.createsTopics(), goNeli != null);
        this.recordProducer = new RecordProducer(settings);
        this.roster = new KafkaRoster(this::election, recordProducer);
        this.requests = new KafkaRequests(this::election, recordProducer);
        this.history = new KafkaHistory(this::election, recordProducer);
    }

    /** Returns a builder for a store on these brokers, such as {@code kafka1:9092,kafka2:9092}. */
    public static KafkaStoreBuilder on(String bootstrapServers) {
        return new KafkaStoreBuilder(bootstrapServers);
    }

    private KafkaElection election(String name) {
        checkName(name);
        synchronized (electionsByName) {
            if (closed) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "the kafka store is closed");
            }
            return electionsByName.computeIfAbsent(
                    name, absent -> new KafkaElection(names(absent), settings, topicAdmin, goNeli));
        }
    }

    private ElectionNames names(String election) {
        if (goNeli != null) {
            return new ElectionNames(election, goNeli.topic(), goNeli.group());
        }
        return new ElectionNames(election, TopicNames.of(prefix, election), TopicNames.of(groupPrefix, election));
    }

    @Override
    public String requires() {
        return KafkaStoreProvider.REQUIRES;
    }

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public Set<Capability> capabilities() {
        return goNeli != null
                ? Set.of(Capability.WATCH)
                : Set.of(
                        Capability.WATCH,
                        Capability.LISTING,
                        Capability.ROSTER,
                        Capability.REQUESTS,
                        Capability.HISTORY);
    }

    /**
     * Returns the balanced timing. Beside goNELI the ttl is its heartbeat timeout, in which fifty heartbeats are
     * written, and two calls fit into the trust: a call to Kafka takes many requests.
     */
    @Override
    public Timing timing() {
        if (goNeli == null) {
            return Timing.balanced();
        }
        Duration ttl = goNeli.heartbeatTimeout();
        return Timing.of(ttl, ttl.dividedBy(HEARTBEATS_PER_TIMEOUT))
                .withCallTimeout(ttl.multipliedBy(2).dividedBy(5));
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
        if (goNeli == null) {
            TopicNames.checkElection(prefix, election);
            TopicNames.checkElection(groupPrefix, election);
        } else if (!election.equals(goNeli.group())) {
            throw new IllegalArgumentException("a store shared with goNELI has one election, whose name is the group: '"
                    + goNeli.group() + "', not '" + election + "'");
        }
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback callback) {
        return election(election).register(candidate, callback);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return election(ballot.election()).terms().claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return election(request.next().election()).terms().renew(request, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        election(lease.election()).terms().release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return election(election).view().look(deadline);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return election(election).watch(wakeUp);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        if (goNeli != null) {
            return LeaseStore.super.elections(deadline);
        }
        return topicAdmin.topics(deadline).stream()
                .map(topic -> TopicNames.electionOf(prefix, topic))
                .flatMap(Optional::stream)
                .filter(election -> hasRecord(election, deadline))
                .toList();
    }

    /** Tells whether the topic shows a term; it may hold only a roster. */
    private boolean hasRecord(String election, Deadline deadline) {
        KafkaElection opened = election(election);
        boolean found = !(opened.view().look(deadline) instanceof Sighting.Never);
        opened.view().closeIfUnneeded();
        return found;
    }

    @Override
    public Roster roster() {
        return goNeli == null ? roster : LeaseStore.super.roster();
    }

    @Override
    public Requests requests() {
        return goNeli == null ? requests : LeaseStore.super.requests();
    }

    @Override
    public History history() {
        return goNeli == null ? history : LeaseStore.super.history();
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return new KafkaDiagnosis(topicAdmin, settings, prefix, goNeli).run(timing, deadline);
    }

    @Override
    public boolean isClosed() {
        synchronized (electionsByName) {
            return closed;
        }
    }

    /** Leaves the groups, for which it waits two seconds at most, and closes all clients. */
    @Override
    public void close() {
        List<KafkaElection> open;
        synchronized (electionsByName) {
            closed = true;
            open = List.copyOf(electionsByName.values());
        }
        open.forEach(KafkaElection::close);
        Deadline limit = Deadline.after(TimeSource.system(), TIME_TO_CLOSE);
        try {
            for (KafkaElection election : open) {
                election.awaitEnd(limit.remaining());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            recordProducer.close();
            topicAdmin.close();
        }
    }
}
