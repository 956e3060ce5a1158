package dev.tenure.store.support;

import dev.tenure.Candidate;
import dev.tenure.HistoryEntry;
import dev.tenure.RosterMember;
import dev.tenure.StoreException;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Reads rosters and histories for whoever shows them to people. Thread-safe.
 *
 * <p>One thread reads each election at most once a second, however many ask, so that renewals on the same store do not
 * wait.
 */
public final class StoreReader {
    private static final int MOST_WAITING = 64;
    private static final int MOST_KEPT = 256;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long IDLE_SECONDS = 5;

    private final Candidate candidate;
    private final Executor thread = thread();
    private final Map<String, CachedAnswer<Extract>> records = new LinkedHashMap<>(16, 0.75f, true);

    public StoreReader(Candidate candidate) {
        this.candidate = candidate;
    }

    /**
     * A roster or a history, as read from the store.
     *
     * @param <E> the type of its entries
     * @param kept whether the store keeps such a list
     * @param read whether it could be read just now
     * @param entries what it holds; empty unless it was read
     */
    public record Page<E>(boolean kept, boolean read, List<E> entries) {}

    /**
     * The roster and the history of one election.
     *
     * @param roster who stands in it
     * @param history what happened in it
     */
    public record Extract(Page<RosterMember> roster, Page<HistoryEntry> history) {
        /** Nothing could be read in time. */
        public static final Extract UNKNOWN =
                new Extract(new Page<>(true, false, List.of()), new Page<>(true, false, List.of()));
    }

    /** Returns what the store held at most a second ago, or {@link Extract#UNKNOWN} if it could not be read in time. */
    public Extract read(String election) {
        return recently(election).answer(PATIENCE).orElse(Extract.UNKNOWN);
    }

    private synchronized CachedAnswer<Extract> recently(String election) {
        CachedAnswer<Extract> known = records.get(election);
        if (known == null) {
            known = new CachedAnswer<>(() -> ask(election), thread, TimeSource.system());
            records.put(election, known);
            if (records.size() > MOST_KEPT) {
                records.remove(records.keySet().iterator().next()); // the least recently used
            }
        }
        return known;
    }

    private Extract ask(String election) {
        return new Extract(page(candidate::roster, election), page(candidate::history, election));
    }

    private static <E> Page<E> page(Function<String, List<E>> question, String election) {
        try {
            return new Page<>(true, true, question.apply(election));
        } catch (UnsupportedOperationException cannot) {
            return new Page<>(false, false, List.of());
        } catch (StoreException failed) {
            return new Page<>(true, false, List.of());
        }
    }

    /** The thread ends when idle, so nothing needs to be closed. */
    private static Executor thread() {
        ThreadPoolExecutor one = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
                    Thread made = new Thread(task, "tenure-store-reader");
                    made.setDaemon(true);
                    return made;
                });
        one.allowCoreThreadTimeOut(true);
        return one;
    }
}
