package dev.tenure.store.kafka.goneli;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.store.kafka.client.KafkaErrors;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * The transactional producer of an election's terms. When it takes over, the broker rejects all earlier producers and
 * ends a transaction that one of them left open. Each record is a transaction.
 *
 * <p>A producer that failed is closed, and the next one settles its transaction. A take-over that takes longer than a
 * call continues in the background, and the next call resumes it: otherwise a machine that is too slow for one call
 * would never lead. Not thread-safe, except {@link #close} and {@link #giveUp}.
 */
final class TermProducer implements AutoCloseable {
    /** How many calls may run out of time before a claim counts as failed. */
    private static final int MOST_POSTPONED = 5;

    private final GroupSettings settings;
    private final ElectionNames names;
    private final ExecutorService thread;
    private volatile @Nullable KafkaProducer<byte[], byte[]> producer;
    private @Nullable Attempt attempt;

    /** A take-over, in one call or several. Its fields are guarded by the enclosing object. */
    private static final class Attempt {
        private final Duration ttl;
        private @Nullable KafkaProducer<byte[], byte[]> client;
        private boolean initialized;
        private boolean awaited;
        private boolean givenUp;
        private int ranOut;

        Attempt(Duration ttl) {
            this.ttl = ttl;
        }
    }

    /** Thrown when the broker rejects this producer because a later one has taken over. */
    static final class Fenced extends Exception {
        private static final long serialVersionUID = 1L;

        Fenced(Throwable cause) {
            super("another member of the group has taken over the writing", cause);
        }
    }

    TermProducer(GroupSettings settings, ElectionNames names) {
        this.settings = settings;
        this.names = names;
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread writing = new Thread(task, "tenure-kafka-writer-" + names.election());
                    writing.setDaemon(true);
                    return writing;
                });
        one.allowCoreThreadTimeOut(true); // most processes never write
        this.thread = one;
    }

    /** Tells whether this producer has taken over, as far as it knows. */
    boolean isTaken() {
        return producer != null;
    }

    /**
     * Takes over from all earlier producers: afterwards none of their records can be committed any more.
     *
     * @param ttl of the term that is to be written
     */
    void take(Duration ttl, Deadline deadline) {
        if (isTaken()) {
            drop();
        }
        String doing = "taking over the writing of " + names.topic();
        Attempt mine = attempt(ttl);
        boolean goesOn = false;
        try {
            KafkaProducer<byte[], byte[]> taken = await(deadline, () -> initialize(mine));
            taken(mine, taken);
            goesOn = true;
        } catch (ExecutionException e) {
            goesOn = e.getCause() instanceof InterruptedException; // the caller's time is over
            throw KafkaErrors.noEffect(doing, e);
        } catch (TimeoutException e) {
            goesOn = true;
            throw ranOutOfTime(mine, doing, e);
        } finally {
            if (!goesOn) {
                drop();
            }
            callEnded(mine);
        }
    }

    /** Postpones the claim the first few times: a later call finishes the take-over. */
    private static StoreException ranOutOfTime(Attempt attempt, String doing, TimeoutException cause) {
        attempt.ranOut++;
        String what = doing + " failed: no answer in time";
        return attempt.ranOut <= MOST_POSTPONED
                ? StoreException.postponed(what + "; it goes on by itself", cause)
                : new StoreException(StoreException.Kind.UNREACHABLE, what, cause);
    }

    /** Returns the attempt that is under way, or a new one. */
    private synchronized Attempt attempt(Duration ttl) {
        if (attempt != null && !attempt.ttl.equals(ttl)) {
            giveUp();
        }
        if (attempt == null) {
            attempt = new Attempt(ttl);
        }
        attempt.awaited = true;
        return attempt;
    }

    /** Called by the call that still waits, which reads the topic after this. */
    private synchronized void taken(Attempt mine, KafkaProducer<byte[], byte[]> taken) {
        mine.initialized = true;
        producer = taken;
    }

    private synchronized void callEnded(Attempt mine) {
        mine.awaited = false;
        if (mine.givenUp) {
            giveUp();
        }
    }

    /** Leaves the rest of a claim to the next call, which need not take over again. */
    synchronized void putBack() {
        producer = null;
        if (attempt != null && attempt.givenUp) {
            giveUp();
        }
    }

    /** A client that is asked again waits for the answer to its first request. */
    private KafkaProducer<byte[], byte[]> initialize(Attempt mine) {
        KafkaProducer<byte[], byte[]> client = client(mine);
        if (!isInitialized(mine)) {
            client.initTransactions();
        }
        return client;
    }

    private synchronized boolean isInitialized(Attempt mine) {
        return mine.initialized;
    }

    /** Returns the client of an attempt; an attempt that was given up meanwhile must not reject other writers. */
    private KafkaProducer<byte[], byte[]> client(Attempt mine) {
        synchronized (this) {
            if (mine.client != null) {
                return mine.client;
            }
        }
        KafkaProducer<byte[], byte[]> client = new KafkaProducer<>(settings.termProducer(names, mine.ttl));
        synchronized (this) {
            if (attempt != mine) {
                client.close(Duration.ZERO);
                throw new IllegalStateException("the take-over was given up");
            }
            mine.client = client;
        }
        return client;
    }

    /** Ends a take-over at once, or with the call that waits for it: others may write from now on. Thread-safe. */
    void giveUp() {
        KafkaProducer<byte[], byte[]> client;
        synchronized (this) {
            if (attempt == null) {
                return;
            }
            if (attempt.awaited || producer != null) {
                attempt.givenUp = true;
                return;
            }
            client = attempt.client;
            attempt = null;
        }
        close(client);
    }

    /** Writes a record in one transaction, and returns its offset once it is committed. */
    long write(ProducerRecord<byte[], byte[]> record, Deadline deadline) throws Fenced {
        KafkaProducer<byte[], byte[]> taken = producer;
        if (taken == null) {
            throw new IllegalStateException("the producer has not taken over");
        }
        boolean written = false;
        try {
            long offset = send(taken, record, deadline);
            commit(taken, deadline);
            written = true;
            return offset;
        } finally {
            if (!written) {
                drop();
            }
        }
    }

    /** Sends the record; if this fails, it was not written and never will be, since no commit was sent. */
    private long send(KafkaProducer<byte[], byte[]> taken, ProducerRecord<byte[], byte[]> record, Deadline deadline)
            throws Fenced {
        String doing = "writing to " + names.topic();
        try {
            return await(deadline, () -> {
                taken.beginTransaction();
                Future<RecordMetadata> sent = taken.send(record);
                taken.flush();
                return sent.get().offset();
            });
        } catch (ExecutionException e) {
            throw orFenced(e, KafkaErrors.noEffect(doing, e));
        } catch (TimeoutException e) {
            throw new StoreException(StoreException.Kind.UNREACHABLE, doing + " failed: no answer in time", e);
        }
    }

    private void commit(KafkaProducer<byte[], byte[]> taken, Deadline deadline) throws Fenced {
        String doing = "committing to " + names.topic();
        try {
            await(deadline, () -> {
                taken.commitTransaction();
                return taken;
            });
        } catch (ExecutionException e) {
            throw orFenced(e, KafkaErrors.unknown(doing, e));
        } catch (TimeoutException e) {
            throw new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, doing + " failed: no answer in time", e);
        }
    }

    private static StoreException orFenced(ExecutionException thrown, StoreException otherwise) throws Fenced {
        if (KafkaErrors.isFenced(thrown)) {
            throw new Fenced(thrown);
        }
        return otherwise;
    }

    private <T> T await(Deadline deadline, Callable<T> step) throws ExecutionException, TimeoutException {
        deadline.requireLeft();
        Future<T> running;
        try {
            running = thread.submit(step);
        } catch (RejectedExecutionException e) {
            throw StoreException.closed("kafka");
        }
        try {
            return running.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutionException(e);
        } finally {
            running.cancel(true);
        }
    }

    /** Closes the client; the next producer settles a transaction that is left open. */
    void drop() {
        KafkaProducer<byte[], byte[]> dropped;
        synchronized (this) {
            dropped = producer == null && attempt != null ? attempt.client : producer;
            producer = null;
            attempt = null;
        }
        close(dropped);
    }

    private static void close(@Nullable KafkaProducer<byte[], byte[]> client) {
        if (client != null) {
            try {
                client.close(Duration.ZERO);
            } catch (KafkaException alreadyBroken) {
                return;
            }
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        drop();
    }
}
