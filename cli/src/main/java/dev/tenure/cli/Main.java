package dev.tenure.cli;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.demo.DemoCommand;
import dev.tenure.cli.doctor.DoctorCommand;
import dev.tenure.cli.handover.ResignCommand;
import dev.tenure.cli.handover.TransferCommand;
import dev.tenure.cli.run.RunCommand;
import dev.tenure.cli.status.HistoryCommand;
import dev.tenure.cli.status.RosterCommand;
import dev.tenure.cli.status.StatusCommand;
import dev.tenure.cli.watch.WatchCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code tenure}. */
@Command(
        name = "tenure",
        description = "Runs a command on the one process that leads an election, and shows elections.",
        subcommands = {
            RunCommand.class,
            StatusCommand.class,
            RosterCommand.class,
            HistoryCommand.class,
            WatchCommand.class,
            ResignCommand.class,
            TransferCommand.class,
            DoctorCommand.class,
            DemoCommand.class,
            SimulateCommand.class,
            CommandLine.HelpCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        footer = {"", "Exit codes, and what happens when: docs/operating.md"})
public final class Main implements Runnable {
    @Mixin
    private final Verbosity messages = new Verbosity();

    private Main() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /** Runs the command and returns its exit code. */
    static int execute(String... args) {
        Main main = new Main();
        CommandLine command = new CommandLine(main);
        ErrorPrinter errors = new ErrorPrinter(main.messages);
        command.setParameterExceptionHandler(errors);
        command.setExecutionExceptionHandler(errors);
        command.setExecutionStrategy(parsed -> {
            main.messages.apply();
            return new CommandLine.RunLast().execute(parsed);
        });
        return command.execute(args);
    }

    @Override
    public void run() {
        throw new CommandFailure(
                ExitStatus.USAGE,
                "say what to do: run, status, roster, history, watch, resign, transfer, doctor, demo or simulate; see"
                        + " 'tenure --help'");
    }
}
