package dev.tenure.store.kafka.goneli;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.client.TopicAdmin;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Shows the record in an election's topic, and runs a reader of the topic while this process needs one. Thread-safe.
 *
 * <p>A topic is known by its id: one that was deleted and created again is read from its beginning.
 */
final class TopicView implements TopicReader.Listener, AutoCloseable {
    private final ElectionNames names;
    private final GroupSettings settings;
    private final TopicAdmin topicAdmin;
    private final TopicState topicState;
    private final Consumer<TopicState.Change> listener;
    private final BooleanSupplier needed;
    private final TimeSource time = TimeSource.system();
    private @Nullable TopicReader reader;
    private Uuid topic = Uuid.ZERO_UUID;
    private long written;
    private long usedNanos;
    private int looking;
    private volatile Sighting shown = new Sighting.Never();
    private boolean closed;

    /**
     * Creates a view that reads nothing yet.
     *
     * @param listener hears what each record was about
     * @param needed tells whether to go on reading even if no call looks
     */
    TopicView(
            ElectionNames names,
            GroupSettings settings,
            TopicAdmin topicAdmin,
            TopicState topicState,
            Consumer<TopicState.Change> listener,
            BooleanSupplier needed) {
        this.names = names;
        this.settings = settings;
        this.topicAdmin = topicAdmin;
        this.topicState = topicState;
        this.listener = listener;
        this.needed = needed;
    }

    /**
     * Returns what the topic shows now; a missing topic shows nothing and is not created. If it shows nothing although
     * a producer has written terms under this name, the topic was created again, and that producer may still lead.
     */
    Sighting look(Deadline deadline) {
        Sighting found = read(IsolationLevel.READ_COMMITTED, deadline);
        if (found instanceof Sighting.Never && knowsWriter(deadline)) {
            Sighting decided = lookAtAll(deadline); // the very first term may be about to be committed
            found = decided instanceof Sighting.Never
                    ? TopicState.gone(
                            "the topic shows no term, but a producer has prepared to write one, maybe before the topic was created"
                                    + " again",
                            0)
                    : decided;
        }
        shown = found;
        return shown;
    }

    /**
     * Returns what the topic shows once no transaction is open in it. For a producer that has taken over: no other term
     * can follow then, and records that an open transaction of another program hides are waited for.
     */
    Sighting lookAtAll(Deadline deadline) {
        return read(IsolationLevel.READ_UNCOMMITTED, deadline);
    }

    /** Tells whether the brokers know that a producer has written terms of this election. */
    private boolean knowsWriter(Deadline deadline) {
        String id = names.transactionalId();
        try {
            TransactionDescription found = topicAdmin.ask(
                    "asking for the producer of " + id,
                    asked -> asked.describeTransactions(List.of(id)).description(id),
                    deadline);
            return found.state() != TransactionState.EMPTY || found.producerEpoch() > 0;
        } catch (StoreException e) {
            if (e.getCause() instanceof TransactionalIdNotFoundException
                    || e.kind() == StoreException.Kind.MISCONFIGURED) {
                return false; // a process that may not even ask cannot lead
            }
            throw e;
        }
    }

    private Sighting read(IsolationLevel upTo, Deadline deadline) {
        deadline.requireLeft();
        countLooks(1);
        try {
            return readToEnd(upTo, deadline);
        } finally {
            countLooks(-1);
        }
    }

    /** Keeps the reader open while a call waits for it. */
    private synchronized void countLooks(int more) {
        looking += more;
        usedNanos = time.nanos();
    }

    private Sighting readToEnd(IsolationLevel upTo, Deadline deadline) {
        TopicReader reading = openReader(deadline);
        if (reading == null) {
            return new Sighting.Never();
        }
        long before = reading.position();
        long end = topicAdmin.end(names.partition(), upTo, deadline);
        if (end < before) {
            reading.startOver(); // the topic became shorter, for instance because a broker took over that lacked
            // records
            wrote(-1);
        }
        return reading.readUpTo(Math.max(end, written()), deadline);
    }

    /** Returns what the last look showed; a reader that starts over shows older records in between. */
    Sighting shown() {
        return shown;
    }

    /** Takes in that this process has committed a record, which may not be readable yet. */
    synchronized void wrote(long offset) {
        written = offset + 1;
    }

    private synchronized long written() {
        return written;
    }

    /** Waits until the record at this offset is readable and this process has read it. */
    void readPast(long offset, Deadline deadline) {
        countLooks(1);
        try {
            TopicReader reading = currentReader();
            if (reading == null) {
                reading = openReader(deadline);
            }
            if (reading != null) {
                reading.readUpTo(offset + 1, deadline);
            }
        } finally {
            countLooks(-1);
        }
    }

    /** Begins to read if the topic exists, and tells whether it does. */
    boolean begin(Deadline deadline) {
        return openReader(deadline) != null;
    }

    private synchronized @Nullable TopicReader currentReader() {
        usedNanos = time.nanos();
        return reader;
    }

    private @Nullable TopicReader openReader(Deadline deadline) {
        Optional<TopicDescription> found = topicAdmin.find(names.topic(), deadline);
        synchronized (this) {
            if (closed) {
                throw StoreException.closed("kafka");
            }
            usedNanos = time.nanos();
            if (found.isEmpty() || !found.get().topicId().equals(topic)) {
                drop();
            }
            if (found.isPresent() && reader == null) {
                topic = found.get().topicId();
                reader = new TopicReader(settings, names, topicState, this);
                reader.begin();
            }
            return reader;
        }
    }

    /** Stops reading until the next look, unless this process needs the reader. */
    private synchronized void closeIfUnneeded() {
        if (looking == 0 && !needed.getAsBoolean()) {
            drop();
        }
    }

    private synchronized void drop() {
        if (reader != null) {
            reader.close();
        }
        reader = null;
        topic = Uuid.ZERO_UUID;
        written = 0;
    }

    @Override
    public void recordRead(TopicState.Change change) {
        listener.accept(change);
    }

    @Override
    public synchronized void caughtUp(TopicReader reading) {
        boolean idle = time.nanos() - usedNanos > settings.session().toNanos();
        if (reader == reading && idle) {
            closeIfUnneeded();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        drop();
    }
}
