package dev.tenure.http.peer;

import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.LeaseStoreContract;

/** The store contract on a store with the peer channel. */
class PeerStoreTest extends LeaseStoreContract {
    private final MemoryCell cell = new MemoryCell(true);

    @Override
    protected LeaseStore open() {
        PeerStore store = PeerStore.over(CellStore.over(cell));
        store.enable(PeerProcess.PLAIN);
        return store;
    }

    @Override
    protected void corrupt(String election) {
        cell.corrupt(election);
    }

    @Override
    protected void forget(String election) {
        cell.forget(election);
    }
}
