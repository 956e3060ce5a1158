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
 * Elections on Apache Kafka: a consumer group chooses who may claim, and a topic keeps who leads. Thread-safe.
 *
 * <p>Each election has a topic and a group of its own, and in each process that has to do with it up to three threads
 * and as many connections, whose clients this store opens and closes.
 */
public final class KafkaStore implements LeaseStore {
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(2);
    private static final int HEARTBEATS_PER_TIMEOUT = 50;

    private final String prefix;
    private final String groupPrefix;
    private final @Nullable GoNeli goNeli;
    private final ClientSettings settings;
    private final TopicAdmin cluster;
    private final RecordProducer scribe;
    private final Roster roster;
    private final Requests requests;
    private final History history;
    private final Map<String, KafkaElection> contests = new HashMap<>();
    private boolean closed;

    KafkaStore(KafkaStoreBuilder builder) {
        this.prefix = builder.prefix();
        this.groupPrefix = builder.group();
        this.goNeli = builder.goNeli();
        this.settings = new ClientSettings(builder);
        this.cluster = new TopicAdmin(settings, builder.createsTopics(), goNeli != null);
        this.scribe = new RecordProducer(settings);
        this.roster = new KafkaRoster(this::contest, scribe);
        this.requests = new KafkaRequests(this::contest, scribe);
        this.history = new KafkaHistory(this::contest, scribe);
    }

    /** Returns a builder of a store on these brokers, such as {@code kafka1:9092,kafka2:9092}. */
    public static KafkaStoreBuilder on(String bootstrapServers) {
        return new KafkaStoreBuilder(bootstrapServers);
    }

    private KafkaElection contest(String election) {
        checkName(election);
        synchronized (contests) {
            if (closed) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "the kafka store is closed");
            }
            return contests.computeIfAbsent(election, name -> new KafkaElection(site(name), settings, cluster, goNeli));
        }
    }

    private ElectionTopic site(String election) {
        if (goNeli != null) {
            return new ElectionTopic(election, goNeli.topic(), goNeli.group());
        }
        return new ElectionTopic(election, TopicNames.of(prefix, election), TopicNames.of(groupPrefix, election));
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
     * Returns the usual timing; shared with goNELI, its heartbeat timeout and its ten heartbeats a second, and calls as
     * long as two of them fit into the trust: those of Kafka are many requests, and slow where everything is.
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

    /** Whoever shares an election with goNELI must stop believing in itself as soon as its nodes do. */
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
            throw new IllegalArgumentException("a store shared with goNELI holds one election, called as its group: '"
                    + goNeli.group() + "', not '" + election + "'");
        }
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback recall) {
        return contest(election).register(candidate, recall);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return contest(ballot.election()).terms().claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        return contest(extension.next().election()).terms().renew(extension, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        contest(lease.election()).terms().release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return contest(election).reading().look(deadline);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return contest(election).watch(wakeUp);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        if (goNeli != null) {
            return LeaseStore.super.elections(deadline);
        }
        return cluster.topics(deadline).stream()
                .map(topic -> TopicNames.electionOf(prefix, topic))
                .flatMap(Optional::stream)
                .filter(election -> hasRecord(election, deadline))
                .toList();
    }

    /** A topic may hold a roster and nothing else. */
    private boolean hasRecord(String election, Deadline deadline) {
        KafkaElection contest = contest(election);
        boolean found = !(contest.reading().look(deadline) instanceof Sighting.Never);
        contest.reading().rest();
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
        return new KafkaDiagnosis(cluster, settings, prefix, goNeli).run(timing, deadline);
    }

    /** Leaves the groups, waiting for that for two seconds at most, and closes all clients. */
    @Override
    public boolean isClosed() {
        synchronized (contests) {
            return closed;
        }
    }

    @Override
    public void close() {
        List<KafkaElection> open;
        synchronized (contests) {
            closed = true;
            open = List.copyOf(contests.values());
        }
        open.forEach(KafkaElection::close);
        Deadline limit = Deadline.after(TimeSource.system(), TIME_TO_CLOSE);
        try {
            for (KafkaElection contest : open) {
                contest.awaitEnd(limit.remaining());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            scribe.close();
            cluster.close();
        }
    }
}
