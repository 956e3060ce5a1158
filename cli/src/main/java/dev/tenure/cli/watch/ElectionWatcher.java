package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.Status;
import dev.tenure.cli.store.ObservingCandidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks on at one election or at all of them, those that begin later included. Confined to one thread. */
public final class ElectionWatcher {
    private final ObservingCandidate visitor;
    private final @Nullable String election;
    private final Map<String, ElectionView> views = new TreeMap<>();
    private final BlockingQueue<ElectionEvent> events = new LinkedBlockingQueue<>();

    /** Looks at nothing yet. The views are closed with the visitor. */
    public ElectionWatcher(ObservingCandidate visitor, @Nullable String election) {
        this.visitor = visitor;
        this.election = election;
    }

    /** Returns the one election that is watched, or null if it is all of them. */
    @Nullable String election() {
        return election;
    }

    /** Begins to look on at what is to be watched and is not yet. Throws what the store says if it cannot be read. */
    public void lookForNew() throws InterruptedException {
        for (ElectionView view : observeNew()) {
            visitor.awaitFirst(view); // so that the first thing heard is who leads, not that nobody knows yet
            view.subscribe(events::add);
        }
    }

    private List<ElectionView> observeNew() {
        List<ElectionView> begun = new ArrayList<>();
        for (String name : names()) {
            if (!views.containsKey(name)) {
                ElectionView view = visitor.observe(name);
                views.put(name, view);
                begun.add(view);
            }
        }
        return begun;
    }

    private List<String> names() {
        if (election == null) {
            return visitor.elections();
        }
        if (views.isEmpty()) {
            visitor.requireAnswer(election);
        }
        return List.of(election);
    }

    /** Tells whether the store has answered before: from then on there is something to show. */
    boolean hasBegun() {
        return !views.isEmpty();
    }

    /** Returns the next thing that happens, or null if nothing does in that time. */
    public @Nullable ElectionEvent next(Duration within) throws InterruptedException {
        return events.poll(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns how every election stands, in the order of their names. */
    List<Status> standings() {
        return views.values().stream().map(ElectionView::status).toList();
    }

    ObservingCandidate visitor() {
        return visitor;
    }
}
