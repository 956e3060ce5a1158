package dev.tenure;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.PrintableText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a candidate that may change while it stands. Immutable.
 *
 * <p>{@link Candidate#reconfigure} hands out the present ones, to be changed by the methods of this class.
 */
public final class Settings {
    private final Timing timing;
    private final int priority;
    private final @Nullable String address;

    private Settings(Timing timing, int priority, @Nullable String address) {
        this.timing = timing;
        this.priority = priority;
        this.address = address;
    }

    /** Returns settings with the given timing, the default priority and no address. */
    public static Settings of(Timing timing) {
        return new Settings(requireNonNull(timing, "timing"), CandidateBuilder.DEFAULT_PRIORITY, null);
    }

    /** Returns how long a lease is good and how it is kept. */
    public Timing timing() {
        return timing;
    }

    /** Returns the place in the order of preference; the lower number leads. */
    public int priority() {
        return priority;
    }

    /** Returns where others reach this candidate, or null. */
    public @Nullable String address() {
        return address;
    }

    /** Returns these settings with another timing. */
    public Settings withTiming(Timing newTiming) {
        return new Settings(requireNonNull(newTiming, "timing"), priority, address);
    }

    /** Returns these settings with another priority. */
    public Settings withPriority(int newPriority) {
        return new Settings(timing, newPriority, address);
    }

    /** Returns these settings with another address, or null for none. */
    public Settings withAddress(@Nullable String newAddress) {
        if (newAddress != null) {
            PrintableText.require("the address", newAddress);
        }
        return new Settings(timing, priority, newAddress);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Settings settings
                && timing.equals(settings.timing)
                && priority == settings.priority
                && Objects.equals(address, settings.address);
    }

    @Override
    public int hashCode() {
        return Objects.hash(timing, priority, address);
    }

    @Override
    public String toString() {
        return "Settings[timing=" + timing + ", priority=" + priority + ", address=" + address + "]";
    }
}
