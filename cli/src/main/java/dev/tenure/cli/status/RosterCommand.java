package dev.tenure.cli.status;

import dev.tenure.RosterMember;
import dev.tenure.Status;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.store.PeerClientOptions;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.cli.store.TimeoutOption;
import dev.tenure.spi.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code tenure roster}. */
@Command(
        name = "roster",
        description = "Shows the live candidates of ELECTION, or of a set of shards; the one that leads is marked.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class RosterCommand implements Callable<Integer> {
    @Mixin
    private final StoreOption storeOption = new StoreOption();

    @Mixin
    private final PeerClientOptions peers = new PeerClientOptions();

    @Mixin
    private final TimeoutOption timeout = new TimeoutOption();

    @Option(names = "--json", description = "Print a JSON array.")
    private boolean json;

    @Parameters(index = "0", paramLabel = "ELECTION", description = "The election, such as 'payroll'.")
    private String election = "";

    @Override
    public Integer call() throws InterruptedException {
        try (ObservingCandidate observer =
                ObservingCandidate.to(peers.around(storeOption.openToLook()), timeout.get())) {
            observer.requireRoster(election);
            observer.requireAnswer(election);
            Status status = observer.look(election);
            List<RosterMember> members = observer.roster(election);
            RosterView view = new RosterView(status, members);
            if (json) {
                System.out.println(view.json());
            } else if (!members.isEmpty()) {
                System.out.println(String.join("\n", view.lines(now())));
            }
            if (members.isEmpty()) {
                throw new CommandFailure(
                        ExitStatus.NOBODY_LEADS,
                        "nobody stands in '" + election + "': 'tenure status' lists the elections there are");
            }
            return ExitStatus.OK.code();
        }
    }

    private static Instant now() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }
}
