package dev.tenure.spring;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ElectionListener;
import dev.tenure.LeaderTask;
import dev.tenure.Status;
import dev.tenure.Subscription;
import dev.tenure.Successor;
import dev.tenure.Term;
import dev.tenure.Work;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An election that exists before this process stands in it, and after. Listeners and work that it is given are handed
 * to each stand. Thread-safe; every answer is of the moment of asking.
 */
final class DeferredElection implements Election {
    private final String name;
    private final Supplier<Election> stands;
    private final Object changes = new Object(); // guards what follows; never held while a stand is asked to end
    private final List<DeferredSubscription> subscriptions = new ArrayList<>();
    private volatile @Nullable Election stand;
    private @Nullable Work work;
    private boolean withdrawn;

    DeferredElection(String name, Supplier<Election> stands) {
        this.name = name;
        this.stands = stands;
    }

    void stand() {
        synchronized (changes) {
            if (stand != null) {
                return;
            }
            Election begun = stands.get();
            withdrawn = false;
            subscriptions.forEach(subscription -> subscription.beginOn(begun));
            if (work != null) {
                begun.lead(work);
            }
            stand = begun;
            changes.notifyAll();
        }
    }

    void withdraw() {
        Election ending;
        synchronized (changes) {
            ending = stand;
            withdrawn = true;
            changes.notifyAll();
        }
        if (ending != null) {
            ending.close();
            synchronized (changes) {
                if (stand == ending) {
                    stand = null;
                }
            }
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isLeader() {
        Election now = stand;
        return now != null && now.isLeader();
    }

    @Override
    public Optional<Term> term() {
        Election now = stand;
        return now == null ? Optional.empty() : now.term();
    }

    @Override
    public Status status() {
        Election now = stand;
        return now == null ? new NotStanding(name) : now.status();
    }

    @Override
    public Optional<Term> awaitLeadership(Duration timeout) throws InterruptedException {
        long until = deadline(timeout);
        Election now = awaitStand(until);
        return now == null ? Optional.empty() : now.awaitLeadership(left(until));
    }

    @Override
    public Optional<Status> awaitAttempt(Instant since, Duration timeout) throws InterruptedException {
        long until = deadline(timeout);
        Election now = awaitStand(until);
        return now == null ? Optional.empty() : now.awaitAttempt(since, left(until));
    }

    private @Nullable Election awaitStand(long until) throws InterruptedException {
        synchronized (changes) {
            while (stand == null && !withdrawn && !left(until).isZero()) {
                changes.wait(Math.max(1, left(until).toMillis()));
            }
            return stand;
        }
    }

    /** A wait of centuries must not overflow: a year of it is as good. */
    private static long deadline(Duration timeout) {
        Duration most = Duration.ofDays(365);
        return TimeSource.system().nanos() + (timeout.compareTo(most) < 0 ? timeout : most).toNanos();
    }

    private static Duration left(long until) {
        return Duration.ofNanos(Math.max(0, until - TimeSource.system().nanos()));
    }

    @Override
    public Subscription subscribe(ElectionListener listener) {
        requireNonNull(listener, "listener");
        return toEachStand(begun -> begun.subscribe(listener));
    }

    @Override
    public Subscription subscribeBarrier(ElectionListener listener) {
        requireNonNull(listener, "listener");
        return toEachStand(begun -> begun.subscribeBarrier(listener));
    }

    private Subscription toEachStand(Function<Election, Subscription> how) {
        DeferredSubscription subscription = new DeferredSubscription(how);
        synchronized (changes) {
            subscriptions.add(subscription);
            if (stand != null) {
                subscription.beginOn(stand);
            }
        }
        return subscription;
    }

    /** A listener's subscription to each stand. Guarded by the election's changes. */
    private final class DeferredSubscription implements Subscription {
        private final Function<Election, Subscription> how;
        private @Nullable Subscription present;

        DeferredSubscription(Function<Election, Subscription> how) {
            this.how = how;
        }

        void beginOn(Election begun) {
            present = how.apply(begun);
        }

        @Override
        public void close() {
            synchronized (changes) {
                subscriptions.remove(this);
                if (present != null) {
                    present.close();
                }
            }
        }
    }

    @Override
    public void lead(Work newWork) {
        requireNonNull(newWork, "work");
        synchronized (changes) {
            if (work != null) {
                throw new IllegalStateException("election '" + name + "' has work already: it takes one");
            }
            if (stand != null) {
                stand.lead(newWork);
            }
            work = newWork;
        }
    }

    @Override
    public <X extends Exception> boolean runIfLeader(LeaderTask<X> task) throws X {
        requireNonNull(task, "task");
        Election now = stand;
        return now != null && now.runIfLeader(task);
    }

    @Override
    public void resign() {
        Election now = stand;
        if (now != null) {
            now.resign();
        }
    }

    @Override
    public void transferTo(Successor successor) {
        Election now = stand;
        if (now == null) {
            throw new IllegalStateException("this process does not stand in '" + name + "' at this moment");
        }
        now.transferTo(successor);
    }

    @Override
    public void close() {
        withdraw();
    }

    @Override
    public String toString() {
        Election now = stand;
        return now == null ? "election " + name + ", not stood in" : now.toString();
    }
}
