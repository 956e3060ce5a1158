package dev.tenure.cli.arguments;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a command takes: its name, purpose, options and parameters. Not thread-safe. */
public final class Syntax {
    private final String name;
    private final String purpose;
    private final List<Option<?>> options = new ArrayList<>();
    private final List<Parameter> parameters = new ArrayList<>();
    private @Nullable String synopsis;
    private String advice = "";

    /**
     * Creates the syntax of a command without options and parameters.
     *
     * @param name all words of the command, such as {@code tenure run}
     * @param purpose what it does, in a sentence
     */
    public Syntax(String name, String purpose) {
        this.name = name;
        this.purpose = purpose;
    }

    public Syntax options(Option<?>... more) {
        return options(List.of(more));
    }

    public Syntax options(Collection<? extends Option<?>> more) {
        options.addAll(more);
        return this;
    }

    /** Adds parameters; only the last may be optional or take several arguments. */
    public Syntax parameters(Parameter... more) {
        parameters.addAll(List.of(more));
        return this;
    }

    /** Replaces the summary of options and parameters that heads the help. */
    public Syntax synopsis(String text) {
        synopsis = text;
        return this;
    }

    /** Says what to do about an unknown option if the arguments are not separated by {@code --}. */
    public Syntax adviceWithoutSeparator(String text) {
        advice = text;
        return this;
    }

    public String purpose() {
        return purpose;
    }

    String name() {
        return name;
    }

    String advice() {
        return advice;
    }

    List<Option<?>> options() {
        return options;
    }

    List<Parameter> parameters() {
        return parameters;
    }

    /** Returns the line that heads the help, without the name: short flags, other flags, options, parameters. */
    String synopsis() {
        if (synopsis != null) {
            return synopsis;
        }
        String letters = String.join(
                "",
                options.stream()
                        .filter(option -> option.names().size() > 1)
                        .map(option -> option.names().get(0).substring(1))
                        .sorted(String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.reverseOrder()))
                        .toList());
        return String.join(
                " ",
                Stream.of(
                                Stream.of("[-" + letters + "]"),
                                sorted(true),
                                sorted(false),
                                parameters.stream().map(Parameter::usage))
                        .flatMap(part -> part)
                        .toList());
    }

    private Stream<String> sorted(boolean flags) {
        return options.stream()
                .filter(option -> option.names().size() == 1 && option.isFlag() == flags)
                .map(option -> option.isRequired() ? option.usage() : "[" + option.usage() + "]")
                .sorted(String.CASE_INSENSITIVE_ORDER);
    }
}
