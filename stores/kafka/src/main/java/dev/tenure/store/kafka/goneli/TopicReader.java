package dev.tenure.store.kafka.goneli;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.client.ConsumerThread;
import dev.tenure.store.kafka.client.KafkaErrors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads one topic continuously, on its own thread. It is not a member of any group. */
final class TopicReader implements ConsumerThread.Rounds, AutoCloseable {
    private static final Duration POLL = Duration.ofSeconds(1);

    /** Only the last records are read: ten heartbeats a second add up to minutes of reading. */
    private static final long WINDOW = 2_000;

    private final GroupSettings settings;
    private final TopicPartition partition;
    private final TopicState topicState;
    private final Listener listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final ConsumerThread thread;
    private boolean closed;
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
        this.thread = new ConsumerThread("tenure-kafka-reader-" + names.election(), this);
    }

    void begin() {
        thread.begin();
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
        thread.wakeUp();
    }

    @Override
    public void round() {
        KafkaConsumer<byte[], byte[]> reading = thread.consumer();
        if (startsOver() || reading == null) {
            thread.drop();
            reading = new KafkaConsumer<>(settings.reader());
            thread.use(reading);
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

    @Override
    public void failed(RuntimeException failed) {
        lock.lock();
        try {
            failure = failed;
            failures++;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void dropped() {
        // What was read stays: the next consumer begins anew.
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
        thread.close();
    }
}
