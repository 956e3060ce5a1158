package dev.tenure.cli;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.demo.DemoCommand;
import dev.tenure.cli.doctor.DoctorCommand;
import dev.tenure.cli.handover.ResignCommand;
import dev.tenure.cli.handover.TransferCommand;
import dev.tenure.cli.run.HeadStart;
import dev.tenure.cli.run.RunCommand;
import dev.tenure.cli.status.HistoryCommand;
import dev.tenure.cli.status.RosterCommand;
import dev.tenure.cli.status.StatusCommand;
import dev.tenure.cli.status.WhyCommand;
import dev.tenure.cli.ui.UiCommand;
import dev.tenure.cli.watch.WatchCommand;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code tenure}. */
@Command(
        name = "tenure",
        description = "Runs a command on the one process that leads an election, and shows elections.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        footer = {"", "Exit codes, and what happens when: docs/operating.md"})
public final class Main implements Runnable {
    private static final List<String> SUBCOMMANDS = List.of(
            "run",
            "status",
            "roster",
            "history",
            "why",
            "watch",
            "resign",
            "transfer",
            "ui",
            "doctor",
            "demo",
            "simulate",
            "help");

    @Mixin
    private final Verbosity messages = new Verbosity();

    private Main() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /** Returns the command with all subcommands, for whoever describes it. */
    public static CommandLine model() {
        return commandLine(new Main(), SUBCOMMANDS);
    }

    private static CommandLine commandLine(Main main, List<String> subcommands) {
        CommandLine command = new CommandLine(main);
        for (String name : subcommands) {
            command.addSubcommand(subcommand(name));
        }
        return command.setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Runs the command and returns its exit code. */
    static int execute(String... args) {
        List<String> named = namedIn(args);
        if (named.equals(List.of("run"))) {
            HeadStart.begin();
        }
        Main main = new Main();
        CommandLine command = commandLine(main, named);
        try {
            command.setDefaultValueProvider(OptionDefaults.of(args));
        } catch (CommandFailure wrongSettings) {
            Verbosity.say(String.valueOf(wrongSettings.getMessage()));
            return wrongSettings.status().code();
        }
        ErrorPrinter errors = new ErrorPrinter(main.messages);
        command.setParameterExceptionHandler(errors);
        command.setExecutionExceptionHandler(errors);
        command.setExecutionStrategy(new RunAfterMessages(main.messages));
        return command.execute(upToMistake(args));
    }

    /** Leaves out what follows a misspelt subcommand: an election may have the name of another one. */
    private static String[] upToMistake(String... args) {
        for (int i = 0; i < args.length; i++) {
            if (!args[i].startsWith("-")) {
                return SUBCOMMANDS.contains(args[i]) ? args : Arrays.copyOf(args, i + 1);
            }
        }
        return args;
    }

    /**
     * Returns the subcommand that the arguments name, because reading the annotations of all takes a start longer than
     * the rest of parsing. Help and mistakes need them all.
     */
    private static List<String> namedIn(String... args) {
        for (String word : args) {
            if (!word.startsWith("-")) {
                boolean one = SUBCOMMANDS.contains(word) && !word.equals("help");
                return one ? List.of(word) : SUBCOMMANDS;
            }
        }
        return SUBCOMMANDS;
    }

    private static Object subcommand(String name) {
        return switch (name) {
            case "run" -> new RunCommand();
            case "status" -> new StatusCommand();
            case "roster" -> new RosterCommand();
            case "history" -> new HistoryCommand();
            case "why" -> new WhyCommand();
            case "watch" -> new WatchCommand();
            case "resign" -> new ResignCommand();
            case "transfer" -> new TransferCommand();
            case "ui" -> new UiCommand();
            case "doctor" -> new DoctorCommand();
            case "demo" -> new DemoCommand();
            case "simulate" -> new SimulateCommand();
            case "help" -> new CommandLine.HelpCommand();
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Is no lambda, because Java 17 archives no class of picocli's age that a lambda implements. */
    private record RunAfterMessages(Verbosity messages) implements CommandLine.IExecutionStrategy {
        @Override
        public int execute(CommandLine.ParseResult parsed) {
            messages.apply();
            return new CommandLine.RunLast().execute(parsed);
        }
    }

    @Override
    public void run() {
        throw new CommandFailure(
                ExitStatus.USAGE,
                "say what to do: run, status, roster, history, why, watch, resign, transfer, ui, doctor, demo or simulate;"
                        + " see 'tenure --help'");
    }
}
