package dev.tenure.cli.demo;

import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Terminal;
import dev.tenure.cli.guardian.ShellTools;
import java.io.IOException;
import java.time.Duration;

/** The command {@code tenure demo}. */
public final class DemoCommand implements Subcommand {
    private static final Duration EVERY = Duration.ofSeconds(3);

    private final Option<Integer> rounds =
            Option.number("--rounds", "N", "End after N rounds. Default: continue until Ctrl-C.");
    private final Option<Duration> every = Option.duration(
            "--every", "How long a leader leads before it is killed. Default: " + Durations.show(EVERY) + ".");
    private final Syntax syntax = new Syntax(
                    "tenure demo",
                    "Runs three processes on a temporary store, kills the leader repeatedly, and shows how long"
                            + " it takes until the next one leads.")
            .options(rounds, every);
    private final Class<?> main;

    /** Creates a demo of processes of the given main class. */
    public DemoCommand(Class<?> main) {
        this.main = main;
    }

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public int call() throws IOException, InterruptedException {
        if (rounds.or(1) < 1) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--rounds must be at least 1; leave it out to continue until Ctrl-C");
        }
        ShellTools.requireTools();
        DemoScreen screen = new DemoScreen(System.out, Terminal.isThere());
        try (Demo demo = Demo.start(main, screen)) {
            Thread atCtrlC = new Thread(demo::close, "tenure-demo-end");
            Runtime.getRuntime().addShutdownHook(atCtrlC);
            screen.say(demo.play(rounds.or(Integer.MAX_VALUE), every.or(EVERY)));
        }
        return ExitStatus.OK.code();
    }
}
