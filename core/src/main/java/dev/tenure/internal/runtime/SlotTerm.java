package dev.tenure.internal.runtime;

import java.time.Instant;
import java.util.Optional;

/** What a term of the engine knows of the slots of {@code leadAt}, besides being a term. Thread-safe. */
public interface SlotTerm {

    /** Returns the time by this machine's wall clock, which says which slots are due. */
    Instant now();

    /** Returns the slot that was finished last, by whichever leader, or empty if there was none. Blocks. */
    Optional<Instant> lastSlot();

    /** Saves that everything up to this slot is done. Blocks. */
    void saveSlot(Instant slot);
}
