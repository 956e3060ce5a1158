package dev.tenure.store.postgres.connection;

import dev.tenure.spi.Deadline;

/** What must be seen to before the first call: that the tables are there, and are known. Thread-safe. */
public interface FirstCallCheck {

    /** Sees to it, unless that was done. */
    void ensure(PooledConnection line, Deadline deadline);
}
