package dev.tenure.http.peer;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.spi.CellStore;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.FaultyStore;
import dev.tenure.testkit.MinimalStore;

/** A candidate with its own server, on a store whose calls are counted and can be cut off. */
final class PeerCandidate implements AutoCloseable {
    private final FaultyStore line;
    private final PeerProcess site;
    private final Candidate candidate;

    private PeerCandidate(FaultyStore line, PeerProcess site, Candidate candidate) {
        this.line = line;
        this.site = site;
        this.candidate = candidate;
    }

    /** Starts a candidate that is reached at its own server. */
    static PeerCandidate start(String name, MemoryCell cell, Timing timing) {
        FaultyStore line = new FaultyStore(CellStore.over(cell));
        PeerProcess site = PeerProcess.over(new MinimalStore(line));
        return new PeerCandidate(line, site, candidate(name, site, site.address(), timing));
    }

    /** Starts a candidate that states another address, for instance that of a proxy. */
    static PeerCandidate startAt(String address, PeerProcess site, FaultyStore line, Timing timing) {
        return new PeerCandidate(line, site, candidate("behind-" + address, site, address, timing));
    }

    private static Candidate candidate(String name, PeerProcess site, String address, Timing timing) {
        return Candidate.on(site.store())
                .closingStore()
                .named(name)
                .reachableAt(address)
                .timing(timing)
                .withoutShutdownHook()
                .start();
    }

    Election stand(String election) {
        return candidate.stand(election);
    }

    Candidate candidate() {
        return candidate;
    }

    /** Returns the faults of the store. */
    FaultyStore line() {
        return line;
    }

    PeerStore store() {
        return site.store();
    }

    PeerProcess site() {
        return site;
    }

    /** Closes the candidate; the server keeps answering, and knows that nobody leads here. */
    void retire() {
        candidate.close();
    }

    @Override
    public void close() {
        candidate.close();
        site.close();
    }
}
