package dev.tenure.store.kafka;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
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
 * The transactional producer of an election. Taking it up shuts out whoever had it before, and settles what he left
 * half written; each record is a transaction.
 *
 * <p>One that failed is thrown away: what it left is settled by the next. One that could not be taken in time goes on
 * being prepared, and the next attempt finds it: or else a machine that is too slow for one call would never get it.
 * Not thread-safe, but for {@link #close} and {@link #giveUp}.
 */
final class TermProducer implements AutoCloseable {
    /** So many calls may run out of time before the candidate counts as one that cannot claim. */
    private static final int MOST_POSTPONED = 5;

    private final ClientSettings settings;
    private final ElectionTopic site;
    private final ExecutorService thread;
    private volatile @Nullable KafkaProducer<byte[], byte[]> producer;
    private @Nullable Attempt attempt;

    /** An attempt to take the pen, over one call or several; what it has made so far is guarded by the pen. */
    private static final class Attempt {
        private final Duration ttl;
        private @Nullable KafkaProducer<byte[], byte[]> made;
        private boolean begun;
        private boolean awaited;
        private boolean givenUp;
        private int ranOut;

        Attempt(Duration ttl) {
            this.ttl = ttl;
        }
    }

    /** The broker takes nothing from this producer any more: a later one has begun. */
    static final class Fenced extends Exception {
        private static final long serialVersionUID = 1L;

        Fenced(Throwable cause) {
            super("another member of the group has taken over the writing", cause);
        }
    }

    TermProducer(ClientSettings settings, ElectionTopic site) {
        this.settings = settings;
        this.site = site;
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread writing = new Thread(task, "tenure-kafka-pen-" + site.election());
                    writing.setDaemon(true);
                    return writing;
                });
        one.allowCoreThreadTimeOut(true); // most processes never write
        this.thread = one;
    }

    /** Tells whether this process has it, as far as it knows. */
    boolean isTaken() {
        return producer != null;
    }

    /**
     * Takes the pen, from whoever had it: afterwards nothing he wrote can come to light any more.
     *
     * @param ttl of the term that shall be written with it
     */
    void take(Duration ttl, Deadline deadline) {
        if (isTaken()) {
            drop();
        }
        String doing = "taking over the writing of " + site.topic();
        Attempt mine = attempt(ttl);
        boolean goesOn = false;
        try {
            KafkaProducer<byte[], byte[]> taken = await(deadline, () -> begin(mine));
            takes(mine, taken);
            goesOn = true;
        } catch (ExecutionException e) {
            goesOn = e.getCause() instanceof InterruptedException; // so ends a call that takes too long
            throw KafkaErrors.noEffect(doing, e);
        } catch (TimeoutException e) {
            goesOn = true;
            throw ranOutOfTime(mine, doing, e);
        } finally {
            if (!goesOn) {
                drop();
            }
            rests(mine);
        }
    }

    /** The first few calls that run out of time only prepare what a later one finishes. */
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

    /** Only who still waits for it takes it: what has happened since must be looked at after that. */
    private synchronized void takes(Attempt mine, KafkaProducer<byte[], byte[]> taken) {
        mine.begun = true;
        producer = taken;
    }

    private synchronized void rests(Attempt mine) {
        mine.awaited = false;
        if (mine.givenUp) {
            giveUp();
        }
    }

    /**
     * Leaves the rest of a claim to the next call, because this one has no time left: that one needs not shut out again
     * whoever wrote before.
     */
    synchronized void putBack() {
        producer = null;
        if (attempt != null && attempt.givenUp) {
            giveUp();
        }
    }

    /** Asked again, a client waits for the answer to what it has asked already. */
    private KafkaProducer<byte[], byte[]> begin(Attempt mine) {
        KafkaProducer<byte[], byte[]> made = made(mine);
        if (!isBegun(mine)) {
            made.initTransactions();
        }
        return made;
    }

    private synchronized boolean isBegun(Attempt mine) {
        return mine.begun;
    }

    /** One that comes too late must not shut anybody out any more. */
    private KafkaProducer<byte[], byte[]> made(Attempt mine) {
        synchronized (this) {
            if (mine.made != null) {
                return mine.made;
            }
        }
        KafkaProducer<byte[], byte[]> made = new KafkaProducer<>(settings.pen(site, mine.ttl));
        synchronized (this) {
            if (attempt != mine) {
                made.close(Duration.ZERO);
                throw new IllegalStateException("nobody waits for it any more");
            }
            mine.made = made;
        }
        return made;
    }

    /**
     * Ends an attempt to take it that no call waits for, and else lets it end with that call: others may write from now
     * on. Thread-safe.
     */
    void giveUp() {
        KafkaProducer<byte[], byte[]> made;
        synchronized (this) {
            if (attempt == null) {
                return;
            }
            if (attempt.awaited || producer != null) {
                attempt.givenUp = true;
                return;
            }
            made = attempt.made;
            attempt = null;
        }
        close(made);
    }

    /** Writes a record, in a transaction of its own. Returns its offset, once it is committed. */
    long write(ProducerRecord<byte[], byte[]> record, Deadline deadline) throws Fenced {
        KafkaProducer<byte[], byte[]> taken = producer;
        if (taken == null) {
            throw new IllegalStateException("the pen was not taken");
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

    /** Until the commit is sent, a failure means that nothing was written, and never will be. */
    private long send(KafkaProducer<byte[], byte[]> taken, ProducerRecord<byte[], byte[]> record, Deadline deadline)
            throws Fenced {
        String doing = "writing to " + site.topic();
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
        String doing = "committing to " + site.topic();
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
            throw new StoreException(StoreException.Kind.UNREACHABLE, "the kafka store is closed", e);
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

    /** Lays the pen down; what was half written is settled by whoever takes it next. */
    void drop() {
        KafkaProducer<byte[], byte[]> dropped;
        synchronized (this) {
            dropped = producer == null && attempt != null ? attempt.made : producer;
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
