package dev.tenure.simulator;

import java.util.Locale;

/**
 * Something a checker found wrong.
 *
 * @param check what it watched over
 * @param atNanos the true time in the run
 * @param text what is wrong, for people
 */
public record Finding(Check check, long atNanos, String text) {
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s at %.6f s: %s", check, atNanos / 1e9, text);
    }
}
