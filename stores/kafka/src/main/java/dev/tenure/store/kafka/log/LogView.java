package dev.tenure.store.kafka.log;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.client.KafkaErrors;
import dev.tenure.store.kafka.log.LogRecord.Asked;
import dev.tenure.store.kafka.log.LogRecord.CheckpointEnd;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import dev.tenure.store.kafka.log.LogRecord.Reset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;

/** What the log shows, as far as it was read. One thread reads into it, any other may ask it. Thread-safe. */
final class LogView {
    /** The version that every record has while nobody can tell what the log shows. */
    private static final String LOST = "lost";

    private final RecordFormat format;
    private final PendingWrites pendingWrites;
    private final ElectionWatches watches;
    private final CheckpointSchedule schedule;
    private final Consumer<List<LogRecord>> checkpointWriter;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Set<String> changed = new HashSet<>();
    private boolean allChanged;
    private Replay replay = new Replay(Long.MAX_VALUE, this::decided);
    private FleetState fleet = new FleetState();
    private long position = -1;
    private boolean isLost;
    private boolean isDoubted;
    private long failures;
    private RuntimeException failure = new KafkaException("nothing was read yet");

    /**
     * Creates a view that shows nothing yet.
     *
     * @param checkpointWriter takes the records of a checkpoint, on the thread that reads, and must not wait
     */
    LogView(
            RecordFormat format,
            PendingWrites pendingWrites,
            ElectionWatches watches,
            CheckpointSchedule schedule,
            Consumer<List<LogRecord>> checkpointWriter) {
        this.format = format;
        this.pendingWrites = pendingWrites;
        this.watches = watches;
        this.schedule = schedule;
        this.checkpointWriter = checkpointWriter;
    }

    // ---- the thread that reads

    /** Forgets everything: the log is read from this offset on. */
    void begin(long from) {
        lock.lock();
        try {
            replay = new Replay(from, this::decided);
            fleet = new FleetState();
            schedule.begin(from);
            position = -1;
            isLost = false;
            isDoubted = false;
        } finally {
            lock.unlock();
        }
    }

    void apply(ConsumerRecord<byte[], byte[]> read) {
        LogRecord record = format.read(read);
        List<LogRecord> checkpoint = List.of();
        lock.lock();
        try {
            boolean wasKnown = replay.state() != null;
            boolean isOwn = pendingWrites.isExpected(record.id()); // first: once it is decided, its call may end
            replay.apply(read.offset(), record);
            fleet.apply(record, read.timestamp());
            allChanged |= record instanceof Reset || (!wasKnown && replay.state() != null);
            if (record instanceof Asked asked) {
                changed.add(asked.request().election());
            }
            if (isDue(read, record) && isOwn) {
                checkpoint = checkpoint(new Version(read.offset(), record.id()));
            }
            if (!(record instanceof Proposal)) {
                pendingWrites.decided(record.id(), new PendingWrites.Decision(true, new Sighting.Never()));
            }
        } finally {
            lock.unlock();
        }
        if (!checkpoint.isEmpty()) {
            checkpointWriter.accept(checkpoint);
        }
    }

    private boolean isDue(ConsumerRecord<byte[], byte[]> read, LogRecord record) {
        if (record instanceof CheckpointEnd) {
            schedule.ended(read.offset(), read.timestamp());
            return false;
        }
        LogState state = replay.state();
        return state != null && schedule.isDueAt(read.offset(), read.timestamp(), state.size());
    }

    private List<LogRecord> checkpoint(Version asOf) {
        LogState state = replay.state();
        if (state == null) {
            return List.of();
        }
        String id = RecordFormat.newId();
        List<LogRecord> records = new ArrayList<>(state.parts(id));
        records.add(state.end(id, asOf));
        return records;
    }

    private void decided(long offset, Proposal proposal, boolean takesEffect, LogState after) {
        Sighting present = after.present(proposal.election()).sighting();
        pendingWrites.decided(proposal.id(), new PendingWrites.Decision(takesEffect, present));
        if (takesEffect && !isRenewal(proposal.content())) {
            changed.add(proposal.election());
        }
    }

    private static boolean isRenewal(Sighting content) {
        return content instanceof Sighting.Held held && held.lease().stamp().renewal() > 0;
    }

    /** Takes in that all records before this offset were read. */
    void reached(long offset) {
        Set<String> toWake;
        boolean all;
        lock.lock();
        try {
            replay.reached(offset);
            position = offset;
            moved.signalAll();
            toWake = Set.copyOf(changed);
            all = allChanged;
            changed.clear();
            allChanged = false;
        } finally {
            lock.unlock();
        }
        if (all) {
            watches.wakeAll();
        } else {
            watches.wake(toWake);
        }
    }

    /** Takes in that the whole log does not tell its state: records are gone that no checkpoint covers. */
    void lose() {
        lock.lock();
        try {
            isLost = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void fail(RuntimeException failed) {
        lock.lock();
        try {
            failure = failed;
            failures++;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isKnown() {
        return locked(() -> replay.state() != null);
    }

    private <T> T locked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    // ---- calls

    /** Returns the offset of the next record to read, or -1 if nothing was read yet. */
    long position() {
        return locked(() -> position);
    }

    /**
     * Waits until all records before this offset are read, and tell the state or are known not to.
     *
     * @return the answer to the question at that moment, before the thread that reads can start over
     */
    <T> T awaitUpTo(long offset, Supplier<T> question, Deadline deadline) {
        String doing = "reading the log of the elections";
        lock.lock();
        try {
            long failuresBefore = failures;
            long left = deadline.remaining().toNanos();
            while (isDoubted || position < offset || !(isLost || replay.state() != null)) {
                if (failures != failuresBefore) {
                    throw KafkaErrors.noEffect(doing, failure);
                }
                if (left <= 0) {
                    throw new StoreException(
                            StoreException.Kind.UNREACHABLE, doing + " failed: its end was not reached in time");
                }
                left = moved.awaitNanos(left);
            }
            return question.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KafkaErrors.noEffect(doing, e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes in that this is not the log that was read: whoever wants to read to its end waits until it is read anew.
     */
    void doubt() {
        lock.lock();
        try {
            isDoubted = true;
        } finally {
            lock.unlock();
        }
    }

    Sighting present(String election) {
        return locked(() -> {
            LogState state = replay.state();
            return state == null ? LogState.gone(LOST) : state.present(election).sighting();
        });
    }

    Set<String> elections() {
        return locked(() -> {
            LogState state = replay.state();
            return state == null ? Set.of() : state.elections();
        });
    }

    List<RosterEntry> members(String roster) {
        return locked(() -> fleet.members(roster));
    }

    boolean isMember(String roster, String instance) {
        return locked(() -> fleet.isMember(roster, instance));
    }

    Optional<Request> request(String election) {
        return locked(() -> Optional.ofNullable(fleet.request(election)));
    }
}
