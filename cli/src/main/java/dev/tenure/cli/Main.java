package dev.tenure.cli;

import dev.tenure.cli.arguments.ArgumentParser;
import dev.tenure.cli.arguments.HelpText;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The command {@code tenure}. */
public final class Main {
    private final GlobalOptions options = new GlobalOptions();
    private @Nullable Subcommand subcommand;

    private Main() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /** Runs the command and returns its exit code. */
    static int execute(String... args) {
        Main main = new Main();
        try {
            return main.run(List.of(args));
        } catch (IOException | InterruptedException | RuntimeException thrown) {
            return ErrorPrinter.print(thrown, main::blame, main.options.isDebug());
        }
    }

    private int run(List<String> args) throws IOException, InterruptedException {
        int place = ArgumentParser.firstWord(args);
        Syntax none = Subcommands.ofNone(options);
        ArgumentParser.parse(none, args.subList(0, place));
        if (isAnswered(Subcommands::help)) {
            return ExitStatus.OK.code();
        }
        if (place == args.size()) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "say what to do: run, status, roster, history, watch, resign, transfer, doctor, demo or simulate;"
                            + " see 'tenure --help'");
        }
        Subcommand made = Subcommands.make(args.get(place));
        if (made == null) {
            throw ArgumentParser.unmatched(none, args.subList(place, args.size()), Subcommands.NAMES);
        }
        subcommand = made;
        Syntax syntax = made.syntax().options(options.all());
        ArgumentParser.parse(syntax, args.subList(place + 1, args.size()));
        if (isAnswered(() -> HelpText.of(syntax))) {
            return ExitStatus.OK.code();
        }
        ArgumentParser.requireComplete(syntax);
        Verbosity.apply(options.isVerbose(), options.isDebug());
        return made.call();
    }

    /** Prints the help or the version, if one is asked for. */
    private boolean isAnswered(Supplier<String> help) {
        if (options.isHelp()) {
            System.out.print(help.get());
        } else if (options.isVersion()) {
            System.out.println(CommandVersion.line());
        }
        return options.isHelp() || options.isVersion();
    }

    private String blame(String message) {
        return subcommand == null ? message : subcommand.blame(message);
    }
}
