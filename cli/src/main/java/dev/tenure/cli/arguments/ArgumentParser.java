package dev.tenure.cli.arguments;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the arguments of a command into its {@link Syntax}, and refuses those that it does not take.
 *
 * <p>Options may stand anywhere before {@code --}. A value follows its option as the next argument, or after {@code =}.
 */
public final class ArgumentParser {
    /** How many letters of an unknown word may be wrong for another to be suggested. */
    private static final int MOST_MISTAKES = 2;

    private static final String SEPARATOR = "--";

    private final Syntax syntax;
    private final List<String> surplus = new ArrayList<>();
    private final boolean separated;

    private ArgumentParser(Syntax syntax, boolean separated) {
        this.syntax = syntax;
        this.separated = separated;
    }

    /**
     * Reads the arguments, without asking for those that are missing.
     *
     * @throws CommandFailure if one is wrong
     */
    public static void parse(Syntax syntax, List<String> arguments) {
        ArgumentParser parser = new ArgumentParser(syntax, arguments.contains(SEPARATOR));
        Iterator<String> rest = arguments.iterator();
        boolean optionsOver = false;
        while (rest.hasNext()) {
            String argument = rest.next();
            if (optionsOver || !argument.startsWith("-") || argument.equals("-")) {
                parser.parameter(argument, optionsOver);
            } else if (argument.equals(SEPARATOR)) {
                optionsOver = true;
            } else if (argument.startsWith(SEPARATOR)) {
                parser.option(argument, rest);
            } else {
                parser.letters(argument);
            }
        }
        if (!parser.surplus.isEmpty()) {
            throw unmatched(syntax, parser.surplus, List.of());
        }
    }

    /** Refuses a command line that lacks something. */
    public static void requireComplete(Syntax syntax) {
        List<String> missing = Stream.concat(
                        syntax.options().stream()
                                .filter(option -> option.isRequired() && !option.isGiven())
                                .map(option -> "option: '" + option.usage() + "'"),
                        syntax.parameters().stream()
                                .filter(Parameter::isMissing)
                                .map(parameter -> "parameter: '" + parameter.label() + "'"))
                .toList();
        if (!missing.isEmpty()) {
            throw wrong(syntax, "Missing required " + String.join(", ", missing), "");
        }
    }

    /** Returns the refusal of arguments that nothing takes; the known words are what the first may be meant for. */
    public static CommandFailure unmatched(Syntax syntax, List<String> surplus, Collection<String> known) {
        String all = surplus.stream().map(each -> "'" + each + "'").collect(Collectors.joining(", "));
        return wrong(
                syntax,
                "Unmatched argument" + (surplus.size() > 1 ? "s: " : ": ") + all,
                suggestion(surplus.get(0), known));
    }

    private void parameter(String argument, boolean behindSeparator) {
        syntax.parameters().stream()
                .filter(parameter -> !parameter.isFull())
                .findFirst()
                .ifPresentOrElse(parameter -> parameter.give(argument, behindSeparator), () -> surplus.add(argument));
    }

    private void option(String argument, Iterator<String> rest) {
        int equals = argument.indexOf('=');
        String name = equals < 0 ? argument : argument.substring(0, equals);
        Option<?> option = find(name).orElseThrow(() -> unknown(name));
        if (equals >= 0) {
            give(option, argument.substring(equals + 1));
        } else if (option.isFlag()) {
            give(option, "true");
        } else {
            give(option, next(option, rest));
        }
    }

    /** Returns the value of an option; another option in its place means that it was forgotten. */
    private String next(Option<?> option, Iterator<String> rest) {
        String value = rest.hasNext() ? rest.next() : null;
        if (value == null || value.equals(SEPARATOR)) {
            throw wrong(syntax, "Missing required parameter for " + option.title(), "");
        }
        if (find(value).isPresent()) {
            throw wrong(syntax, "Expected parameter for " + option.title() + " but found '" + value + "'", "");
        }
        return value;
    }

    private void letters(String argument) {
        argument.substring(1)
                .chars()
                .mapToObj(letter -> find("-" + (char) letter).orElseThrow(() -> unknown(argument)))
                .forEach(option -> give(option, "true"));
    }

    private void give(Option<?> option, String value) {
        try {
            option.give(value);
        } catch (IllegalArgumentException refused) {
            throw wrong(syntax, String.valueOf(refused.getMessage()), "");
        }
    }

    private Optional<Option<?>> find(String name) {
        return syntax.options().stream()
                .filter(option -> option.names().contains(name))
                .findFirst();
    }

    private CommandFailure unknown(String name) {
        List<String> known = syntax.options().stream().map(Option::name).toList();
        String suggestion = suggestion(name, known);
        String advice = suggestion.isEmpty() && !separated ? syntax.advice() : suggestion;
        return wrong(syntax, "Unknown option: '" + name + "'", advice);
    }

    private static CommandFailure wrong(Syntax syntax, String problem, String advice) {
        String remedy = advice.isEmpty() ? ";" : "; " + advice;
        return new CommandFailure(ExitStatus.USAGE, problem + remedy + " see '" + syntax.name() + " --help'");
    }

    private static String suggestion(String typed, Collection<String> known) {
        return known.stream()
                .filter(word -> isNear(typed, word, MOST_MISTAKES))
                .findFirst()
                .map(word -> "is '" + word + "' meant?")
                .orElse("");
    }

    /** Tells whether one word becomes the other if so many letters are added, left out or replaced. */
    private static boolean isNear(String typed, String word, int mistakes) {
        if (typed.isEmpty() || word.isEmpty()) {
            return typed.length() + word.length() <= mistakes;
        }
        String typedRest = typed.substring(1);
        String wordRest = word.substring(1);
        if (typed.charAt(0) == word.charAt(0)) {
            return isNear(typedRest, wordRest, mistakes);
        }
        return mistakes > 0
                && (isNear(typedRest, wordRest, mistakes - 1)
                        || isNear(typedRest, word, mistakes - 1)
                        || isNear(typed, wordRest, mistakes - 1));
    }

    /** Returns the place of the first argument that is no option; the number of arguments if there is none. */
    public static int firstWord(List<String> arguments) {
        int place = 0;
        while (place < arguments.size() && arguments.get(place).startsWith("-")) {
            place++;
        }
        return place;
    }
}
