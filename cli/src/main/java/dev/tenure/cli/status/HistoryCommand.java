package dev.tenure.cli.status;

import dev.tenure.HistoryEntry;
import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.arguments.Parameter;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.spi.History;
import java.util.List;

/** Shows the history of an election. */
public final class HistoryCommand implements Subcommand {
    private final StoreOption storeOption = new StoreOption();

    private final Option<Integer> last = Option.number(
            "--last",
            "N",
            "Only the last N entries. Default: all that the store has kept, at least " + History.KEPT + ".");
    private final Option<Boolean> json = Option.flag("--json", "Print a JSON array.");
    private final Parameter election = Parameter.required("ELECTION", "The election, such as 'payroll'.");
    private final Syntax syntax = new Syntax(
                    "tenure history",
                    "Shows what happened in ELECTION: who led when, with which token, and why it ended.")
            .options(storeOption.option(), last, json)
            .parameters(election);

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public String blame(String message) {
        return storeOption.blame(message);
    }

    @Override
    public int call() {
        if (last.or(1) < 1) {
            throw new CommandFailure(ExitStatus.USAGE, "--last must be at least 1; leave it out for all");
        }
        String name = election.or("");
        try (ObservingCandidate observer = ObservingCandidate.to(storeOption)) {
            observer.requireHistory(name);
            observer.requireAnswer(name);
            List<HistoryEntry> all =
                    ObservingCandidate.ask(() -> observer.candidate().history(name));
            List<HistoryEntry> shown = HistoryFormat.last(all, last.or(all.size()));
            if (json.isGiven()) {
                System.out.println(HistoryFormat.json(shown));
            } else if (!shown.isEmpty()) {
                System.out.println(String.join("\n", HistoryFormat.table(shown)));
            }
            if (all.isEmpty()) {
                throw new CommandFailure(
                        ExitStatus.NO_SUCH_ELECTION,
                        "nothing is known to have happened in '" + name
                                + "': 'tenure status' lists the elections there are");
            }
            return ExitStatus.OK.code();
        }
    }
}
