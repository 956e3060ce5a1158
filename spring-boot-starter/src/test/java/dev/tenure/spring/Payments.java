package dev.tenure.spring;

import dev.tenure.StaleTokenException;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** A bean whose transactions are fenced, and one that calls it. */
class Payments {
    private final AtomicInteger runs = new AtomicInteger();
    private final Ledger ledger;

    Payments(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Returns how often a method ran; through the proxy, which has no fields. */
    int runs() {
        return runs.get();
    }

    /** Writes an entry, in whichever way. */
    interface Ledger {
        void write(String entry);
    }

    @Transactional
    @Fenced(resource = "accounts")
    public void pay() {
        runs.incrementAndGet();
        ledger.write("paid");
    }

    @Transactional
    @Fenced(resource = "accounts", election = "orders", table = "public.other_fences")
    public void payInOtherTable() {
        ledger.write("paid");
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @Fenced(resource = "accounts")
    public void payByItself() {
        ledger.write("paid");
    }

    @Transactional(noRollbackFor = StaleTokenException.class)
    @Fenced(resource = "accounts")
    public void payAndKeep() {
        ledger.write("paid");
    }

    @Transactional
    @Fenced(resource = "accounts")
    void payAndFail() {
        ledger.write("paid");
        throw new UnsupportedOperationException("after the write");
    }

    @Transactional(propagation = Propagation.SUPPORTS)
    @Fenced(resource = "accounts")
    public void payPerhaps() {
        runs.incrementAndGet();
    }

    // snippet: fenced
    @LeaderOnly
    @Transactional
    @Fenced(resource = "accounts")
    public void payOnLeader() {
        ledger.write("paid"); // committed only if no later term has written to the accounts
    }
    // end

    /** Every public method of it is fenced. */
    @Transactional
    @Fenced(resource = "accounts")
    static class All {
        private final Ledger ledger;

        All(Ledger ledger) {
            this.ledger = ledger;
        }

        public void pay() {
            ledger.write("paid");
        }
    }

    /** Begins a transaction and writes before it pays. */
    static class Caller {
        private final Ledger ledger;

        Caller(Ledger ledger) {
            this.ledger = ledger;
        }

        @Transactional
        public void run(Runnable payment) {
            ledger.write("before");
            payment.run();
        }

        @Transactional
        public void runRegardless(Runnable payment) {
            ledger.write("before");
            try {
                payment.run();
            } catch (StaleTokenException ignored) {
                ledger.write("after");
            }
        }

        @Transactional
        public void runAndFail(Runnable payment) {
            payment.run();
            throw new UnsupportedOperationException("after the payment");
        }
    }
}
