package dev.tenure;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Identifies a candidate.
 *
 * @param instance the id of this very start of the process, unique for all time
 * @param name the name people know it by; two candidates may share one
 * @param address where others reach it, or null
 */
public record Identity(
        String instance, String name, @Nullable String address) {
    public Identity {
        requireNonNull(instance, "instance");
        requireNonNull(name, "name");
        if (instance.isBlank()) {
            throw new IllegalArgumentException("instance is blank");
        }
        if (name.isBlank()) {
            throw new IllegalArgumentException("name is blank: give the candidate a name people recognise");
        }
    }
}
