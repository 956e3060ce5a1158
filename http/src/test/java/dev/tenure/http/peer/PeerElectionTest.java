package dev.tenure.http.peer;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.ElectionContract;
import dev.tenure.testkit.MinimalStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The election contract on a store without roster and requests, over the channel. */
@Tag("slow")
class PeerElectionTest extends ElectionContract {
    private final MemoryCell cell = new MemoryCell();
    private final List<PeerProcess> sites = new CopyOnWriteArrayList<>();

    @Override
    protected LeaseStore open() {
        PeerProcess site = PeerProcess.over(inner());
        sites.add(site);
        return site.store();
    }

    LeaseStore inner() {
        return new MinimalStore(CellStore.over(cell));
    }

    @Override
    protected CandidateBuilder candidateOn(LeaseStore store) {
        return Candidate.on(store)
                .closingStore()
                .reachableAt(sites.get(sites.size() - 1).address());
    }

    @AfterEach
    void closeSites() {
        sites.forEach(PeerProcess::close);
    }
}
