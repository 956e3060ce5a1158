package dev.tenure.store.kafka.goneli;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.client.KafkaErrors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/** Reads one topic continuously, on its own thread. It is not a member of any group. */
final class TopicReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Only the last records are read: ten heartbeats a second add up to minutes of reading. */
    private static final long WINDOW = 2_000;

    private final GroupSettings settings;
    private final TopicPartition partition;
    private final TopicState topicState;
    private final Listener listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile boolean closed;
    private long position = -1;
    private long failures;
    private RuntimeException failure = new KafkaException("nothing was read yet");
    private boolean startsOver;

    /** Called on the thread that reads. */
    interface Listener {
        void recordRead(TopicState.Change change);

        /** The reader has reached the end of the topic for now: it may be closed if it is not needed. */
        void caughtUp(TopicReader reader);
    }

    TopicReader(GroupSettings settings, ElectionNames names, TopicState topicState, Listener listener) {
        this.settings = settings;
        this.partition = names.partition();
        this.topicState = topicState;
        this.listener = listener;
        Thread thread = new Thread(this::run, "tenure-kafka-reader-" + names.election());
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until all records before this offset are read, and returns what they show. */
    Sighting readUpTo(long offset, Deadline deadline) {
        String doing = "reading the topic " + partition.topic();
        lock.lock();
        try {
            long failuresBefore = failures;
            long left = deadline.remaining().toNanos();
            while (position < offset) {
                if (failures != failuresBefore) {
                    throw KafkaErrors.noEffect(doing, failure);
                }
                if (left <= 0) {
                    throw new StoreException(
                            StoreException.Kind.UNREACHABLE,
                            doing + " failed: its end was not reached in time; does another program keep a"
                                    + " transaction open in it?");
                }
                left = moved.awaitNanos(left);
            }
            return topicState.sighting(); // under the lock, before the reader can start over
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KafkaErrors.noEffect(doing, e);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the offset of the next record to read, or -1 if nothing was read yet. */
    long position() {
        lock.lock();
        try {
            return position;
        } finally {
            lock.unlock();
        }
    }

    /** Reads the topic again from its beginning: its records are not those that were read. */
    void startOver() {
        lock.lock();
        try {
            startsOver = true;
            position = -1;
        } finally {
            lock.unlock();
        }
        wakeUp();
    }

    private void wakeUp() {
        KafkaConsumer<byte[], byte[]> reading = consumer;
        if (reading != null) {
            reading.wakeup();
        }
    }

    private void run() {
        while (!closed) {
            try {
                read();
            } catch (WakeupException closesOrStartsOver) {
                // The next round sees which.
            } catch (InvalidOffsetException cut) {
                drop();
            } catch (RuntimeException failed) {
                fail(failed);
                drop();
            }
        }
        fail(new KafkaException("the kafka store is closed"));
        drop();
    }

    private void read() {
        KafkaConsumer<byte[], byte[]> reading = consumer;
        if (reading == null || startsOver()) {
            drop();
            reading = new KafkaConsumer<>(settings.reader());
            consumer = reading;
            begin(reading);
        }
        for (ConsumerRecord<byte[], byte[]> record : reading.poll(POLL)) {
            apply(record);
        }
        reached(reading.position(partition));
        listener.caughtUp(this);
    }

    /** A closed reader leaves the state alone: another reader may write it. */
    private void apply(ConsumerRecord<byte[], byte[]> record) {
        TopicState.Change change = null;
        lock.lock();
        try {
            if (!closed) {
                change = topicState.apply(record);
            }
        } finally {
            lock.unlock();
        }
        if (change != null) {
            listener.recordRead(change);
        }
    }

    private boolean startsOver() {
        lock.lock();
        try {
            boolean over = startsOver;
            startsOver = false;
            return over;
        } finally {
            lock.unlock();
        }
    }

    private void begin(KafkaConsumer<byte[], byte[]> reading) {
        reading.assign(List.of(partition));
        long start = offset(reading.beginningOffsets(List.of(partition)));
        long end = offset(reading.endOffsets(List.of(partition)));
        long from = Math.max(start, end - WINDOW);
        reading.seek(partition, from);
        lock.lock();
        try {
            if (!closed) {
                position = -1; // what is read so far is not everything
                topicState.begin(from);
            }
        } finally {
            lock.unlock();
        }
        reached(from);
    }

    private long offset(Map<TopicPartition, Long> offsets) {
        Long offset = offsets.get(partition);
        return offset == null ? 0 : offset;
    }

    private void reached(long newPosition) {
        lock.lock();
        try {
            if (!startsOver) {
                position = newPosition;
                moved.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void fail(RuntimeException failed) {
        lock.lock();
        try {
            failure = failed;
            failures++;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        Deadline pause = Deadline.after(TimeSource.system(), PAUSE);
        while (!closed && !pause.hasPassed()) {
            LockSupport.parkNanos(pause.remaining().toNanos());
        }
    }

    private void drop() {
        KafkaConsumer<byte[], byte[]> dropped = consumer;
        consumer = null;
        if (dropped != null) {
            try {
                dropped.close(CloseOptions.timeout(Duration.ZERO));
            } catch (KafkaException alreadyBroken) {
                return;
            }
        }
    }

    /** Ends the reading, without waiting for the thread. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        wakeUp();
    }
}
