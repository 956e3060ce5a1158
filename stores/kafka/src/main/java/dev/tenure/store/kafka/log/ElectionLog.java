package dev.tenure.store.kafka.log;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.store.kafka.client.KafkaErrors;
import dev.tenure.store.kafka.client.TopicAdmin;
import dev.tenure.store.kafka.log.PendingWrites.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/** The log as calls use it: they read it to its end, and write records and wait until these are decided. Thread-safe. */
final class ElectionLog {
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
            RecordFormat format,
            LogView view,
            LogReader reader,
            LogWriter writer,
            PendingWrites pendingWrites) {
        this.topics = topics;
        this.topicAdmin = topicAdmin;
        this.format = format;
        this.view = view;
        this.reader = reader;
        this.writer = writer;
        this.pendingWrites = pendingWrites;
        this.end = new SharedRequest<>(() -> topicAdmin.end(topics.log(), IsolationLevel.READ_UNCOMMITTED));
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
        deadline.requireLeft();
        reader.begin();
        boolean caughtUp = false;
        try {
            if (!isThere && topicAdmin.find(topics.log().topic(), deadline).isEmpty()) {
                reader.startOver();
                return false;
            }
            readToEnd(deadline);
            if (writes && !view.isKnown()) {
                reset(deadline);
            }
            caughtUp = true;
            return true;
        } finally {
            isThere = caughtUp;
        }
    }

    private void readToEnd(Deadline deadline) {
        long found = topicAdmin
                .await("asking for the end of " + topics.log().topic(), end.ask(), deadline)
                .offset();
        if (found < view.position()) {
            reader.startOver(); // it became shorter, for instance because a broker took over that lacked records
        }
        view.awaitUpTo(found, deadline);
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
            catchUp(deadline);
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
            writer.send(
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
                failure = worse(failure, e);
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
    private static StoreException worse(@Nullable StoreException one, ExecutionException other) {
        StoreException failure = (StoreException) other.getCause();
        return one != null && one.kind() == StoreException.Kind.OUTCOME_UNKNOWN ? one : failure;
    }
}
