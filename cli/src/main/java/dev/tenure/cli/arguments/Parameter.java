package dev.tenure.cli.arguments;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An argument of a command that is known by its place, such as {@code ELECTION}. Not thread-safe. */
public final class Parameter {
    private final String label;
    private final String description;
    private final int least;
    private final int most;
    private final List<String> values = new ArrayList<>();
    private boolean behindSeparator;

    private Parameter(String label, String description, int least, int most) {
        this.label = label;
        this.description = description;
        this.least = least;
        this.most = most;
    }

    public static Parameter required(String label, String description) {
        return new Parameter(label, description, 1, 1);
    }

    public static Parameter optional(String label, String description) {
        return new Parameter(label, description, 0, 1);
    }

    /** Returns a parameter that takes all arguments that are left. */
    public static Parameter rest(String label, String description) {
        return new Parameter(label, description, 0, Integer.MAX_VALUE);
    }

    /** Returns the value, or null if none was given. */
    public @Nullable String value() {
        return values.isEmpty() ? null : values.get(0);
    }

    /** Returns the value, or this one if none was given. */
    public String or(String otherwise) {
        return values.isEmpty() ? otherwise : values.get(0);
    }

    public List<String> values() {
        return List.copyOf(values);
    }

    /** Tells whether the value, or the first of them, was given after {@code --}. */
    public boolean isBehindSeparator() {
        return behindSeparator;
    }

    String label() {
        return label;
    }

    String description() {
        return description;
    }

    /** Returns how the help writes it. */
    String usage() {
        return least > 0 ? label : "[" + label + (most > 1 ? "..." : "") + "]";
    }

    boolean isMissing() {
        return values.size() < least;
    }

    boolean isFull() {
        return values.size() >= most;
    }

    void give(String text, boolean isBehindSeparator) {
        behindSeparator = values.isEmpty() ? isBehindSeparator : behindSeparator;
        values.add(text);
    }
}
