package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Candidates that compete in one election, all in this process, and are asked all the time whether they lead, so that
 * even a short overlap is seen. Thread-safe.
 *
 * <p>A test does harm to their store, waits for the term that follows, and looks at the {@link #history} at the end.
 */
public final class CompetingCandidates implements AutoCloseable {
    private static final long POLL_NANOS = 200_000;

    private final String election;
    private final Timing timing;
    private final OverlapChecker history = new OverlapChecker();
    private final List<Candidate> candidates = new CopyOnWriteArrayList<>();
    private final List<Election> stands = new CopyOnWriteArrayList<>();
    private final Map<Election, RecordingListener> heard = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** Begins to ask; nobody stands yet. */
    public CompetingCandidates(String election, Timing timing) {
        this.election = requireNonNull(election, "election");
        this.timing = requireNonNull(timing, "timing");
        Thread asking = new Thread(this::ask, "rivals");
        asking.setDaemon(true);
        asking.start();
    }

    /** Lets one more candidate stand, on a store that is closed with it. */
    public Election stand(String name, LeaseStore store) {
        Candidate candidate =
                Candidate.on(store).closingStore().named(name).timing(timing).start();
        candidates.add(candidate);
        Election stand = candidate.stand(election);
        RecordingListener events = new RecordingListener();
        stand.subscribe(events);
        heard.put(stand, events);
        stands.add(stand);
        return stand;
    }

    private void ask() {
        TimeSource time = TimeSource.system();
        while (!closed) {
            for (Election stand : stands) {
                stand.term().ifPresent(term -> {
                    long now = time.nanos();
                    if (term.isCurrent()) {
                        // It was current before and after that moment, so it was at that moment.
                        history.add(
                                new OverlapChecker.ObservedTerm(term.candidate().instance(), term.token(), now, now));
                    }
                });
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Returns the elections of all candidates, in the order they came. */
    public List<Election> stands() {
        return List.copyOf(stands);
    }

    /** Returns what one of them has heard since it stands. */
    public RecordingListener heardBy(Election stand) {
        return requireNonNull(heard.get(stand), "it does not stand here");
    }

    /** Returns the one that leads; there must be one. */
    public Election leader() {
        return stands.stream()
                .filter(Election::isLeader)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nobody leads"));
    }

    /**
     * Waits for a term with a token above the given one, by any of the candidates.
     *
     * @throws AssertionError if none began within {@link StoreTestSteps#LIMIT}
     */
    public Term awaitTermAbove(long token) {
        StoreTestSteps.await("a term above " + token, () -> termAbove(token).isPresent());
        return termAbove(token).orElseGet(() -> awaitTermAbove(token));
    }

    private Optional<Term> termAbove(long token) {
        return stands.stream()
                .flatMap(stand -> stand.term().stream())
                .filter(term -> term.token() > token && term.isCurrent())
                .findFirst();
    }

    /** Returns the terms that were seen; its findings say what is wrong with them. */
    public OverlapChecker history() {
        return history;
    }

    /** Closes all candidates, and asks them until they are closed. */
    @Override
    public void close() {
        candidates.forEach(Candidate::close);
        closed = true;
    }
}
