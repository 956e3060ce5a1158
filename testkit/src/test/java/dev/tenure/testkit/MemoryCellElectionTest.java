package dev.tenure.testkit;

import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.memory.MemoryCell;
import org.junit.jupiter.api.Tag;

/** Elections on a store without a clock, by polling alone. */
@Tag("slow")
class MemoryCellElectionTest extends ElectionContract {
    private final MemoryCell cell = new MemoryCell();

    @Override
    protected LeaseStore open() {
        return CellStore.over(cell);
    }
}
