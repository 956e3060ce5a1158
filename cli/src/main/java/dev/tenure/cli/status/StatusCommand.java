package dev.tenure.cli.status;

import dev.tenure.StoreException;
import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.arguments.Parameter;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.store.ElectionName;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The command {@code tenure status}. */
public final class StatusCommand implements Subcommand {
    /** Enough to find the latest entry of a term although another candidate wrote one meanwhile. */
    private static final int LAST_ENTRIES = 10;

    private final StoreOption storeOption = new StoreOption();

    private final Option<Boolean> json = Option.flag("--json", "Print a JSON array.");
    private final Parameter election = Parameter.optional("ELECTION", "Default: all.");
    private final Syntax syntax = new Syntax(
                    "tenure status", "Shows who leads ELECTION, or every election the store knows.")
            .options(storeOption.option(), json)
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
        String named = election.value();
        try (LeaseStore store = storeOption.openToLook()) {
            List<StatusLine> lines = elections(store, named).stream()
                    .flatMap(name -> look(store, name).stream())
                    .toList();
            if (json.isGiven()) {
                System.out.println(StatusFormat.json(explained(lines, store)));
            } else if (named == null || !lines.isEmpty()) {
                System.out.println(StatusFormat.table(lines));
            }
            return exitCode(lines, named);
        }
    }

    private static List<String> elections(LeaseStore store, @Nullable String named) {
        if (named != null) {
            return List.of(named);
        }
        if (!store.capabilities().contains(Capability.LISTING)) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "the " + store.name() + " store cannot list its elections: name one");
        }
        return store.elections(soon(store)).stream().sorted().toList();
    }

    /** Returns the status of an election, or empty if the store has no record of it. */
    private static Optional<StatusLine> look(LeaseStore store, String name) {
        ElectionName.check(store, name);
        Sighting sighting = store.inspect(name, soon(store));
        return sighting instanceof Sighting.Never
                ? Optional.empty()
                : Optional.of(StatusLine.of(name, sighting, now()));
    }

    /** Adds reasons from the history; a store that cannot be asked for it now still has a status. */
    private static List<StatusLine> explained(List<StatusLine> lines, LeaseStore store) {
        if (!store.capabilities().contains(Capability.HISTORY)) {
            return lines;
        }
        return lines.stream().map(line -> explained(line, store)).toList();
    }

    private static StatusLine explained(StatusLine line, LeaseStore store) {
        try {
            return line.explainedBy(store.history().last(line.election(), LAST_ENTRIES, soon(store)));
        } catch (StoreException unreadable) {
            return line;
        }
    }

    private static Deadline soon(LeaseStore store) {
        return Deadline.after(TimeSource.system(), store.timing().callTimeout());
    }

    private static Instant now() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }

    private static int exitCode(List<StatusLine> lines, @Nullable String named) {
        for (StatusLine line : lines) {
            if (line.problem() != null) {
                Verbosity.say("the record of " + line.election() + " is unreadable (" + line.problem()
                        + "): the next leader replaces it, once it was unchanged for the length of a lease");
            }
        }
        if (named == null) {
            return ExitStatus.OK.code();
        }
        if (lines.isEmpty()) {
            throw new CommandFailure(
                    ExitStatus.NO_SUCH_ELECTION,
                    "the store has no record of '" + named + "': 'tenure status' lists what it has");
        }
        return lines.get(0).exitStatus().code();
    }
}
