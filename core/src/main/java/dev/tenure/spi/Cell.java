package dev.tenure.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * The smaller tier of stores: one record per election that can be read with its version and written if it still has
 * that version. {@link CellStore} makes a {@link LeaseStore} of it. Thread-safe.
 *
 * <p>A version must never come back: two writes of different content have different versions. What is written always
 * differs from what was there, so a hash of the content will do.
 */
public interface Cell extends Backend {

    /** Returns what the record shows at this moment, with its version. */
    Sighting read(String election, Deadline deadline);

    /**
     * Writes the record if it still has the given version.
     *
     * @param entry a {@link Sighting.Held} or {@link Sighting.Released}, whose own version means nothing here
     * @param version the version that was read; empty if there must be no record yet
     * @return the new version, or empty if the record was another one, or was replaced again already
     */
    Optional<String> write(String election, Sighting entry, String version, Deadline deadline);

    /** Returns the ttl that is really kept when the given one is written: a format of whole seconds rounds it down. */
    default Duration kept(Duration ttl) {
        return ttl;
    }
}
