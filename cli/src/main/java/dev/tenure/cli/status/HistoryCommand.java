package dev.tenure.cli.status;

import dev.tenure.HistoryEntry;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.cli.store.TimeoutOption;
import dev.tenure.spi.History;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the history of an election. */
@Command(
        name = "history",
        description = "Shows what happened in ELECTION: who led when, with which token, and why it ended.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class HistoryCommand implements Callable<Integer> {
    @Mixin
    private final StoreOption storeOption = new StoreOption();

    @Mixin
    private final TimeoutOption timeout = new TimeoutOption();

    @Option(
            names = "--last",
            paramLabel = "N",
            description =
                    "Only the last N entries. Default: all that the store has kept, at least " + History.KEPT + ".")
    private @Nullable Integer last;

    @Option(names = "--json", description = "Print a JSON array.")
    private boolean json;

    @Parameters(index = "0", paramLabel = "ELECTION", description = "The election, such as 'payroll'.")
    private String election = "";

    @Override
    public Integer call() {
        if (last != null && last < 1) {
            throw new CommandFailure(ExitStatus.USAGE, "--last must be at least 1; leave it out for all");
        }
        try (ObservingCandidate observer = ObservingCandidate.to(storeOption.openToLook(), timeout.get())) {
            observer.requireHistory(election);
            observer.requireAnswer(election);
            List<HistoryEntry> all = observer.history(election);
            List<HistoryEntry> shown = last == null ? all : HistoryFormat.last(all, last);
            if (json) {
                System.out.println(HistoryFormat.json(shown));
            } else if (!shown.isEmpty()) {
                System.out.println(String.join("\n", HistoryFormat.table(shown)));
            }
            if (all.isEmpty()) {
                throw new CommandFailure(
                        ExitStatus.NO_SUCH_ELECTION,
                        "nothing is known to have happened in '" + election
                                + "': 'tenure status' lists the elections there are");
            }
            return ExitStatus.OK.code();
        }
    }
}
