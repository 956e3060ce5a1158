package dev.tenure.testkit;

/** A call of {@code runIfLeader} on a thread of the test's, while it goes on. Guarded by the lock of its stage. */
final class ManualCall {
    private final ManualTerm term;
    private final Thread thread = Thread.currentThread();
    private boolean interrupted;

    ManualCall(ManualTerm term) {
        this.term = term;
    }

    ManualTerm term() {
        return term;
    }

    boolean isOf(Thread caller) {
        return thread == caller;
    }

    void interrupt() {
        interrupted = true;
        thread.interrupt();
    }

    /** Clears the interrupt that was meant for the call, not for what follows. Called on its thread. */
    void end() {
        if (interrupted) {
            Thread.interrupted();
        }
    }
}
