package dev.tenure.cli.arguments;

import static java.util.Objects.requireNonNull;

import dev.tenure.cli.console.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An option of a command, and the value that was given for it. Not thread-safe.
 *
 * @param <T> the type of its value
 */
public final class Option<T> {
    private final List<String> names;
    private final String label;
    private final String description;
    private final Function<String, T> reader;
    private boolean required;
    private @Nullable T value;

    private Option(List<String> names, String label, String description, Function<String, T> reader) {
        this.names = names;
        this.label = label;
        this.description = description;
        this.reader = reader;
    }

    /** Returns an option without a value, such as {@code -v, --verbose}. */
    public static Option<Boolean> flag(String names, String description) {
        return new Option<>(List.of(names.split(", ", -1)), "", description, text -> {
            require(text.matches("(?i)true|false"), "'" + text + "' is not a boolean");
            return Boolean.parseBoolean(text);
        });
    }

    /** Returns an option whose value is called by the label in the help. */
    public static Option<String> text(String name, String label, String description) {
        return new Option<>(List.of(name), label, description, text -> text);
    }

    public static Option<Integer> number(String name, String label, String description) {
        return new Option<>(List.of(name), label, description, text -> whole(text, Integer::valueOf));
    }

    public static Option<Long> longNumber(String name, String label, String description) {
        return new Option<>(List.of(name), label, description, text -> whole(text, Long::valueOf));
    }

    public static Option<Duration> duration(String name, String description) {
        return new Option<>(List.of(name), "D", description, Durations::parse);
    }

    public static Option<Path> file(String name, String description) {
        return new Option<>(List.of(name), "FILE", description, Path::of);
    }

    /** Returns an option for several files, with commas between them. */
    public static Option<List<Path>> files(String name, String label, String description) {
        return new Option<>(
                List.of(name),
                label,
                description,
                text -> Stream.of(text.split(",", -1)).map(Path::of).toList());
    }

    /** Refuses command lines without this option. */
    public Option<T> required() {
        required = true;
        return this;
    }

    /** Returns the value, or null if the option was not given. */
    public @Nullable T value() {
        return value;
    }

    /** Returns the value, or this one if the option was not given. */
    public T or(T otherwise) {
        return value == null ? otherwise : value;
    }

    public boolean isGiven() {
        return value != null;
    }

    List<String> names() {
        return names;
    }

    boolean isFlag() {
        return label.isEmpty();
    }

    boolean isRequired() {
        return required;
    }

    String description() {
        return description;
    }

    /** Returns the long name, such as {@code --ttl}. */
    String name() {
        return names.get(names.size() - 1);
    }

    /** Returns the long name with its value, such as {@code --ttl=D}. */
    String usage() {
        return isFlag() ? name() : name() + "=" + label;
    }

    /** Returns what messages call it. */
    String title() {
        return "option '" + name() + "'" + (isFlag() ? "" : " (" + label + ")");
    }

    /**
     * Takes the value.
     *
     * @throws IllegalArgumentException if it cannot be read, or there is one already
     */
    void give(String text) {
        require(value == null, title() + " should be specified only once");
        try {
            value = requireNonNull(reader.apply(text));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    "Invalid value for option '" + name() + "': " + refused.getMessage(), refused);
        }
    }

    private static <N extends Number> N whole(String text, Function<String, N> reader) {
        try {
            return reader.apply(text);
        } catch (NumberFormatException refused) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number, or too large", refused);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
