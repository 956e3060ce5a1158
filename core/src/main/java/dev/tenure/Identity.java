package dev.tenure;

import static java.util.Objects.requireNonNull;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Identifies a candidate. Immutable. */
public final class Identity {
    private final String instance;
    private final String name;
    private final @Nullable String address;

    private Identity(String instance, String name, @Nullable String address) {
        this.instance = instance;
        this.name = name;
        this.address = address;
    }

    /**
     * Returns the candidate with this instance id, which is its name too until it is given one.
     *
     * @param instance the id of this very start of the process, unique for all time
     */
    public static Identity ofInstance(String instance) {
        if (requireNonNull(instance, "instance").isBlank()) {
            throw new IllegalArgumentException("instance is blank");
        }
        return new Identity(instance, instance, null);
    }

    /** Returns this candidate under another name. */
    public Identity withName(String newName) {
        if (requireNonNull(newName, "name").isBlank()) {
            throw new IllegalArgumentException("name is blank: give the candidate a name people recognise");
        }
        return new Identity(instance, newName, address);
    }

    /** Returns this candidate at another address, or at none if it is null. */
    public Identity withAddress(@Nullable String newAddress) {
        return new Identity(instance, name, newAddress);
    }

    /** Returns the id of this very start of the process, unique for all time. */
    public String instance() {
        return instance;
    }

    /** Returns the name people know it by; two candidates may share one. */
    public String name() {
        return name;
    }

    /** Returns where others reach it, or null. */
    public @Nullable String address() {
        return address;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Identity identity
                && instance.equals(identity.instance)
                && name.equals(identity.name)
                && Objects.equals(address, identity.address);
    }

    @Override
    public int hashCode() {
        return Objects.hash(instance, name, address);
    }

    @Override
    public String toString() {
        return "Identity[instance=" + instance + ", name=" + name + ", address=" + address + "]";
    }
}
