package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.Status;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Observes one election, or all of a store including those that begin later. Confined to one thread. */
public final class ElectionWatcher {
    private final ObservingCandidate observer;
    private final @Nullable String election;
    private final Map<String, ElectionView> views = new TreeMap<>();
    private final Map<String, ElectionView> notSeenYet = new TreeMap<>();
    private final BlockingQueue<ElectionEvent> events = new LinkedBlockingQueue<>();

    /** Creates a watcher that observes nothing yet. Its views are closed with the observer. */
    public ElectionWatcher(ObservingCandidate observer, @Nullable String election) {
        this.observer = observer;
        this.election = election;
    }

    /** Returns the one election that is watched, or null if it is all of them. */
    @Nullable String election() {
        return election;
    }

    /**
     * Starts to observe elections that are not observed yet. Throws the failure of a store that cannot be read.
     *
     * <p>Events of an election are heard once it has been seen, so that the first one says who leads. Until then it
     * would say that nobody does.
     */
    public void lookForNew() throws InterruptedException {
        Deadline until = Deadline.after(TimeSource.system(), hasBegun() ? Duration.ZERO : observer.timeout());
        observeNew();
        for (Map.Entry<String, ElectionView> entry : List.copyOf(notSeenYet.entrySet())) {
            if (observer.awaitFirst(entry.getValue(), until.remaining())) {
                notSeenYet.remove(entry.getKey());
                entry.getValue().subscribe(events::add);
            }
        }
    }

    private void observeNew() {
        for (String name : names()) {
            if (!views.containsKey(name)) {
                ElectionView view = observer.observe(name);
                views.put(name, view);
                notSeenYet.put(name, view);
            }
        }
    }

    private List<String> names() {
        if (election == null) {
            return observer.elections();
        }
        if (views.isEmpty()) {
            observer.requireAnswer(election);
        }
        return List.of(election);
    }

    /** Tells whether the store has answered before. */
    boolean hasBegun() {
        return !views.isEmpty();
    }

    /** Returns the next event, or null if none comes in that time. */
    public @Nullable ElectionEvent next(Duration within) throws InterruptedException {
        return events.poll(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns the status of every election, ordered by name. */
    List<Status> standings() {
        return views.values().stream().map(ElectionView::status).toList();
    }

    ObservingCandidate observer() {
        return observer;
    }
}
