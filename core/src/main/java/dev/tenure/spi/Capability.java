package dev.tenure.spi;

/** What a backend can do besides keeping leases. What it cannot do is refused by name, not ignored. */
public enum Capability {
    /** The store has a clock, tells with each held lease how long it still runs, and judges expiry by it. */
    STORE_CLOCK,

    /** The store pushes wake-ups when the record of an election changes: {@link Backend#watch}. */
    WATCH,

    /** The store can tell which elections it has a record of: {@link Backend#elections}. */
    LISTING
}
