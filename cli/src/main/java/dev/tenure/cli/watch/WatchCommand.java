package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.arguments.Parameter;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Terminal;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.store.StoreOption;
import java.time.Duration;

/** The command {@code tenure watch}. */
public final class WatchCommand implements Subcommand {
    private static final Duration REFRESH = Duration.ofSeconds(1);

    private final StoreOption storeOption = new StoreOption();

    private final Option<Boolean> json = Option.flag("--json", "Print a JSON object on one line for each change.");
    private final Parameter election = Parameter.optional("ELECTION", "Default: all.");
    private final Syntax syntax = new Syntax(
                    "tenure watch",
                    "Shows live who leads ELECTION, or every election of the store, until Ctrl-C: a picture on a"
                            + " terminal, otherwise a line for each change.")
            .options(storeOption.option(), json)
            .parameters(election);

    private boolean silent;

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public String blame(String message) {
        return storeOption.blame(message);
    }

    @Override
    public int call() throws InterruptedException {
        try (ObservingCandidate observer = ObservingCandidate.to(storeOption)) {
            ElectionWatcher watcher = new ElectionWatcher(observer, election.value());
            lookForNew(watcher);
            try (WatchDisplay display = display()) {
                watch(watcher, display);
            }
            return ExitStatus.OK.code();
        }
    }

    private WatchDisplay display() {
        if (json.isGiven()) {
            return new WatchLines(System.out, EventFormat::json);
        }
        return Terminal.isThere() ? new WatchScreen(System.out) : new WatchLines(System.out, EventFormat::text);
    }

    private void watch(ElectionWatcher watcher, WatchDisplay display) throws InterruptedException {
        while (display.isRead()) {
            display.refresh(watcher);
            ElectionEvent event = watcher.next(REFRESH);
            while (event != null && display.isRead()) {
                display.show(event);
                event = watcher.next(Duration.ZERO);
            }
            lookForNew(watcher);
        }
    }

    /**
     * An unreachable store does not end the watch, because that is when people watch. It is reported once until the
     * store answers again. A misconfigured store ends a watch that has not begun.
     */
    private void lookForNew(ElectionWatcher watcher) throws InterruptedException {
        try {
            watcher.lookForNew();
            if (silent) {
                silent = false;
                Verbosity.say("the store answers");
            }
        } catch (StoreException failed) {
            if (failed.kind() == StoreException.Kind.MISCONFIGURED && !watcher.hasBegun()) {
                throw failed;
            }
            if (!silent) {
                silent = true;
                Verbosity.say(
                        storeOption.blame(String.valueOf(failed.getMessage())) + "; trying again until it answers");
            }
        }
    }
}
