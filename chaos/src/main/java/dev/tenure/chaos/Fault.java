package dev.tenure.chaos;

/**
 * Something that is broken for a while.
 *
 * @param kind what it is called in logs and in {@code --faults}
 * @param begin breaks it
 * @param end repairs it
 */
record Fault(String kind, Step begin, Step end) {
    /** What breaks or repairs. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /** Returns a fault that needs no repair. */
    static Fault once(String kind, Step begin) {
        return new Fault(kind, begin, () -> {});
    }
}
