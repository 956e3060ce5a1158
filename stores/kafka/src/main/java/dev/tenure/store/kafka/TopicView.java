package dev.tenure.store.kafka;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * What this process reads of an election's topic: a tail while somebody here has to do with it, and what it showed.
 * Thread-safe.
 *
 * <p>A topic is known by its id. One that was deleted and made anew under the same name is read from its beginning,
 * however long it has become since.
 */
final class TopicView implements TopicReader.Reader, AutoCloseable {
    private final ElectionTopic site;
    private final ClientSettings settings;
    private final TopicAdmin cluster;
    private final TopicState ledger;
    private final Consumer<TopicState.Change> told;
    private final BooleanSupplier needed;
    private final TimeSource time = TimeSource.system();
    private @Nullable TopicReader tail;
    private Uuid topic = Uuid.ZERO_UUID;
    private long written;
    private long usedNanos;
    private int looking;
    private volatile Sighting shown = new Sighting.Never();
    private boolean closed;

    /**
     * Reads nothing yet.
     *
     * @param told is told what each record was about
     * @param needed tells whether the reading goes on though nobody looks
     */
    TopicView(
            ElectionTopic site,
            ClientSettings settings,
            TopicAdmin cluster,
            TopicState ledger,
            Consumer<TopicState.Change> told,
            BooleanSupplier needed) {
        this.site = site;
        this.settings = settings;
        this.cluster = cluster;
        this.ledger = ledger;
        this.told = told;
        this.needed = needed;
    }

    /**
     * Returns what the record shows at this moment; a topic that does not exist shows nothing, and is not made. Where
     * nothing is shown, but somebody has written terms under this name before, the topic was made anew, and he may
     * still lead.
     */
    Sighting look(Deadline deadline) {
        Sighting found = read(IsolationLevel.READ_COMMITTED, deadline);
        if (found instanceof Sighting.Never && cluster.knowsWriter(site.transactionalId(), deadline)) {
            Sighting decided = lookAtAll(deadline); // the first term of all may be about to be committed
            found = decided instanceof Sighting.Never
                    ? TopicState.gone(
                            "no term is in the topic, but somebody was to write one, maybe before it was made anew", 0)
                    : decided;
        }
        shown = found;
        return shown;
    }

    /**
     * Returns what the record shows when nothing is undecided any more. To be asked by whoever has taken the pen: of
     * terms nothing can follow then, and what an open transaction of other programs hides is waited for.
     */
    Sighting lookAtAll(Deadline deadline) {
        return read(IsolationLevel.READ_UNCOMMITTED, deadline);
    }

    private Sighting read(IsolationLevel upTo, Deadline deadline) {
        deadline.requireLeft();
        looks(1);
        try {
            return readToTheEnd(upTo, deadline);
        } finally {
            looks(-1);
        }
    }

    /** Nothing is closed under somebody who waits for it, however long that takes. */
    private synchronized void looks(int more) {
        looking += more;
        usedNanos = time.nanos();
    }

    private Sighting readToTheEnd(IsolationLevel upTo, Deadline deadline) {
        TopicReader reading = tail(deadline);
        if (reading == null) {
            return new Sighting.Never();
        }
        long before = reading.position();
        long end = cluster.end(site.partition(), upTo, deadline);
        if (end < before) {
            reading.startOver(); // the topic was cut: by a broker that had not all of it, for instance
            wrote(-1);
        }
        return reading.readUpTo(Math.max(end, written()), deadline);
    }

    /** Returns what the last look showed: a tail that reads everything again shows older states in between. */
    Sighting shown() {
        return shown;
    }

    /** Takes in that this process has committed a record, which others may not be able to see yet. */
    synchronized void wrote(long offset) {
        written = offset + 1;
    }

    private synchronized long written() {
        return written;
    }

    /** Waits until others can see the record at this offset, and this process has. */
    void readPast(long offset, Deadline deadline) {
        looks(1);
        try {
            TopicReader reading = present();
            if (reading == null) {
                reading = tail(deadline);
            }
            if (reading != null) {
                reading.readUpTo(offset + 1, deadline);
            }
        } finally {
            looks(-1);
        }
    }

    /** Makes the topic if it is missing and may be made. */
    void requireTopic(Deadline deadline) {
        if (present() == null) {
            cluster.require(site.topic(), deadline);
        }
    }

    /** Begins to read if the topic is there, and tells whether it is. */
    boolean begin(Deadline deadline) {
        return tail(deadline) != null;
    }

    private synchronized @Nullable TopicReader present() {
        usedNanos = time.nanos();
        return tail;
    }

    private @Nullable TopicReader tail(Deadline deadline) {
        Optional<TopicDescription> found = cluster.find(site.topic(), deadline);
        synchronized (this) {
            if (closed) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "the kafka store is closed");
            }
            usedNanos = time.nanos();
            if (found.isEmpty() || !found.get().topicId().equals(topic)) {
                drop();
            }
            if (found.isPresent() && tail == null) {
                topic = found.get().topicId();
                tail = new TopicReader(settings, site, ledger, this);
            }
            return tail;
        }
    }

    /** Stops reading, until somebody looks again, if nobody here has to do with the election. */
    synchronized void rest() {
        if (looking == 0 && !needed.getAsBoolean()) {
            drop();
        }
    }

    private synchronized void drop() {
        if (tail != null) {
            tail.close();
        }
        tail = null;
        topic = Uuid.ZERO_UUID;
        written = 0;
    }

    @Override
    public void heard(TopicState.Change change) {
        told.accept(change);
    }

    @Override
    public synchronized void rests(TopicReader reading) {
        boolean idle = time.nanos() - usedNanos > settings.session().toNanos();
        if (tail == reading && idle) {
            rest();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        drop();
    }
}
