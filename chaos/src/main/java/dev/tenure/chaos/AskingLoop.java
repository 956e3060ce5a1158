package dev.tenure.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks every half millisecond whether this node leads. On the order {@code ask} it tells the register as soon as it has
 * asked again: the first answer after a pause is the one that may be stale, and a run must not end before it.
 */
final class AskingLoop {
    static final String ASK = "ask";
    private static final long SAMPLE_NANOS = Duration.ofMillis(1).toNanos() / 2;

    private final NodeProcess node;
    private final NodeClock clock;
    private volatile boolean ordered;

    /** Asks once, and writes down the answer. */
    @FunctionalInterface
    interface Question {
        void ask() throws IOException;
    }

    AskingLoop(NodeProcess node, NodeClock clock) {
        this.node = node;
        this.clock = clock;
    }

    void obey(String order) {
        ordered |= order.equals(ASK);
    }

    /** Asks for as long as the process lives. */
    void run(Question question) throws IOException {
        while (true) {
            boolean tell = ordered;
            long before = clock.nanos();
            question.ask();
            if (tell) {
                ordered = false;
                tell(before);
            }
            LockSupport.parkNanos(SAMPLE_NANOS);
        }
    }

    private void tell(long askedNanos) {
        try (RegisterClient register = new RegisterClient(node.registerPort(), node.who())) {
            register.reportAsked(askedNanos);
        } catch (IOException unheard) {
            // Whoever waits for it says that it did not come.
        }
    }
}
