package dev.tenure.store.kafka;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Those who claim without standing. They count as willing while they claim, for a while after it, and as long as they
 * hold what they claimed: nobody tells when they have gone. Thread-safe.
 */
final class UnregisteredClaims {
    private final TimeSource time = TimeSource.system();
    private final Duration patience;
    private final AtomicInteger claiming = new AtomicInteger();
    private volatile long lastNanos;
    private volatile boolean any;

    UnregisteredClaims(Duration patience) {
        this.patience = patience;
    }

    /** Asks on behalf of one of them, who is willing meanwhile. */
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
        return claiming.get() > 0 || (any && (holds || time.nanos() - lastNanos < patience.toNanos()));
    }
}
