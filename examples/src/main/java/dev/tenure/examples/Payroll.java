package dev.tenure.examples;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Stores;
import dev.tenure.Term;
import dev.tenure.spi.LeaseStore;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;

/** The first example of the README: a payroll that runs on one node of a service, and nowhere else. */
public final class Payroll {
    private final LongConsumer ledger;
    private final CountDownLatch shutdown;

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
        LeaseStore store = Stores.open(storeUri); // such as file:/var/lib/payroll
        try (Candidate node = Candidate.on(store).named("node-7").start()) {
            Election payroll = node.stand("payroll");

            payroll.lead(term -> runPayroll(term.token())); // runs here while this node leads, and nowhere else

            if (payroll.isLeader()) { // true only if the lease is still ours at this very moment
                payroll.term().ifPresent(Term::requireCurrent); // or throws StaleLeaderException
            }
            shutdown.await();
        } // the work is stopped, then the lease released: the next node leads at once
        // end
    }

    private void runPayroll(long token) {
        ledger.accept(token);
    }
}
