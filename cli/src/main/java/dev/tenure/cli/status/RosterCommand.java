package dev.tenure.cli.status;

import dev.tenure.RosterMember;
import dev.tenure.Status;
import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.arguments.Parameter;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.store.PeerClientOptions;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.spi.TimeSource;
import java.time.Instant;
import java.util.List;

/** The command {@code tenure roster}. */
public final class RosterCommand implements Subcommand {
    private final StoreOption storeOption = new StoreOption();

    private final PeerClientOptions peers = new PeerClientOptions();

    private final Option<Boolean> json = Option.flag("--json", "Print a JSON array.");
    private final Parameter election = Parameter.required("ELECTION", "The election, such as 'payroll'.");
    private final Syntax syntax = new Syntax(
                    "tenure roster",
                    "Shows the live candidates of ELECTION, or of a set of shards; the one that leads is marked.")
            .options(storeOption.option())
            .options(peers.options())
            .options(json)
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
    public int call() throws InterruptedException {
        String name = election.or("");
        try (ObservingCandidate observer = ObservingCandidate.to(storeOption, peers)) {
            observer.requireRoster(name);
            observer.requireAnswer(name);
            Status status = observer.look(name);
            List<RosterMember> members =
                    ObservingCandidate.ask(() -> observer.candidate().roster(name));
            RosterView view = new RosterView(status, members);
            if (json.isGiven()) {
                System.out.println(view.json());
            } else if (!members.isEmpty()) {
                System.out.println(String.join("\n", view.lines(now())));
            }
            if (members.isEmpty()) {
                throw new CommandFailure(
                        ExitStatus.NOBODY_LEADS,
                        "nobody stands in '" + name + "': 'tenure status' lists the elections there are");
            }
            return ExitStatus.OK.code();
        }
    }

    private static Instant now() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }
}
