package dev.tenure.store.postgres.connection;

import dev.tenure.spi.Deadline;

/** Checks before the first call that the tables exist and are of a known version. Thread-safe. */
public interface FirstCallCheck {

    /** Runs the check, unless it has passed before. */
    void ensure(PooledConnection pooled, Deadline deadline);
}
