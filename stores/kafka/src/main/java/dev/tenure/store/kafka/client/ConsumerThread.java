package dev.tenure.store.kafka.client;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/** A thread that reads with a consumer, in rounds, and goes on after every failure until it is closed. */
public final class ConsumerThread implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final String name;
    private final Rounds rounds;
    private @Nullable Thread thread;
    private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile boolean closed;

    /** What the thread does. Called on this thread only. */
    public interface Rounds {
        /** Reads on. After a wake-up the next round begins. */
        void round();

        /** The consumer was dropped, before it is closed. */
        void dropped();

        /** A round has failed, or the thread has ended, and the consumer was dropped. */
        void failed(RuntimeException failure);
    }

    /** Creates the thread. It does not run yet. */
    public ConsumerThread(String name, Rounds rounds) {
        this.name = name;
        this.rounds = rounds;
    }

    /** Starts the thread, unless it runs or is closed. */
    public synchronized void begin() {
        if (thread == null && !closed) {
            thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        while (!closed) {
            try {
                rounds.round();
            } catch (WakeupException nextRound) {
                // It sees what has changed.
            } catch (InvalidOffsetException cut) {
                drop();
            } catch (RuntimeException failure) {
                drop();
                rounds.failed(failure);
                pause();
            } catch (Error broken) {
                // Without this thread elections would stand still: it goes on as after any other failure.
                drop();
                rounds.failed(new KafkaException("the client failed: " + broken, broken));
                pause();
            }
        }
        drop();
        rounds.failed(new KafkaException("the kafka store is closed"));
    }

    /** Returns the consumer, or null if there is none: then a round opens one. On the thread. */
    public @Nullable KafkaConsumer<byte[], byte[]> consumer() {
        return consumer;
    }

    /** Reads with this consumer from now on. On the thread. */
    public void use(KafkaConsumer<byte[], byte[]> opened) {
        consumer = opened;
    }

    /** Closes the consumer, if there is one. On the thread. */
    public void drop() {
        KafkaConsumer<byte[], byte[]> dropped = consumer;
        consumer = null;
        rounds.dropped();
        if (dropped != null) {
            try {
                ConsumerClosing.abandon(dropped);
            } catch (KafkaException alreadyBroken) {
                return;
            }
        }
    }

    /** Waits for a moment, or until it is closed. On the thread. */
    public void pause() {
        Deadline pause = Deadline.after(TimeSource.system(), PAUSE);
        while (!closed && !pause.hasPassed()) {
            LockSupport.parkNanos(pause.remaining().toNanos());
        }
    }

    /** Ends a poll, so that the next round begins. From any thread. */
    public void wakeUp() {
        KafkaConsumer<byte[], byte[]> reading = consumer;
        if (reading != null) {
            reading.wakeup();
        }
    }

    /** Ends the reading, without waiting for the thread. */
    @Override
    public synchronized void close() {
        closed = true;
        wakeUp();
    }
}
