package dev.tenure.store.kafka;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.StoreException;
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
 * <p>One that failed is thrown away: what it left is settled by the next. Not thread-safe, but for {@link #close}.
 */
final class Pen implements AutoCloseable {
    private final ClientSettings settings;
    private final Site site;
    private final ExecutorService thread;
    private volatile @Nullable KafkaProducer<byte[], byte[]> producer;
    private @Nullable Object attempt;

    /** The broker takes nothing from this producer any more: a later one has begun. */
    static final class Fenced extends Exception {
        private static final long serialVersionUID = 1L;

        Fenced(Throwable cause) {
            super("another member of the group has taken over the writing", cause);
        }
    }

    Pen(ClientSettings settings, Site site) {
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
        drop();
        String doing = "taking over the writing of " + site.topic();
        boolean taken = false;
        Object mine = begins();
        try {
            await(deadline, () -> begin(mine, ttl));
            taken = true;
        } catch (ExecutionException e) {
            throw Failure.noEffect(doing, e);
        } catch (TimeoutException e) {
            throw new StoreException(StoreException.Kind.UNREACHABLE, doing + " failed: no answer in time", e);
        } finally {
            if (!taken) {
                drop();
            }
        }
    }

    private synchronized Object begins() {
        Object mine = new Object();
        attempt = mine;
        return mine;
    }

    /** One that comes too late must not shut anybody out any more, and must not be taken for a pen. */
    private KafkaProducer<byte[], byte[]> begin(Object mine, Duration ttl) {
        KafkaProducer<byte[], byte[]> begun = new KafkaProducer<>(settings.pen(site, ttl));
        synchronized (this) {
            if (attempt != mine) {
                begun.close(Duration.ZERO);
                throw new IllegalStateException("nobody waits for it any more");
            }
            producer = begun;
        }
        begun.initTransactions();
        return begun;
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
            throw orFenced(e, Failure.noEffect(doing, e));
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
            throw orFenced(e, Failure.unknown(doing, e));
        } catch (TimeoutException e) {
            throw new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, doing + " failed: no answer in time", e);
        }
    }

    private static StoreException orFenced(ExecutionException thrown, StoreException otherwise) throws Fenced {
        if (Failure.isFenced(thrown)) {
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
            dropped = producer;
            producer = null;
            attempt = null;
        }
        if (dropped != null) {
            try {
                dropped.close(Duration.ZERO);
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
