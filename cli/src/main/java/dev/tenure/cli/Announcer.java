package dev.tenure.cli;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.StoreException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Tells people what happens in an election, one line each, and the command if there is no hope for the store. */
final class Announcer implements ElectionListener {
    private final String candidate;
    private final UnaryOperator<String> blame;
    private final Consumer<Outcome> outcomes;

    /**
     * Prepares to tell.
     *
     * @param blame says of a failure of the store which store it was
     */
    Announcer(String candidate, UnaryOperator<String> blame, Consumer<Outcome> outcomes) {
        this.candidate = candidate;
        this.blame = blame;
        this.outcomes = outcomes;
    }

    @Override
    public void on(ElectionEvent event) {
        String election = event.election();
        if (event instanceof ElectionEvent.Acquired acquired) {
            Messages.say(candidate + " leads " + election + ", token " + acquired.token());
        } else if (event instanceof ElectionEvent.Resigned) {
            Messages.say(candidate + " gave up " + election + ": " + event.cause());
        } else if (event instanceof ElectionEvent.Lost) {
            Messages.say(candidate + " lost " + election + ": " + event.cause());
        } else if (event instanceof ElectionEvent.LeaderChanged changed) {
            tell(changed);
        } else if (event instanceof ElectionEvent.Warning warning) {
            tell(warning);
        }
    }

    private static void tell(ElectionEvent.LeaderChanged changed) {
        if (changed.leader() != null) {
            Messages.say(changed.leader().name() + " leads " + changed.election() + ", token " + changed.token());
        }
    }

    private void tell(ElectionEvent.Warning warning) {
        String said = "warning in " + warning.election() + ": " + warning.cause();
        if (!(warning.error() instanceof StoreException failed)) {
            Messages.say(said);
        } else if (failed.kind() == StoreException.Kind.MISCONFIGURED) {
            outcomes.accept(Outcome.failed(Outcome.Kind.HOPELESS, CommandFailure.of(failed)));
        } else {
            Messages.say(blame.apply(said));
        }
    }
}
