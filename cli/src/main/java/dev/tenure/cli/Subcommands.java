package dev.tenure.cli;

import dev.tenure.cli.arguments.HelpText;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.demo.DemoCommand;
import dev.tenure.cli.doctor.DoctorCommand;
import dev.tenure.cli.handover.ResignCommand;
import dev.tenure.cli.handover.TransferCommand;
import dev.tenure.cli.run.RunCommand;
import dev.tenure.cli.status.HistoryCommand;
import dev.tenure.cli.status.RosterCommand;
import dev.tenure.cli.status.StatusCommand;
import dev.tenure.cli.watch.WatchCommand;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The commands of {@code tenure}. Each is made only when it is asked for, because that takes time. */
final class Subcommands {
    static final List<String> NAMES = List.of(
            "run", "status", "roster", "history", "watch", "resign", "transfer", "doctor", "demo", "simulate", "help");

    private Subcommands() {}

    /** Returns the command of that name, or null if there is none. */
    static @Nullable Subcommand make(String name) {
        return switch (name) {
            case "run" -> new RunCommand();
            case "status" -> new StatusCommand();
            case "roster" -> new RosterCommand();
            case "history" -> new HistoryCommand();
            case "watch" -> new WatchCommand();
            case "resign" -> new ResignCommand();
            case "transfer" -> new TransferCommand();
            case "doctor" -> new DoctorCommand();
            case "demo" -> new DemoCommand(Main.class);
            case "simulate" -> new SimulateCommand();
            case "help" -> new HelpCommand();
            default -> null;
        };
    }

    /** Returns the syntax of {@code tenure} without a command. */
    static Syntax ofNone(GlobalOptions options) {
        return new Syntax("tenure", "Runs a command on the one process that leads an election, and shows elections.")
                .options(options.all())
                .synopsis("[-hvV] [--debug] [COMMAND]");
    }

    /** Returns the help of {@code tenure} without a command. */
    static String help() {
        List<Map.Entry<String, String>> purposes =
                NAMES.stream().map(name -> Map.entry(name, purpose(name))).toList();
        return HelpText.of(ofNone(new GlobalOptions()))
                + HelpText.ofCommands(purposes)
                + "\nExit codes, and what happens when: docs/operating.md\n";
    }

    private static String purpose(String name) {
        Subcommand made = make(name);
        return made == null ? "" : made.syntax().purpose();
    }
}
