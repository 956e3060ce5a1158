package dev.tenure.spi;

import dev.tenure.StoreException;
import java.util.Set;

/** Opens stores of one technology by URI; found through {@link java.util.ServiceLoader}. */
public interface StoreProvider {

    /** Returns the schemes this provider opens, such as {@code file}. */
    Set<String> schemes();

    /** Returns an example of a whole URI, for error messages and help. */
    String example();

    /** Returns which library its stores need, as {@link Backend#requires()} does. */
    default String requires() {
        return "";
    }

    /**
     * Opens the store. Waits for a server only if the URI asks to create something: the first call connects, by its
     * deadline.
     *
     * @throws IllegalArgumentException if the URI is not one this provider understands, with the remedy
     * @throws StoreException if the store cannot be opened
     */
    LeaseStore open(StoreUri uri);
}
