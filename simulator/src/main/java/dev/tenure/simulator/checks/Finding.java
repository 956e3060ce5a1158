package dev.tenure.simulator.checks;

import java.util.Locale;

/**
 * A broken promise, as a checker reports it.
 *
 * @param check the promise
 * @param atNanos the true time in the run
 * @param text a description for people
 */
public record Finding(Check check, long atNanos, String text) {
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s at %.6f s: %s", check, atNanos / 1e9, text);
    }
}
