package dev.tenure.internal;

/** Waits that an interrupt does not cut short: closing is bounded anyway, and half closed would be worse than late. */
final class Uninterruptibly {
    private Uninterruptibly() {}

    /** Something to wait for, within bounds; waited for again after an interrupt. */
    interface Wait {
        void await() throws InterruptedException;
    }

    /** Waits, and hands an interrupt that came meanwhile, or was there before, on to the caller. */
    static void await(Wait wait) {
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
    static void passOn() {
        Thread.currentThread().interrupt();
    }
}
