package dev.tenure.simulator.store;

import java.util.HashMap;
import java.util.Map;

/**
 * The elections in which a write of one process may have taken effect on a server that was not the master. What the
 * record shows is confirmed before that process sees it: its engine would lead by it.
 */
final class UnconfirmedWrites {
    private final Map<String, Long> latest = new HashMap<>();
    private long numbers;

    /** Begins a write, which counts as unconfirmed until it ends. Returns what was unconfirmed before, or 0. */
    long begin(String election) {
        long before = of(election);
        latest.put(election, ++numbers);
        return before;
    }

    /** Returns the number of the latest unconfirmed write, or 0. */
    long of(String election) {
        return latest.getOrDefault(election, 0L);
    }

    /** Ends the latest write: it had no effect. */
    void hadNoEffect(String election, long before) {
        if (before == 0) {
            latest.remove(election);
        } else {
            latest.put(election, before);
        }
    }

    /** Takes in that the record was confirmed by a call that began when this was the latest write. */
    void confirmed(String election, long number) {
        latest.remove(election, number);
    }
}
