package dev.tenure.store.kafka;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.Heard;
import dev.tenure.testkit.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** Candidates of one election in this process, asked all the time whether they lead. */
final class Reigns implements AutoCloseable {
    private final String election;
    private final History history = new History();
    private final List<Election> stands = new CopyOnWriteArrayList<>();
    private final List<Candidate> candidates = new ArrayList<>();
    private final Map<Election, Heard> heard = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Reigns(String election) {
        this.election = election;
        Thread asking = new Thread(this::ask, "reigns");
        asking.setDaemon(true);
        asking.start();
    }

    /** Lets one more candidate stand. */
    Election stand(String name, LeaseStore store) {
        Candidate candidate =
                Candidate.on(store).named(name).timing(Given.TIMING).start();
        candidates.add(candidate);
        Election stand = candidate.stand(election);
        Heard events = new Heard();
        stand.subscribe(events);
        heard.put(stand, events);
        stands.add(stand);
        return stand;
    }

    Heard heardBy(Election stand) {
        return java.util.Objects.requireNonNull(heard.get(stand));
    }

    private void ask() {
        TimeSource time = TimeSource.system();
        while (!closed) {
            for (Election stand : stands) {
                stand.term().ifPresent(term -> {
                    long now = time.nanos();
                    if (term.isCurrent()) {
                        // It was current before and after that moment, so it was at that moment.
                        history.add(new History.Reign(term.candidate().instance(), term.token(), now, now));
                    }
                });
            }
            LockSupport.parkNanos(500_000);
        }
    }

    /** Waits for a term with a token above the given one, whoever leads. */
    Term awaitTermAbove(long token) {
        Given.await("a term above " + token, () -> termAbove(token).isPresent());
        return termAbove(token).orElseGet(() -> awaitTermAbove(token));
    }

    private Optional<Term> termAbove(long token) {
        return stands.stream()
                .flatMap(stand -> stand.term().stream())
                .filter(term -> term.token() > token && term.isCurrent())
                .findFirst();
    }

    /** Returns the one that leads; there must be one. */
    Election leader() {
        return stands.stream().filter(Election::isLeader).findFirst().orElseThrow();
    }

    /** Returns how many terms have begun, as the candidates were told. */
    long acquired() {
        return heard.values().stream()
                .flatMap(events -> events.all().stream())
                .filter(ElectionEvent.Acquired.class::isInstance)
                .count();
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
