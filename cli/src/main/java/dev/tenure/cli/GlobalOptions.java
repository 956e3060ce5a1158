package dev.tenure.cli;

import dev.tenure.cli.arguments.Option;
import java.util.List;

/** The options that every command has. */
final class GlobalOptions {
    private final Option<Boolean> help = Option.flag("-h, --help", "Show this help message and exit.");
    private final Option<Boolean> version = Option.flag("-V, --version", "Print version information and exit.");
    private final Option<Boolean> verbose = Option.flag("-v, --verbose", "Print more about what happens.");
    private final Option<Boolean> debug = Option.flag("--debug", "Print everything, with stack traces.");

    List<Option<Boolean>> all() {
        return List.of(help, version, verbose, debug);
    }

    boolean isHelp() {
        return help.or(false);
    }

    boolean isVersion() {
        return version.or(false);
    }

    boolean isVerbose() {
        return verbose.or(false);
    }

    boolean isDebug() {
        return debug.or(false);
    }
}
