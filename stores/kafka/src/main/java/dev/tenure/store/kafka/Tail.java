package dev.tenure.store.kafka;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one topic to its end, and goes on reading, on a thread of its own. It is no member of any group: everybody may
 * know who leads.
 */
final class Tail implements AutoCloseable {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration POLL_WHILE_ASKED = Duration.ofMillis(50);
    private static final long PAUSE_MILLIS = 100;

    /** Where others write ten heartbeats a second, only the last are read; the rest could take minutes. */
    private static final long WINDOW = 2_000;

    private final ClientSettings settings;
    private final TopicPartition partition;
    private final Ledger ledger;
    private final boolean fromTheStart;
    private final Consumer<Ledger.Change> told;
    private final Queue<Ask> asked = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private volatile boolean closed;

    /** Somebody waits until everything before an offset was read; a negative one stands for the present end. */
    private static final class Ask {
        private final Deadline deadline;
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private long offset;

        Ask(long offset, Deadline deadline) {
            this.offset = offset;
            this.deadline = deadline;
        }
    }

    Tail(ClientSettings settings, Site site, Ledger ledger, boolean fromTheStart, Consumer<Ledger.Change> told) {
        this.settings = settings;
        this.partition = site.partition();
        this.ledger = ledger;
        this.fromTheStart = fromTheStart;
        this.told = told;
        this.thread = new Thread(this::run, "tenure-kafka-tail-" + site.election());
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until everything is read that was committed when this was called. */
    void readToEnd(Deadline deadline) {
        await(new Ask(-1, deadline));
    }

    /** Waits until the record at this offset is read, which is known to be committed or about to be. */
    void readPast(long offset, Deadline deadline) {
        await(new Ask(offset + 1, deadline));
    }

    private void await(Ask ask) {
        ask.deadline.requireLeft();
        asked.add(ask);
        wakeUp();
        try {
            ask.done.get(ask.deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw Failure.noEffect("reading the topic " + partition.topic(), e);
        } catch (TimeoutException e) {
            throw new StoreException(
                    StoreException.Kind.UNREACHABLE,
                    "reading the topic " + partition.topic() + " failed: the brokers did not answer in time",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.noEffect("reading the topic " + partition.topic(), e);
        } finally {
            asked.remove(ask);
        }
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
            } catch (WakeupException asksOrCloses) {
                continue;
            } catch (InvalidOffsetException goneBack) {
                drop(); // the topic was cut or made anew: read it all again
            } catch (KafkaException | IllegalStateException failed) {
                fail(failed);
                drop();
                pause();
            }
        }
        fail(new KafkaException("the kafka store is closed"));
        drop();
    }

    private void read() {
        KafkaConsumer<byte[], byte[]> reading = consumer;
        if (reading == null) {
            reading = new KafkaConsumer<>(settings.tail());
            consumer = reading;
            begin(reading);
        }
        List<Ask> waiting = resolve(reading);
        for (ConsumerRecord<byte[], byte[]> record : reading.poll(waiting.isEmpty() ? POLL : POLL_WHILE_ASKED)) {
            told.accept(ledger.take(record));
        }
        answer(reading);
    }

    private void begin(KafkaConsumer<byte[], byte[]> reading) {
        reading.assign(List.of(partition));
        long start = offset(reading.beginningOffsets(List.of(partition)));
        long end = offset(reading.endOffsets(List.of(partition)));
        long from = fromTheStart ? start : Math.max(start, end - WINDOW);
        ledger.begin(from);
        reading.seek(partition, from);
    }

    /** Finds out the present end for those who ask for it. */
    private List<Ask> resolve(KafkaConsumer<byte[], byte[]> reading) {
        List<Ask> open = new ArrayList<>(asked);
        List<Ask> unresolved = open.stream().filter(ask -> ask.offset < 0).toList();
        if (!unresolved.isEmpty()) {
            long end = offset(reading.endOffsets(List.of(partition)));
            if (end < reading.position(partition)) {
                begin(reading);
            }
            unresolved.forEach(ask -> ask.offset = end);
            answer(reading);
        }
        return open.stream().filter(ask -> !ask.done.isDone()).toList();
    }

    private void answer(KafkaConsumer<byte[], byte[]> reading) {
        long position = reading.position(partition);
        for (Ask ask : asked) {
            if (ask.offset >= 0 && ask.offset <= position) {
                ask.done.complete(null);
            }
        }
    }

    private long offset(Map<TopicPartition, Long> offsets) {
        Long offset = offsets.get(partition);
        return offset == null ? 0 : offset;
    }

    private void fail(RuntimeException failed) {
        for (Ask ask : asked) {
            ask.done.completeExceptionally(failed);
        }
    }

    private void drop() {
        KafkaConsumer<byte[], byte[]> dropped = consumer;
        consumer = null;
        if (dropped != null) {
            try {
                dropped.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
            } catch (KafkaException alreadyBroken) {
                return;
            }
        }
    }

    private void pause() {
        Deadline end = Deadline.after(TimeSource.system(), Duration.ofMillis(PAUSE_MILLIS));
        while (!closed && !end.hasPassed()) {
            java.util.concurrent.locks.LockSupport.parkNanos(end.remaining().toNanos());
        }
    }

    /** Ends the reading, and waits for nobody. */
    @Override
    public void close() {
        closed = true;
        wakeUp();
        java.util.concurrent.locks.LockSupport.unpark(thread);
    }
}
