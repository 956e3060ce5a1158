package dev.tenure.dist;

import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Completion of a command in shells, made from its options. */
final class Completions {
    private final CommandLine command;
    private final String name;

    Completions(CommandLine command) {
        this.command = command;
        this.name = command.getCommandName();
    }

    /** Returns a script for bash. */
    String bash() {
        return AutoComplete.bash(name, command);
    }

    /**
     * Returns a function for zsh, which runs the script for bash. Its first call defines everything, then completes. A
     * function of zsh knows no aliases, by which that script would do without {@code compopt}.
     */
    String zsh() {
        return "#compdef " + name + "\ncompopt() { :; }\n" + bash() + "\n_bash_complete -o default -F _complete_" + name
                + "\n";
    }

    /** Returns a script for fish. */
    String fish() {
        List<String> lines = new ArrayList<>();
        String all = String.join(" ", command.getSubcommands().keySet());
        String first = "-n 'not __fish_seen_subcommand_from " + all + "'";
        lines.add("# Completion of " + name + " for fish.");
        lines.add("complete -c " + name + " -f");
        options(lines, first, command);
        command.getSubcommands().forEach((word, subcommand) -> {
            lines.add(line(
                    first,
                    "-a " + word,
                    about(subcommand.getCommandSpec().usageMessage().description())));
            options(lines, "-n '__fish_seen_subcommand_from " + word + "'", subcommand);
        });
        return String.join("\n", lines) + "\n";
    }

    private void options(List<String> lines, String condition, CommandLine of) {
        for (OptionSpec option : of.getCommandSpec().options()) {
            StringBuilder names = new StringBuilder();
            for (String each : option.names()) {
                names.append(each.startsWith("--") ? " -l " + each.substring(2) : " -s " + each.substring(1));
            }
            if (option.arity().max() > 0) {
                names.append(option.typeInfo().getType() == java.nio.file.Path.class ? " -r -F" : " -x");
            }
            lines.add(line(condition, names.toString().strip(), about(option.description())));
        }
    }

    private String line(String condition, String what, String about) {
        return "complete -c " + name + " " + condition + " " + what + " -d '" + about + "'";
    }

    /** Returns the first sentence, in a form that fits into single quotes. */
    private static String about(String... description) {
        String text = String.join(" ", description)
                .replace("$$", "$")
                .replace("%n", "")
                .replaceFirst("(?s)[.:;] .*", "");
        return text.replace("\\", "\\\\").replace("'", "\\'").replaceFirst("\\.$", "");
    }
}
