package dev.tenure.store.redis.topology;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import redis.clients.jedis.HostAndPort;

/** Asks all who decide at once, so that those who hang do not keep the others' answer waiting. Thread-safe. */
final class VoterPoll implements AutoCloseable {
    private static final long IDLE_SECONDS = 10;

    private final VoterQuery ask;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "tenure-redis-majority");
                thread.setDaemon(true);
                return thread;
            });

    /** How one is asked. */
    @FunctionalInterface
    interface VoterQuery {
        MasterVote vote(HostAndPort voter, Deadline deadline);
    }

    VoterPoll(VoterQuery ask) {
        this.ask = ask;
    }

    /**
     * Adds the votes to the tally until it is decided, all have answered, or the deadline has passed.
     *
     * @param more whom to ask, too, as a vote tells; who is asked already is not asked again
     */
    MasterVotes collect(
            Collection<HostAndPort> voters,
            MasterVotes votes,
            Predicate<MasterVotes> decided,
            Function<MasterVote, Set<HostAndPort>> more,
            Deadline deadline) {
        BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
        Set<HostAndPort> asked = new HashSet<>(voters);
        asked.forEach(voter -> ask(voter, answers, deadline));
        try {
            for (int i = 0; i < asked.size() && !decided.test(votes); i++) {
                Object answer = answers.poll(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
                if (answer == null) {
                    break;
                }
                if (answer instanceof MasterVote vote) {
                    votes.add(vote);
                    more.apply(vote).stream().filter(asked::add).forEach(voter -> ask(voter, answers, deadline));
                } else {
                    votes.add((StoreException) answer);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return votes;
    }

    private void ask(HostAndPort voter, BlockingQueue<Object> answers, Deadline deadline) {
        try {
            threads.execute(() -> answers.add(answer(voter, deadline)));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            answers.add(new StoreException(Kind.UNREACHABLE, "asking " + voter + " failed: " + e, e));
        }
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
