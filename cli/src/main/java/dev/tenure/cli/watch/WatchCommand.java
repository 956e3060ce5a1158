package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Terminal;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.store.StoreOption;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows live who leads. */
@Command(
        name = "watch",
        description = "Shows live who leads ELECTION, or every election of the store, until Ctrl-C: a picture on a"
                + " terminal, and else a line for each change.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class WatchCommand implements Callable<Integer> {
    private static final Duration REFRESH = Duration.ofSeconds(1);

    @Mixin
    private final StoreOption storeOption = new StoreOption();

    @Option(names = "--json", description = "Print a JSON object on one line for each change.")
    private boolean json;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ELECTION", description = "Default: all.")
    private @Nullable String election;

    private boolean silent;

    @Override
    public Integer call() throws InterruptedException {
        try (ObservingCandidate visitor = ObservingCandidate.to(storeOption)) {
            ElectionWatcher tower = new ElectionWatcher(visitor, election);
            lookForNew(tower);
            try (WatchDisplay display = display()) {
                watch(tower, display);
            }
            return ExitStatus.OK.code();
        }
    }

    private WatchDisplay display() {
        if (json) {
            return new WatchLines(System.out, EventFormat::json);
        }
        return Terminal.isThere() ? new WatchScreen(System.out) : new WatchLines(System.out, EventFormat::text);
    }

    private void watch(ElectionWatcher tower, WatchDisplay display) throws InterruptedException {
        while (display.isRead()) {
            display.refresh(tower);
            ElectionEvent event = tower.next(REFRESH);
            while (event != null && display.isRead()) {
                display.show(event);
                event = tower.next(Duration.ZERO);
            }
            lookForNew(tower);
        }
    }

    /**
     * A store that cannot be reached does not end the watch: that is when people watch. It is said once, until the
     * store has answered again; one that will never work as it is ends a watch that has not begun.
     */
    private void lookForNew(ElectionWatcher tower) throws InterruptedException {
        try {
            tower.lookForNew();
            if (silent) {
                silent = false;
                Verbosity.say("the store answers");
            }
        } catch (StoreException failed) {
            if (failed.kind() == StoreException.Kind.MISCONFIGURED && !tower.hasBegun()) {
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
