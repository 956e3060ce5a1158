package dev.tenure.store.kafka;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.LeaseCalls;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The elections that a process uses, each with its own topic and group, and the clients they share. Thread-safe. */
final class KafkaElections implements LeaseCalls, AutoCloseable {
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(2);

    private final String prefix;
    private final String groupPrefix;
    private final @Nullable GoNeli goNeli;
    private final ClientSettings settings;
    private final TopicAdmin topicAdmin;
    private final RecordProducer recordProducer;
    private final Map<String, KafkaElection> electionsByName = new HashMap<>();
    private boolean closed;

    KafkaElections(KafkaStoreBuilder builder) {
        this.prefix = builder.prefix();
        this.groupPrefix = builder.group();
        this.goNeli = builder.goNeli();
        this.settings = new ClientSettings(builder);
        this.topicAdmin = new TopicAdmin(settings, builder.createsTopics(), goNeli != null);
        this.recordProducer = new RecordProducer(settings);
    }

    /** Returns what answers the calls of the store. Topics of goNELI have room for terms only. */
    CompositeStore.Parts parts() {
        return goNeli != null
                ? CompositeStore.Parts.of(this)
                : new CompositeStore.Parts(
                        this,
                        new KafkaRoster(this::get, recordProducer),
                        new KafkaRequests(this::get, recordProducer),
                        new KafkaHistory(this::get, recordProducer));
    }

    KafkaElection get(String name) {
        checkName(name);
        synchronized (electionsByName) {
            if (closed) {
                throw StoreException.closed(KafkaStore.NAME);
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

    void checkName(String election) {
        if (goNeli == null) {
            TopicNames.checkElection(prefix, election);
            TopicNames.checkElection(groupPrefix, election);
        } else if (!election.equals(goNeli.group())) {
            throw new IllegalArgumentException("a store shared with goNELI has one election, whose name is the group: '"
                    + goNeli.group() + "', not '" + election + "'");
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
    public Sighting inspect(String election, Deadline deadline) {
        return get(election).view().look(deadline);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return topicAdmin.topics(deadline).stream()
                .map(topic -> TopicNames.electionOf(prefix, topic))
                .flatMap(Optional::stream)
                .filter(election -> hasRecord(election, deadline))
                .toList();
    }

    /** Tells whether the topic shows a term; it may hold only a roster. */
    private boolean hasRecord(String election, Deadline deadline) {
        KafkaElection opened = get(election);
        boolean found = !(opened.view().look(deadline) instanceof Sighting.Never);
        opened.view().closeIfUnneeded();
        return found;
    }

    List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return new KafkaDiagnosis(topicAdmin, settings, prefix, goNeli).run(timing, deadline);
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
