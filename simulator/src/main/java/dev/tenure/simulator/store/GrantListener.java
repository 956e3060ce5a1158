package dev.tenure.simulator.store;

/** Hears which calls of a process the store has carried out. */
public interface GrantListener {
    /** A claim was granted, with a token that was decided at the given true time. */
    void granted(String election, long token, long decidedNanos);

    /** A lease was released. */
    void released(String election, long token);
}
