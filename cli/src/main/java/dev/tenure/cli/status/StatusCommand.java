package dev.tenure.cli.status;

import dev.tenure.StoreException;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.store.ElectionName;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.cli.store.TimeoutOption;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code tenure status}. */
@Command(
        name = "status",
        description = "Shows who leads ELECTION, or every election the store knows.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class StatusCommand implements Callable<Integer> {
    /** Enough to find the latest entry of a term although another candidate wrote one meanwhile. */
    private static final int LAST_ENTRIES = 10;

    @Mixin
    private final StoreOption storeOption = new StoreOption();

    @Mixin
    private final TimeoutOption timeout = new TimeoutOption();

    @Option(names = "--json", description = "Print a JSON array.")
    private boolean json;

    @Option(names = "--all", description = "Show elections, too, in which nobody has stood for a week.")
    private boolean all;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ELECTION", description = "Default: all.")
    private @Nullable String election;

    @Override
    public Integer call() {
        try (LeaseStore store = storeOption.openToLook()) {
            List<StatusLine> found = elections(store).stream()
                    .flatMap(name -> look(store, name).stream())
                    .toList();
            List<StatusLine> lines = all || election != null ? found : withoutForgotten(found, store);
            if (json) {
                System.out.println(StatusFormat.json(explained(lines, store)));
            } else if (election == null || !lines.isEmpty()) {
                System.out.println(StatusFormat.table(lines));
            }
            if (lines.size() < found.size()) {
                Verbosity.say("not shown: " + (found.size() - lines.size()) + " in which nobody has stood for "
                        + ForgottenElections.LONG.toDays() + " days; 'tenure status --all' shows them");
            }
            if (election == null && found.isEmpty()) {
                Verbosity.say("this store has no election yet: 'tenure run' begins one");
            }
            return exitCode(lines);
        }
    }

    private List<String> elections(LeaseStore store) {
        if (election != null) {
            return List.of(election);
        }
        if (!store.capabilities().contains(Capability.LISTING)) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "the " + store.name() + " store cannot list its elections: name one");
        }
        return store.elections(soon()).stream().sorted(new NumberedNames()).toList();
    }

    /** Returns the status of an election, or empty if the store has no record of it. */
    private Optional<StatusLine> look(LeaseStore store, String name) {
        ElectionName.check(store, name);
        Sighting sighting = store.inspect(name, soon());
        return sighting instanceof Sighting.Never
                ? Optional.empty()
                : Optional.of(StatusLine.of(name, sighting, now()));
    }

    private List<StatusLine> withoutForgotten(List<StatusLine> lines, LeaseStore store) {
        ForgottenElections forgotten = new ForgottenElections(store, now(), this::soon);
        return lines.stream().filter(line -> !forgotten.contains(line)).toList();
    }

    /** Adds reasons from the history; a store that cannot be asked for it now still has a status. */
    private List<StatusLine> explained(List<StatusLine> lines, LeaseStore store) {
        if (!store.capabilities().contains(Capability.HISTORY)) {
            return lines;
        }
        return lines.stream().map(line -> explained(line, store)).toList();
    }

    private StatusLine explained(StatusLine line, LeaseStore store) {
        try {
            return line.explainedBy(store.history().last(line.election(), LAST_ENTRIES, soon()));
        } catch (StoreException unreadable) {
            return line;
        }
    }

    private Deadline soon() {
        return Deadline.after(TimeSource.system(), timeout.get());
    }

    private static Instant now() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }

    private int exitCode(List<StatusLine> lines) {
        for (StatusLine line : lines) {
            if (line.problem() != null) {
                Verbosity.say("the record of " + line.election() + " is unreadable (" + line.problem()
                        + "): the next leader replaces it, once it was unchanged for the length of a lease");
            }
        }
        if (election == null) {
            return ExitStatus.OK.code();
        }
        if (lines.isEmpty()) {
            throw new CommandFailure(
                    ExitStatus.NO_SUCH_ELECTION,
                    "the store has no record of '" + election + "': 'tenure status' lists what it has");
        }
        return lines.get(0).exitStatus().code();
    }
}
