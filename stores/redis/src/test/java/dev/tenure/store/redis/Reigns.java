package dev.tenure.store.redis;

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
    static final Timing TIMING = Timing.of(Duration.ofSeconds(3), Duration.ofMillis(200));

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

    /** Waits until somebody leads for certain: the same term, renewed on the present server, or a later one. */
    Term awaitTermOn(Term before) {
        long ttl = TIMING.ttl().toNanos();
        long start = TimeSource.system().nanos();
        // What is current a ttl from now was renewed from now on.
        Given.await(
                "a term that lives on",
                () -> TimeSource.system().nanos() - start > ttl
                        && termAbove(before.token() - 1).isPresent());
        return awaitTermAbove(before.token() - 1);
    }

    List<History.Finding> findings() {
        return history.findings();
    }

    List<History.Reign> reigns() {
        return history.reigns();
    }

    @Override
    public void close() {
        candidates.forEach(Candidate::close);
        closed = true;
    }
}
