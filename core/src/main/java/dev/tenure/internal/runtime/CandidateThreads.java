package dev.tenure.internal.runtime;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The threads of a candidate in a real process. */
public final class CandidateThreads implements CandidateRuntime {
    private final SpareThreads aside;
    private final ThreadLoop loop;
    private final ElasticPool listenerPool;
    private final ElasticPool readinessPool;

    /** Starts the loop of the named candidate. */
    public CandidateThreads(String candidate) {
        this.aside = new SpareThreads("tenure-aside-" + candidate);
        this.loop = new ThreadLoop(candidate, aside);
        this.listenerPool = new ElasticPool("tenure-relay-" + candidate, 1, aside);
        this.readinessPool = new ElasticPool("tenure-able-" + candidate, 1, aside);
    }

    @Override
    public EventLoop loop() {
        return loop;
    }

    @Override
    public TaskPool listenerPool() {
        return listenerPool;
    }

    @Override
    public ElasticPool readinessPool() {
        return readinessPool;
    }

    @Override
    public boolean answersWithin(Duration limit) {
        return loop.answersWithin(limit);
    }

    @Override
    public void awaitQuiet(BooleanSupplier condition, Duration limit) {
        loop.awaitQuiet(condition, limit);
    }

    /** Waits for the spare threads too: the store hears of the end of its watches before its own. */
    @Override
    public void closeLoop() {
        loop.close();
        aside.awaitIdle();
    }

    /** A listener may be the one that closes the candidate, and is interrupted here. */
    @Override
    public void close() {
        listenerPool.close();
        readinessPool.close();
        aside.close();
    }
}
