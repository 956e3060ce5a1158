package dev.tenure.testkit;

import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.memory.MemoryCell;

class MemoryCellTest extends LeaseStoreContract {
    private final MemoryCell cell = new MemoryCell();

    @Override
    protected LeaseStore open() {
        return CellStore.over(cell);
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
