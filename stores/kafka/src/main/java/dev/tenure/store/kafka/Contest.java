package dev.tenure.store.kafka;

import dev.tenure.Identity;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Entry;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Recall;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What this process has of one election: a tail of its topic, and, as soon as a candidate stands or claims, a member of
 * its group. Thread-safe.
 *
 * <p>A candidate that would not lead at the moment, or that the election is not reserved for, leaves the group: so the
 * group never chooses one that does not want it, whatever protocol it uses.
 */
final class Contest implements Member.Owner, AutoCloseable {
    private final Site site;
    private final ClientSettings settings;
    private final Cluster cluster;
    private final boolean fromTheStart;
    private final Ledger ledger;
    private final TimeSource time = TimeSource.system();
    private final Entries entries = new Entries(this::reconsider);
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
    private final Terms terms;
    private final Patience patience;
    private @Nullable Tail tail;
    private @Nullable Lookout lookout;
    private volatile @Nullable Member member;
    private volatile boolean claimed;
    private volatile long written;
    private volatile Sighting shown = new Sighting.Never();
    private boolean closed;

    Contest(Site site, ClientSettings settings, Cluster cluster, @Nullable GoNeli goNeli) {
        TermFormat format = new TermFormat(site, goNeli);
        this.site = site;
        this.settings = settings;
        this.cluster = cluster;
        this.fromTheStart = goNeli == null;
        this.ledger = new Ledger(site, format);
        this.patience = new Patience(settings.session());
        this.terms = new Terms(this, format, new Pen(settings, site), goNeli);
    }

    Terms terms() {
        return terms;
    }

    Ledger ledger() {
        return ledger;
    }

    Site site() {
        return site;
    }

    // ---- reading

    /** Returns what the record shows at this moment; a topic that does not exist shows nothing, and is not made. */
    Sighting look(Deadline deadline) {
        deadline.requireLeft();
        Tail reading = tail(deadline);
        if (reading == null) {
            return new Sighting.Never();
        }
        OptionalLong end = end(deadline);
        if (end.isEmpty()) {
            dropTail(reading);
            return new Sighting.Never();
        }
        reading.endsAt(end.getAsLong());
        reading.readUpTo(Math.max(end.getAsLong(), written), deadline);
        shown = ledger.sighting();
        return shown;
    }

    /** Returns what the last look showed: a tail that reads everything again shows older states in between. */
    Sighting shown() {
        return shown;
    }

