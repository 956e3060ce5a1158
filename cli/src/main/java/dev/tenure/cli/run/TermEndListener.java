package dev.tenure.cli.run;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Subscription;
import dev.tenure.Term;
import org.jspecify.annotations.Nullable;

/**
 * Runs an action once when a term has ended, then unsubscribes. Thread-safe.
 *
 * <p>Each event makes it check by the clock whether the term is still current. Every end of a term is an event, also of
 * a term that was never announced.
 */
final class TermEndListener implements ElectionListener {
    private final Term term;
    private final Runnable action;
    private final Object once = new Object();
    private @Nullable Subscription subscription;
    private boolean over;

    private TermEndListener(Term term, Runnable action) {
        this.term = term;
        this.action = action;
    }

    /** Runs the action once, when the term is over. */
    static void await(Election election, Term term, Runnable action) {
        TermEndListener listener = new TermEndListener(term, action);
        listener.subscribed(election.subscribe(listener));
    }

    private void subscribed(Subscription newSubscription) {
        synchronized (once) {
            subscription = newSubscription;
            if (over) {
                newSubscription.close();
            }
        }
    }

    @Override
    public void on(ElectionEvent event) {
        if (!term.isCurrent() && isFirst()) {
            action.run();
        }
    }

    private boolean isFirst() {
        synchronized (once) {
            boolean first = !over;
            over = true;
            if (subscription != null) {
                subscription.close();
            }
            return first;
        }
    }
}
