package dev.tenure.testkit;

import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.memory.MemoryCell;

/** A faulty store without faults is a store like any other. */
class FaultyStoreContractTest extends LeaseStoreContract {
    private final MemoryCell cell = new MemoryCell(true);

    @Override
    protected LeaseStore open() {
        return new FaultyStore(CellStore.over(cell));
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
