package dev.tenure;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a candidate that may change while it stands.
 *
 * @param timing how long a lease is good and how it is kept
 * @param priority its place in the order of preference; the lower number leads
 * @param address where others reach it, or null
 */
public record Settings(
        Timing timing, int priority, @Nullable String address) {
    public Settings {
        requireNonNull(timing, "timing");
        if (address != null) {
            PrintableText.require("the address", address);
        }
    }

    /** Returns these settings with another timing. */
    public Settings withTiming(Timing newTiming) {
        return new Settings(newTiming, priority, address);
    }

    /** Returns these settings with another priority. */
    public Settings withPriority(int newPriority) {
        return new Settings(timing, newPriority, address);
    }

    /** Returns these settings with another address, or null for none. */
    public Settings withAddress(@Nullable String newAddress) {
        return new Settings(timing, priority, newAddress);
    }
}
