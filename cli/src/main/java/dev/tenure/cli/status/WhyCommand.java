package dev.tenure.cli.status;

import dev.tenure.Status;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.store.PeerClientOptions;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.cli.store.TimeoutOption;
import dev.tenure.spi.Capability;
import dev.tenure.spi.TimeSource;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code tenure why}. */
@Command(
        name = "why",
        description = "Says in sentences why ELECTION has this leader, why it is no other candidate, and why it changed"
                + " last.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class WhyCommand implements Callable<Integer> {
    @Mixin
    private final StoreOption storeOption = new StoreOption();

    @Mixin
    private final PeerClientOptions peers = new PeerClientOptions();

    @Mixin
    private final TimeoutOption timeout = new TimeoutOption();

    @Parameters(index = "0", paramLabel = "ELECTION", description = "The election, such as 'payroll'.")
    private String election = "";

    @Override
    public Integer call() throws InterruptedException {
        try (ObservingCandidate observer =
                ObservingCandidate.to(peers.around(storeOption.openToLook()), timeout.get())) {
            observer.requireAnswer(election);
            Status status = observer.look(election);
            Explanation explanation = new Explanation(
                    status,
                    observer.can(Capability.ROSTER) ? observer.roster(election) : null,
                    observer.can(Capability.HISTORY) ? observer.history(election) : null);
            Instant now = Instant.ofEpochMilli(TimeSource.system().wallMillis());
            System.out.println(String.join("\n", explanation.sentences(now)));
            return (status.leader() == null ? ExitStatus.NOBODY_LEADS : ExitStatus.OK).code();
        }
    }
}
