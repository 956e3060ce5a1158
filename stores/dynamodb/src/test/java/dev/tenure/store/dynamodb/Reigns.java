package dev.tenure.store.dynamodb;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** Candidates of one election, asked all the time whether they lead. Whoever asks too rarely finds nothing wrong. */
final class Reigns implements AutoCloseable {
    /** Short, but with room for the pauses of a busy machine. */
    static final Timing TIMING = Timing.of(Duration.ofSeconds(3), Duration.ofMillis(100));

    private final History history = new History();
    private final List<Election> elections = new CopyOnWriteArrayList<>();
    private final List<Candidate> candidates = new ArrayList<>();
    private final Thread asking = new Thread(this::ask, "reigns");
    private volatile boolean closed;

    Reigns() {
        asking.setDaemon(true);
        asking.start();
    }

    /** Lets one more candidate stand in the election. */
    Election stand(String name, LeaseStore store, String election) {
        Candidate candidate = Candidate.on(store).named(name).timing(TIMING).start();
        candidates.add(candidate);
        Election stand = candidate.stand(election);
        elections.add(stand);
        return stand;
    }

    private void ask() {
        TimeSource time = TimeSource.system();
        while (!closed) {
            for (Election election : elections) {
                election.term().ifPresent(term -> {
                    long now = time.nanos();
                    if (term.isCurrent()) {
                        // It was current before and after that moment, so it was at that moment.
                        history.add(new History.Reign(term.candidate().instance(), term.token(), now, now));
                    }
                });
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Waits for a term with a token above the given one, whoever leads. */
    Term awaitTermAbove(long token) {
        Given.await("a term above " + token, () -> termAbove(token).isPresent());
        return termAbove(token).orElseGet(() -> awaitTermAbove(token));
    }

    private Optional<Term> termAbove(long token) {
        return elections.stream()
                .flatMap(election -> election.term().stream())
                .filter(term -> term.token() > token && term.isCurrent())
                .findFirst();
    }

    List<History.Finding> findings() {
        return history.findings();
    }

    @Override
    public void close() {
        candidates.forEach(Candidate::close);
        closed = true;
    }
}
