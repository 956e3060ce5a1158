package dev.tenure.testkit;

import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.memory.MemoryCell;

/** A store that can do no more than it must passes the contract by refusing the rest; a faulty one passes that on. */
class PlainStoreContractTest extends LeaseStoreContract {
    private final MemoryCell cell = new MemoryCell(true);

    @Override
    protected LeaseStore open() {
        return new FaultyStore(new MinimalStore(CellStore.over(cell)));
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
