package dev.tenure.store.redis;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import redis.clients.jedis.HostAndPort;

/** Asks all who decide at once, so that those who hang do not keep the others' answer waiting. Thread-safe. */
final class Poll implements AutoCloseable {
    private static final long IDLE_SECONDS = 10;

    private final Ask ask;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "tenure-redis-majority");
                thread.setDaemon(true);
                return thread;
            });

    /** How one is asked. */
    @FunctionalInterface
    interface Ask {
        Vote vote(HostAndPort voter, Deadline deadline);
    }

    Poll(Ask ask) {
        this.ask = ask;
    }

    /** Adds the votes to the tally until it is decided, all have answered, or the deadline has passed. */
    Tally take(List<HostAndPort> voters, Tally tally, Predicate<Tally> decided, Deadline deadline) {
        BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
        for (HostAndPort voter : voters) {
            try {
                threads.execute(() -> answers.add(answer(voter, deadline)));
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                answers.add(new StoreException(Kind.UNREACHABLE, "asking " + voter + " failed: " + e, e));
            }
        }
        try {
            for (int i = 0; i < voters.size() && !decided.test(tally); i++) {
                Object answer = answers.poll(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
                if (answer == null) {
                    break;
                }
                if (answer instanceof Vote vote) {
                    tally.add(vote);
                } else {
                    tally.add((StoreException) answer);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return tally;
    }

    private Object answer(HostAndPort voter, Deadline deadline) {
        try {
            return ask.vote(voter, deadline);
        } catch (StoreException e) {
            return e;
        } catch (RuntimeException e) {
            return new StoreException(Kind.UNREACHABLE, voter + " answered in an unknown form: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
