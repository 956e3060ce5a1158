package dev.tenure.cli.run;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.StoreException;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.guardian.RunOutcome;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Prints each event of an election as one line, and reports a store that will never work to the command. */
public final class EventPrinter implements ElectionListener {
    private final String candidate;
    private final UnaryOperator<String> blame;
    private final Consumer<RunOutcome> outcomes;

    /**
     * Creates a printer.
     *
     * @param blame adds the address of the store to a message about its failure
     */
    EventPrinter(String candidate, UnaryOperator<String> blame, Consumer<RunOutcome> outcomes) {
        this.candidate = candidate;
        this.blame = blame;
        this.outcomes = outcomes;
    }

    @Override
    public void on(ElectionEvent event) {
        String election = event.election();
        if (event instanceof ElectionEvent.Acquired acquired) {
            Verbosity.say(candidate + " leads " + election + ", token " + acquired.token());
        } else if (event instanceof ElectionEvent.Resigned) {
            Verbosity.say(candidate + " gave up " + election + ": " + event.cause());
        } else if (event instanceof ElectionEvent.Lost) {
            Verbosity.say(candidate + " lost " + election + ": " + event.cause());
        } else if (event instanceof ElectionEvent.LeaderChanged changed) {
            tell(changed);
        } else if (event instanceof ElectionEvent.Warning warning) {
            tell(warning);
        }
    }

    private void tell(ElectionEvent.LeaderChanged changed) {
        if (changed.leader() != null) {
            Verbosity.say(candidate + " waits: " + changed.leader().name() + " leads " + changed.election() + ", token "
                    + changed.token());
        }
    }

    private void tell(ElectionEvent.Warning warning) {
        String said = "warning in " + warning.election() + ": " + warning.cause();
        if (!(warning.error() instanceof StoreException failed)) {
            Verbosity.say(said);
        } else if (failed.kind() == StoreException.Kind.MISCONFIGURED) {
            outcomes.accept(RunOutcome.failed(RunOutcome.Kind.HOPELESS, CommandFailure.of(failed)));
        } else {
            Verbosity.say(blame.apply(said) + "; trying again until it answers");
        }
    }
}
