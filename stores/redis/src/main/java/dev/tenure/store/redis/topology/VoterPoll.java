package dev.tenure.store.redis.topology;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.store.redis.connection.BackgroundThreads;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import redis.clients.jedis.HostAndPort;

/** Asks all voters at the same time, so that voters that hang do not delay the result. Thread-safe. */
final class VoterPoll implements AutoCloseable {

    private final VoterQuery ask;
    private final ThreadPoolExecutor threads = BackgroundThreads.onDemand("tenure-redis-majority");

    /** Asks one voter. */
    @FunctionalInterface
    interface VoterQuery {
        MasterVote vote(HostAndPort voter, Deadline deadline);
    }

    VoterPoll(VoterQuery ask) {
        this.ask = ask;
    }

    /**
     * Adds votes until the result is decided, all voters have answered, or the deadline has passed.
     *
     * @param more further voters that a vote names; voters are asked only once
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
            return new StoreException(
                    Kind.UNREACHABLE, voter + " sent an answer in an unknown form: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