    /** Of a topic that was deleted Kafka's client asks in vain until its time is over, so half of that must do. */
    private OptionalLong end(Deadline deadline) {
        try {
            return OptionalLong.of(cluster.end(
                    site.partition(), Deadline.after(time, deadline.remaining().dividedBy(2))));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNREACHABLE || exists(deadline)) {
                throw e;
            }
            return OptionalLong.empty();
        }
    }

    private boolean exists(Deadline deadline) {
        return cluster.find(site.topic(), deadline).isPresent();
    }

    /** Takes in that this process has committed a record, which others may not be able to see yet. */
    void wrote(long offset) {
        written = offset + 1;
    }

    /** Stops reading, until somebody looks again, if nobody here has to do with the election. */
    synchronized void rest() {
        if (tail != null && member == null && watchers.isEmpty()) {
            dropTail(tail);
        }
    }

    /** Waits until others can see the record at this offset, and this process has. */
    void readPast(long offset, Deadline deadline) {
        Tail reading = tail(deadline);
        if (reading != null) {
            reading.readUpTo(offset + 1, deadline);
        }
    }

    /** Makes the topic if it is missing and may be made. */
    void requireTopic(Deadline deadline) {
        synchronized (this) {
            if (tail != null) {
                return;
            }
        }
        cluster.require(site.topic(), deadline);
    }

    private @Nullable Tail tail(Deadline deadline) {
        synchronized (this) {
            if (tail != null) {
                return tail;
            }
        }
        if (!exists(deadline)) {
            return null;
        }
        synchronized (this) {
            if (closed) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "the kafka store is closed");
            }
            if (tail == null) {
                tail = new Tail(settings, site, ledger, fromTheStart, this::heard);
            }
            return tail;
        }
    }

    private synchronized void dropTail(Tail dropped) {
        dropped.close();
        if (tail == dropped) {
            tail = null;
            written = 0;
        }
    }

    private void heard(Ledger.Change change) {
        if (change != Ledger.Change.OTHER && change != Ledger.Change.REQUEST) {
            patience.heardOfTerm();
        }
        if (change == Ledger.Change.TERM_CLOSED) {
            Member joined = member;
            if (joined != null) {
                joined.reconsider();
                joined.rejoin();
            }
        }
        boolean ownHeartbeat = change == Ledger.Change.TERM_RENEWED && terms.held() != null;
        if (change != Ledger.Change.OTHER && !ownHeartbeat) {
            wakeWatchers();
        }
    }

    Backend.Watch watch(Runnable wakeUp) {
        watchers.add(wakeUp);
        synchronized (this) {
            if (tail == null && lookout == null && !closed) {
                lookout = new Lookout(site.election(), deadline -> tail(deadline) != null);
            }
        }
        return () -> watchers.remove(wakeUp);
    }

    private void wakeWatchers() {
        watchers.forEach(Runnable::run);
    }

    // ---- the group

    Entry enter(Identity candidate, Recall recall) {
        Entry entry = entries.add(candidate, recall);
        member();
        return entry;
    }

    /**
     * Tells whether the group has chosen this process. Whoever entered is woken when it has; somebody who did not is
     * taken for willing from now on, and waits for it, half the time that is left at most.
     */
    boolean mayClaim(Deadline deadline) {
        if (!entries.isEmpty()) {
            return member().requireWell().isOwner();
        }
        claimed = true;
        look(deadline);
        Deadline half = Deadline.after(time, deadline.remaining().dividedBy(2));
        return member().awaitOwnership(half);
    }

    boolean isOwner() {
        Member joined = member;
        return joined != null && joined.isOwner();
    }

    /** Tells whether the group's coordinator has heard of this member lately. */
    boolean isHeard(Duration lately) {
        Member joined = member;
        return joined != null && joined.heardWithin(lately);
    }

    private synchronized Member member() {
        if (closed) {
            throw new StoreException(StoreException.Kind.UNREACHABLE, "the kafka store is closed");
        }
        Member joined = member;
        if (joined == null) {
            joined = new Member(settings, cluster, site, this::wantsToOwn, this);
            member = joined;
        }
        return joined;
    }

    private void reconsider() {
        Member joined = member;
        if (joined != null) {
            joined.reconsider();
        }
    }

    private boolean wantsToOwn() {
        boolean leads = terms.mayStillHold();
        if (settings.isShared() && leads) {
            return true; // whoever comes next asks nobody whether we have finished
        }
        if (entries.isEmpty()) {
            return claimed;
        }
        Sighting sighting = ledger.sighting();
        patience.owns(isOwner(), leads, sighting);
        boolean willing = entries.anyWilling();
        return (settings.isStatic() ? patience.lingers(willing) : willing)
                && !patience.staysBack()
                && !isReservedForAnother(sighting);
    }

    private boolean isReservedForAnother(Sighting sighting) {
        return sighting instanceof Sighting.Released released
                && released.reservation() != null
                && !entries.has(released.reservation().instance())
                && patience.isReserved(sighting);
    }

    /** Who stands no longer, under a name that is known again, is expected back. */
    @Override
    public boolean comesBack() {
        return settings.isStatic() && entries.isEmpty();
    }

    @Override
    public void changed() {
        wakeWatchers();
    }

    /** Waits, within bounds, until the term has ended in good order: the group waits for this. */
    @Override
    public void revoked() {
        Lease held = terms.held();
        Recall recall = held == null ? null : entries.holderOf(held).orElse(null);
        if (held == null || recall == null) {
            return;
        }
        recall.handOver(held.token(), "the group " + site.group() + " gives the election to another member");
        if (!terms.awaitEnd(Deadline.after(time, settings.session()))) {
            recall.lost(held.token(), "the term has not ended in time, and the group waits no longer");
        }
    }

    @Override
    public void lost(String cause) {
        Lease held = terms.held();
        if (held != null) {
            entries.holderOf(held).ifPresent(recall -> recall.lost(held.token(), cause));
        }
        wakeWatchers();
    }

    /** Ends all threads; the group is left in the background. */
    @Override
    public void close() {
        Member joined;
        synchronized (this) {
            closed = true;
            if (tail != null) {
                tail.close();
            }
            if (lookout != null) {
                lookout.close();
            }
            joined = member;
        }
        terms.close();
        if (joined != null) {
            joined.close();
        }
    }

    void awaitEnd(Duration limit) throws InterruptedException {
        Member joined = member;
        if (joined != null) {
            joined.awaitEnd(limit);
        }
    }
}
