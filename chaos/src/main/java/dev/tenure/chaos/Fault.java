package dev.tenure.chaos;

import java.util.concurrent.locks.Lock;

/**
 * Something that is broken for a while.
 *
 * @param kind what it is called in logs and in {@code --faults}
 * @param begin breaks it
 * @param end repairs it
 * @param lasts whether there is a time between the two
 */
record Fault(String kind, Step begin, Step end, boolean lasts) {
    /** What breaks or repairs. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /** Makes a fault that lasts for a while. */
    Fault(String kind, Step begin, Step end) {
        this(kind, begin, end, true);
    }

    /** Returns a fault that needs no repair. */
    static Fault once(String kind, Step begin) {
        return new Fault(kind, begin, () -> {}, false);
    }

    /** Returns this fault of the node. */
    Fault of(Node node) {
        return new Fault(kind + " " + node.name(), begin, end, lasts);
    }

    /** Returns this fault with something to do before each of its steps. */
    Fault after(Step first) {
        return new Fault(kind, inTurn(first, begin), inTurn(first, end), lasts);
    }

    private static Step inTurn(Step first, Step second) {
        return () -> {
            first.run();
            second.run();
        };
    }

    /** Returns this fault such that it holds the lock from its begin to its end. */
    Fault holding(Lock lock) {
        return new Fault(
                kind,
                () -> {
                    lock.lockInterruptibly();
                    begin.run();
                },
                () -> {
                    try {
                        end.run();
                    } finally {
                        lock.unlock();
                    }
                },
                lasts);
    }
}
