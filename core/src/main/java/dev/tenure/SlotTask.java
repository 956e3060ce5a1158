package dev.tenure;

import java.time.Instant;

/** What a leader does at the times of a schedule: see {@link Election#leadAt}. */
@FunctionalInterface
public interface SlotTask {

    /**
     * Does what is due. To return means that the slot is finished, and it is not run again; to throw means that it is
     * not, ends the term, and lets the next leader run it.
     *
     * @param term the term it runs in
     * @param slot the time that the schedule names, which is not always the time of this moment
     */
    void run(Term term, Instant slot) throws Exception;
}
