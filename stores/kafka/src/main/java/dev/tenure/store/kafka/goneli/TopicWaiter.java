package dev.tenure.store.kafka.goneli;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Waits in the background until a topic exists, for watches of an election in which no candidate has stood yet. */
final class TopicWaiter implements AutoCloseable {
    private static final Duration CALL = Duration.ofSeconds(5);
    private static final long PAUSE_MILLIS = 250;

    private final Predicate<Deadline> found;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Starts to ask {@code found} repeatedly, until it returns true. */
    TopicWaiter(String election, Predicate<Deadline> found) {
        this.found = found;
        Thread thread = new Thread(this::run, "tenure-kafka-wait-" + election);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!isFound() && !closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                // Not yet.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isFound() {
        try {
            return found.test(Deadline.after(TimeSource.system(), CALL));
        } catch (StoreException notNow) {
            return false;
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
