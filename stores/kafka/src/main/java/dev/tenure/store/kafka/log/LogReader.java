package dev.tenure.store.kafka.log;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.store.kafka.client.ConsumerThread;
import dev.tenure.store.kafka.client.TopicAdmin;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log into a {@link LogView}, on its own thread and in no group.
 *
 * <p>It starts near the end, and farther from it if the records there do not tell the state. Once a second it reads the
 * last record again: if that is another one, the log has lost records and grown anew, and is read from the start. So it
 * never goes on in a log that is not the one it has read.
 */
final class LogReader implements ConsumerThread.Rounds, AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration CHECKED_EVERY = Duration.ofSeconds(1);
    private static final int MOST_AT_ONCE = 5_000;
    private static final long FARTHER = 8;

    private final ClientSettings settings;
    private final TopicAdmin topicAdmin;
    private final TopicPartition partition;
    private final LogView view;
    private final long toStart;
    private final TimeSource time = TimeSource.system();
    private final ConsumerThread thread = new ConsumerThread("tenure-kafka-reader", this);
    private volatile boolean startsOver;

    // Of the thread that reads.
    private long back;
    private long start;
    private long from;
    private long end;
    private @Nullable ConsumerRecord<byte[], byte[]> last;
    private boolean checking;
    private long checkedNanos;

    LogReader(
            ClientSettings settings,
            TopicAdmin topicAdmin,
            TopicPartition partition,
            LogView view,
            CheckpointSchedule.Distance distance) {
        this.settings = settings;
        this.topicAdmin = topicAdmin;
        this.partition = partition;
        this.view = view;
        this.toStart = distance.toStart();
    }

    /** Starts the thread, unless it runs. */
    void begin() {
        thread.begin();
    }

    /** Reads the log again from the start: its records are not those that were read. */
    void startOver() {
        view.doubt(); // first: the thread ends the doubt when it starts over
        startsOver = true;
        thread.wakeUp();
    }

    @Override
    public void round() {
        if (startsOver) {
            startsOver = false;
            thread.drop();
        }
        KafkaConsumer<byte[], byte[]> reading = thread.consumer();
        if (reading != null) {
            read(reading);
        } else if (topicAdmin
                .find(partition.topic(), Deadline.after(time, Duration.ofMillis(ClientSettings.CALL_MILLIS)))
                .isPresent()) {
            open();
        } else {
            thread.pause();
        }
    }

    private void open() {
        Map<String, Object> readerSettings = settings.reader("read_uncommitted");
        readerSettings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_AT_ONCE);
        KafkaConsumer<byte[], byte[]> opened = new KafkaConsumer<>(readerSettings);
        thread.use(opened);
        opened.assign(List.of(partition));
        back = toStart;
        begin(opened);
    }

    private void begin(KafkaConsumer<byte[], byte[]> reading) {
        start = reading.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
        end = reading.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        from = Math.max(start, end - back);
        last = null;
        checking = false;
        view.begin(from);
        reading.seek(partition, from);
        reached(reading, from);
    }

    private void read(KafkaConsumer<byte[], byte[]> reading) {
        List<ConsumerRecord<byte[], byte[]>> records = reading.poll(POLL).records(partition);
        if (checking) {
            if (records.isEmpty()) {
                return;
            }
            checking = false;
            if (!isLast(records.get(0))) {
                thread.drop();
                return;
            }
            records = records.subList(1, records.size());
        } else if (last != null && time.nanos() - checkedNanos > CHECKED_EVERY.toNanos()) {
            checking = true;
            checkedNanos = time.nanos();
            reading.seek(partition, last.offset()); // what was just polled is polled again after it
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : records) {
            view.apply(record);
            last = record;
        }
        reached(reading, reading.position(partition));
    }

    private boolean isLast(ConsumerRecord<byte[], byte[]> read) {
        return last != null
                && read.offset() == last.offset()
                && read.timestamp() == last.timestamp()
                && Arrays.equals(read.value(), last.value());
    }

    private void reached(KafkaConsumer<byte[], byte[]> reading, long position) {
        view.reached(position);
        if (position >= end && !view.isKnown()) {
            if (from > start) {
                back *= FARTHER;
                begin(reading);
            } else {
                view.lose();
            }
        }
    }

    @Override
    public void dropped() {
        view.begin(Long.MAX_VALUE);
    }

    @Override
    public void failed(RuntimeException failure) {
        view.fail(failure);
    }

    /** Ends the reading, without waiting for the thread. */
    @Override
    public void close() {
        thread.close();
    }
}
