package dev.tenure;

import static java.util.Objects.requireNonNull;

/** Says which candidate shall lead next. Immutable. */
public final class Successor {
    private final String text;
    private final boolean byName;
    private final boolean byInstance;

    private Successor(String parameter, String text, boolean byName, boolean byInstance) {
        this.text = requireNonNull(text, parameter);
        this.byName = byName;
        this.byInstance = byInstance;
        if (text.isBlank()) {
            throw new IllegalArgumentException(parameter + " is blank: say which candidate shall lead next");
        }
    }

    /** Returns the candidate of this name; if several have it, one of them. */
    public static Successor named(String name) {
        return new Successor("name", name, true, false);
    }

    /** Returns the candidate with this instance id, which is unique. */
    public static Successor instance(String instance) {
        return new Successor("instance", instance, false, true);
    }

    /** Returns the candidate whose name or instance id this is, for text that a person typed. */
    public static Successor nameOrInstance(String text) {
        return new Successor("text", text, true, true);
    }

    /** Tells whether this candidate is meant. */
    public boolean is(Identity candidate) {
        return (byName && candidate.name().equals(text))
                || (byInstance && candidate.instance().equals(text));
    }

    /** Returns the name, or the instance id. */
    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Successor successor
                && successor.text.equals(text)
                && successor.byName == byName
                && successor.byInstance == byInstance;
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
