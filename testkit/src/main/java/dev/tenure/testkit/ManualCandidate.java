package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.ElectionBuilder;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Role;
import dev.tenure.RosterMember;
import dev.tenure.Settings;
import dev.tenure.Shards;
import dev.tenure.Status;
import dev.tenure.Subscription;
import dev.tenure.Successor;
import dev.tenure.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A candidate whose elections a test decides: what it stands in is a {@link ManualElection}, found by
 * {@link #election(String)}. For tests of code that takes a {@link Candidate}. Thread-safe.
 *
 * <p>Requests are honoured at once, a roster shows this candidate and whoever leads, and settings change nothing but
 * what {@link #settings} returns.
 */
public final class ManualCandidate implements Candidate {
    private final String instance = UUID.randomUUID().toString();
    private final String name;
    private final Map<String, ManualElection> elections = new LinkedHashMap<>();
    private final Map<String, ManualElection> observed = new LinkedHashMap<>();
    private final List<HistoryEntry> history = new CopyOnWriteArrayList<>();
    private Settings settings = new Settings(Timing.balanced(), CandidateBuilder.DEFAULT_PRIORITY, null);
    private boolean closed;

    /** Makes a candidate of the given name that stands in no election yet. */
    public ManualCandidate(String name) {
        this.name = requireNonNull(name, "name");
    }

    /**
     * Returns the election of this name, for the test to decide.
     *
     * @throws IllegalStateException if this candidate neither stands in it nor looks on
     */
    public synchronized ManualElection election(String election) {
        ManualElection found = elections.getOrDefault(election, observed.get(election));
        if (found == null) {
            throw new IllegalStateException("'" + name + "' neither stands in '" + election + "' nor looks on; it"
                    + " stands in " + elections.keySet());
        }
        return found;
    }

    @Override
    public synchronized Identity identity() {
        return new Identity(instance, name, settings.address());
    }

    @Override
    public ElectionBuilder prepare(String election) {
        return new ManualPreparation(election, this::stand);
    }

    private synchronized ManualElection stand(ManualPreparation prepare) {
        requireOpen();
        String election = prepare.election();
        ManualElection earlier = elections.get(election);
        if (earlier != null && earlier.status().role() != Role.CLOSED) {
            throw new IllegalStateException("'" + name + "' stands in '" + election + "' already");
        }
        ManualElection standing = new ManualElection(prepare, identity());
        elections.put(election, standing);
        standing.subscribe(this::writeDown);
        return standing;
    }

    /** Returns a view of the election this candidate stands in, or else of one that only {@code leaderIs} changes. */
    @Override
    public synchronized ElectionView observe(String election) {
        requireOpen();
        ManualElection standing = elections.get(election);
        return new View(
                standing == null
                        ? observed.computeIfAbsent(election, unused -> new ManualElection(election, name))
                        : standing);
    }

    @Override
    public synchronized List<Election> elections() {
        return elections.values().stream()
                .filter(election -> election.status().role() != Role.CLOSED)
                .sorted(Comparator.comparing(ManualElection::name))
                .<Election>map(election -> election)
                .toList();
    }

    @Override
    public synchronized List<ElectionView> observed() {
        return observed.values().stream()
                .sorted(Comparator.comparing(ManualElection::name))
                .<ElectionView>map(View::new)
                .toList();
    }

    /** Looks at an election without being able to close it for others. */
    private record View(ManualElection election) implements ElectionView {
        @Override
        public String name() {
            return election.name();
        }

        @Override
        public Status status() {
            return election.status();
        }

        @Override
        public Optional<Status> awaitAttempt(Instant since, Duration timeout) throws InterruptedException {
            return election.awaitAttempt(since, timeout);
        }

        @Override
        public Subscription subscribe(ElectionListener listener) {
            return election.subscribe(listener);
        }

        @Override
        public void close() {}
    }

    /** Stands for as many elections named {@code SET/0} and so on; the test decides each. */
    @Override
    public synchronized Shards standForShards(String set, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("a set of " + count + " shards is none: give it at least one");
        }
        return new ManualShards(
                set,
                IntStream.range(0, count)
                        .mapToObj(shard -> stand(new ManualPreparation(set + "/" + shard, this::stand)))
                        .toList());
    }

    @Override
    public List<RosterMember> roster(String election, Duration timeout) {
        ManualElection found = election(election);
        Status status = found.status();
        Identity leader = status.leader();
        List<RosterMember> members = new ArrayList<>();
        if (leader != null && status.role() != Role.LEADER) {
            members.add(member(leader, 1));
        }
        members.add(member(identity(), status.role() == Role.LEADER ? 1 : 0));
        return members;
    }

    private RosterMember member(Identity identity, int leads) {
        return new RosterMember(identity, settings().priority(), "", true, leads, Instant.now());
    }

    private void writeDown(ElectionEvent event) {
        if (event instanceof ElectionEvent.Acquired acquired) {
            writeDown(event, HistoryEntry.What.ACQUIRED, acquired.token());
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            writeDown(event, HistoryEntry.What.RESIGNED, resigned.token());
        } else if (event instanceof ElectionEvent.Lost lost) {
            writeDown(event, HistoryEntry.What.LOST, lost.token());
        }
    }

    private void writeDown(ElectionEvent event, HistoryEntry.What what, long token) {
        history.add(
                new HistoryEntry(event.election(), event.at(), identity(), what, token, event.reason(), event.cause()));
    }

    @Override
    public List<HistoryEntry> history(String election, Duration timeout) {
        return history.stream()
                .filter(entry -> entry.election().equals(election))
                .toList();
    }

    @Override
    public void requestResign(String election, Duration timeout) {
        giveUp(election, "resigned as " + name + " asked");
    }

    @Override
    public void requestTransfer(String election, Successor successor, Duration timeout) {
        String candidate = requireNonNull(successor, "successor").toString();
        giveUp(election, "transferred to " + candidate + " as " + name + " asked");
        if (successor.is(identity())) {
            election(election).acquire();
        } else {
            election(election).leaderIs(candidate);
        }
    }

    private void giveUp(String election, String cause) {
        ManualElection found = election(election);
        if (found.isLeader()) {
            found.resign(cause);
        } else if (found.status().leader() != null) {
            found.leaderIsGone();
        } else {
            throw new IllegalStateException("nobody leads '" + election + "': there is nobody to ask");
        }
    }

    @Override
    public synchronized Settings settings() {
        return settings;
    }

    @Override
    public synchronized void reconfigure(UnaryOperator<Settings> change) {
        requireOpen();
        settings = requireNonNull(change.apply(settings), "settings");
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("'" + name + "' is closed: start another candidate");
        }
    }

    /** Tells that it is not closed: nothing else can go wrong with it. */
    @Override
    public synchronized boolean isAlive() {
        return !closed;
    }

    @Override
    public void close() {
        closing().forEach(Election::close);
    }

    private synchronized List<ManualElection> closing() {
        closed = true;
        List<ManualElection> open = new ArrayList<>(elections.values());
        open.addAll(observed.values());
        return open;
    }
}
