package dev.tenure.store.support;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Small texts by folder and key: all that a store brings for {@link ItemRoster}, {@link ItemRequests} and
 * {@link ItemHistory}. Thread-safe.
 *
 * <p>A folder may end in the name of an election, which {@link dev.tenure.spi.Backend#checkName} accepts. Nothing is
 * decided by what is kept here. Failures are {@link StoreException}s; a write is never sent twice.
 */
public interface ItemStore {

    /**
     * An item that a listing showed.
     *
     * @param key its key
     * @param version changes whenever the content does
     * @param content its content, or null if the listing does not show it and {@link #get} must be asked
     */
    record Listed(String key, String version, @Nullable String content) {}

    /** Writes an item, whatever was there. It may be removed when it is older than that. */
    void put(String folder, String key, String content, Duration keptFor, Deadline deadline);

    /** Writes an item if there is none with this key, and tells whether it did. */
    boolean putIfAbsent(String folder, String key, String content, Duration keptFor, Deadline deadline);

    /** Returns the item as it is at this moment, if there is one. */
    Optional<String> get(String folder, String key, Deadline deadline);

    /**
     * Returns all items in a folder, in no order; a change of the last moment may be missing. Those of folders inside
     * it may be among them, with a slash in their keys.
     */
    List<Listed> list(String folder, Deadline deadline);

    /** Removes an item; does nothing if there is none. */
    void delete(String folder, String key, Deadline deadline);

    /** Returns those of the items that there are, by their keys. */
    default Map<String, String> getAll(String folder, Collection<String> keys, Deadline deadline) {
        Map<String, String> found = new HashMap<>();
        for (String key : keys) {
            get(folder, key, deadline).ifPresent(content -> found.put(key, content));
        }
        return found;
    }
}
