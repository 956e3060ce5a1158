package dev.tenure.store.kafka.goneli;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Tracks claims of callers that are not registered. Such a caller counts as willing while it claims, for a session
 * after that, and while it holds the lease: it never says when it is gone. Thread-safe.
 */
final class UnregisteredClaims {
    private final TimeSource time = TimeSource.system();
    private final Duration session;
    private final AtomicInteger claiming = new AtomicInteger();
    private volatile long lastNanos;
    private volatile boolean any;

    UnregisteredClaims(Duration session) {
        this.session = session;
    }

    /** Asks for an unregistered caller, which counts as willing meanwhile. */
    boolean ask(BooleanSupplier question) {
        claiming.incrementAndGet();
        try {
            return question.getAsBoolean();
        } finally {
            lastNanos = time.nanos();
            any = true;
            claiming.decrementAndGet();
        }
    }

    boolean anyWilling(boolean holds) {
        return claiming.get() > 0 || (any && (holds || time.nanos() - lastNanos < session.toNanos()));
    }
}
