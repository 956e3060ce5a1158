package dev.tenure.internal.runtime;

/** Waits that an interrupt does not cut short: closing is bounded anyway, and half closed would be worse than late. */
public final class UninterruptibleWait {
    private UninterruptibleWait() {}

    /** Something to wait for, within bounds; waited for again after an interrupt. */
    public interface Wait {
        void await() throws InterruptedException;
    }

    /** Waits, and hands an interrupt that came meanwhile, or was there before, on to the caller. */
    public static void await(Wait wait) {
        boolean interrupted = false;
        boolean waiting = true;
        while (waiting) {
            try {
                wait.await();
                waiting = false;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            passOn();
        }
    }

    /** Hands an interrupt that was taken on to the caller. */
    public static void passOn() {
        Thread.currentThread().interrupt();
    }
}
