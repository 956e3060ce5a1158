package dev.tenure.store.kafka.log;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.client.KafkaErrors;
import dev.tenure.store.kafka.client.TopicAdmin;
import dev.tenure.store.kafka.log.PendingWrites.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The log as calls use it: they read it to its end, and write records and wait until these are decided. Thread-safe.
 */
final class ElectionLog {
    private static final long NEW_TOPIC_NANOS = Duration.ofMillis(10).toNanos();

    private final LogTopics topics;
    private final TopicAdmin topicAdmin;
    private final RecordFormat format;
    private final LogView view;
    private final LogReader reader;
    private final LogWriter writer;
    private final PendingWrites pendingWrites;
    private final SharedRequest<ListOffsetsResultInfo> end;
    private volatile boolean isThere;
    private volatile boolean writes;

    ElectionLog(
            LogTopics topics,
            TopicAdmin topicAdmin,
            LogView view,
            LogReader reader,
            LogWriter writer,
            PendingWrites pendingWrites) {
        this.topics = topics;
        this.topicAdmin = topicAdmin;
        this.format = new RecordFormat(topics.log().topic());
        this.view = view;
        this.reader = reader;
        this.writer = writer;
        this.pendingWrites = pendingWrites;
        this.end = new SharedRequest<>(
                () -> topicAdmin.end(topics.log(), IsolationLevel.READ_UNCOMMITTED), TimeSource.system());
    }

    LogView view() {
        return view;
    }

    /** Begins to read in the background. */
    void begin() {
        reader.begin();
    }

    /** Takes in that a candidate stands here: where the log does not tell its state, this process resets it. */
    void stand() {
        writes = true;
        reader.begin();
    }

    /**
     * Reads all that was written before now.
     *
     * @return false if there is no topic
     */
    boolean catchUp(Deadline deadline) {
        return catchUp(() -> true, deadline).isPresent();
    }

    /**
     * Reads all that was written before now, and asks the view what it shows then.
     *
     * @return its answer, or empty if there is no topic
     */
    <T> Optional<T> catchUp(Supplier<T> question, Deadline deadline) {
        deadline.requireLeft();
        reader.begin();
        boolean looked = !isThere;
        if (looked && topicAdmin.find(topics.log().topic(), deadline).isEmpty()) {
            reader.startOver();
            return Optional.empty();
        }
        isThere = true;
        boolean caughtUp = false;
        try {
            T answer = readToEnd(question, deadline);
            if (writes && !view.isKnown()) {
                reset(deadline);
                answer = readToEnd(question, deadline);
            }
            caughtUp = true;
            return Optional.of(answer);
        } finally {
            isThere = caughtUp || looked; // on slow brokers a call has no time to look for the topic each time
        }
    }

    private <T> T readToEnd(Supplier<T> question, Deadline deadline) {
        long read = view.position(); // before the end is asked for: what others write meanwhile is no shorter log
        long found = topicAdmin
                .await("asking for the end of " + topics.log().topic(), end.ask(), deadline)
                .offset();
        if (found < read) {
            reader.startOver(); // it became shorter, for instance because a broker took over that lacked records
        }
        return view.awaitUpTo(found, question, deadline);
    }

    /** Writes that nobody knows the state any more, so that all agree on that; waits until this process knows it. */
    private void reset(Deadline deadline) {
        String id = RecordFormat.newId();
        write(new LogRecord.Reset(id, view.position()), deadline);
    }

    /** Makes sure that there is a topic, and that what is written can be decided here. */
    void prepare(Deadline deadline) {
        deadline.requireLeft();
        writes = true;
        if (!isThere || !view.isKnown()) {
            topics.requireLog(topicAdmin, deadline);
            while (!catchUp(deadline)) {
                LockSupport.parkNanos(NEW_TOPIC_NANOS); // brokers do not show a new topic at once
            }
        }
    }

    /** Writes a record, and returns what became of it at its place in the log. */
    Decision write(LogRecord record, Deadline deadline) {
        List<Optional<Decision>> decisions = writeAll(List.of(record), deadline);
        return decisions.get(0).orElseThrow();
    }

    /**
     * Writes records in one go.
     *
     * @return what became of each, or empty for those that were not decided in time; at least one was
     */
    List<Optional<Decision>> writeAll(List<? extends LogRecord> records, Deadline deadline) {
        String doing = "writing to " + topics.log().topic();
        List<CompletableFuture<Decision>> waiting = new ArrayList<>();
        try {
            for (LogRecord record : records) {
                waiting.add(pendingWrites.expect(record.id()));
                send(doing, record, deadline);
            }
            return await(doing, waiting, deadline);
        } finally {
            records.forEach(record -> pendingWrites.forget(record.id()));
        }
    }

    private void send(String doing, LogRecord record, Deadline deadline) {
        try {
            Future<RecordMetadata> unused = writer.send( // what becomes of it is read from the log
                    format.write(record),
                    failure -> pendingWrites.failed(record.id(), KafkaErrors.sent(doing, failure)),
                    deadline);
        } catch (StoreException notSent) {
            pendingWrites.failed(record.id(), notSent);
        }
    }

    private static List<Optional<Decision>> await(
            String doing, List<CompletableFuture<Decision>> waiting, Deadline deadline) {
        List<Optional<Decision>> decisions = new ArrayList<>();
        StoreException failure = null;
        for (CompletableFuture<Decision> each : waiting) {
            try {
                decisions.add(Optional.of(each.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)));
            } catch (TimeoutException late) {
                failure = new StoreException(
                        StoreException.Kind.OUTCOME_UNKNOWN, doing + " failed: no answer in time", late);
                decisions.add(Optional.empty());
            } catch (ExecutionException e) {
                failure = worse(failure, doing, e);
                decisions.add(Optional.empty());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw KafkaErrors.sent(doing, e);
            }
        }
        if (failure != null && decisions.stream().noneMatch(Optional::isPresent)) {
            throw failure;
        }
        return decisions;
    }

    /** If one of several records may have been written, their call may have taken effect. */
    private static StoreException worse(@Nullable StoreException one, String doing, ExecutionException other) {
        if (one != null && one.kind() == StoreException.Kind.OUTCOME_UNKNOWN) {
            return one;
        }
        return other.getCause() instanceof StoreException told ? told : KafkaErrors.sent(doing, other);
    }
}
