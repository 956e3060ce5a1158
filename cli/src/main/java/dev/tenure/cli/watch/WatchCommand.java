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

/** The command {@code tenure watch}. */
@Command(
        name = "watch",
        description = "Shows live who leads ELECTION, or every election of the store, until Ctrl-C: a picture on a"
                + " terminal, otherwise a line for each change.",
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
        try (ObservingCandidate observer = ObservingCandidate.to(storeOption.openToLook())) {
            ElectionWatcher watcher = new ElectionWatcher(observer, election);
            lookForNew(watcher);
            try (WatchDisplay display = display()) {
                watch(watcher, display);
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
