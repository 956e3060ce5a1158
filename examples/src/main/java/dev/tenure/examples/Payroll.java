package dev.tenure.examples;

import dev.tenure.Candidate;
import dev.tenure.Election;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;

/** The first example of the README: a payroll that runs on one node of a service, and nowhere else. */
public final class Payroll {
    private final LongConsumer ledger;
    private final CountDownLatch shutdown;
    private volatile Runnable handler = () -> {};

    /**
     * Makes a payroll.
     *
     * @param ledger takes the token of each run, and can refuse one that is lower than it has seen
     * @param shutdown open until the node shall stop
     */
    public Payroll(LongConsumer ledger, CountDownLatch shutdown) {
        this.ledger = ledger;
        this.shutdown = shutdown;
    }

    /** Stands in the election until the node shall stop. */
    public void stand(String storeUri) throws InterruptedException {
        // snippet: first
        try (Candidate node = Candidate.on(storeUri).named("node-7").start()) { // such as file:/var/lib/payroll
            Election payroll = node.stand("payroll");

            payroll.leadEvery(Duration.ofMinutes(5), term -> payWhatIsDue(term.token())); // while this node leads

            onRequest(() -> payroll.runIfLeader(term -> closeBooks(term.token()))); // if this node leads at that moment
            shutdown.await();
        } // the work is stopped, then the lease released: the next node leads at once
        // end
    }

    /** Handles a request of a user: the books are closed if this node leads. */
    public void request() {
        handler.run();
    }

    private void onRequest(Runnable action) {
        handler = action;
    }

    /** Looks up what was not paid yet: after a fail-over the next node runs it again. */
    private void payWhatIsDue(long token) {
        ledger.accept(token);
    }

    private void closeBooks(long token) {
        ledger.accept(token);
    }
}
