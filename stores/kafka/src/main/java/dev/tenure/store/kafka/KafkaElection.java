package dev.tenure.store.kafka;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What this process has of one election: a tail of its topic, and, as soon as a candidate stands or claims, a member of
 * its group. Thread-safe.
 *
 * <p>A candidate that would not lead at the moment, or that the election is not reserved for, leaves the group: so the
 * group never chooses one that does not want it, whatever protocol it uses.
 */
final class KafkaElection implements GroupMember.Owner, AutoCloseable {
    private static final Duration AGAIN = Duration.ofMillis(200);

    private final ElectionTopic site;
    private final ClientSettings settings;
    private final TopicAdmin cluster;
    private final TopicState ledger;
    private final TopicView reading;
    private final TimeSource time = TimeSource.system();
    private final Registrations entries = new Registrations(this::reconsider);
    private final List<Watching> watchers = new CopyOnWriteArrayList<>();
    private final TermLog terms;
    private final GroupTimeouts patience;
    private final UnregisteredClaims callers;
    private @Nullable TopicWaiter lookout;
    private volatile @Nullable GroupMember member;
    private boolean closed;

    KafkaElection(ElectionTopic site, ClientSettings settings, TopicAdmin cluster, @Nullable GoNeli goNeli) {
        TermRecordFormat format = new TermRecordFormat(site, goNeli);
        this.site = site;
        this.settings = settings;
        this.cluster = cluster;
        this.ledger = new TopicState(site, format);
        this.reading = new TopicView(site, settings, cluster, ledger, this::heard, this::isNeeded);
        this.patience = new GroupTimeouts(settings.session());
        this.callers = new UnregisteredClaims(settings.session());
        this.terms = new TermLog(this, format, new TermProducer(settings, site), goNeli);
    }

    TermLog terms() {
        return terms;
    }

    TopicState ledger() {
        return ledger;
    }

    ElectionTopic site() {
        return site;
    }

    // ---- reading

    TopicView reading() {
        return reading;
    }

    /** Tells whether the topic is read though nobody looks. */
    private boolean isNeeded() {
        return member != null || !watchers.isEmpty();
    }

    private void heard(TopicState.Change change) {
        if (change != TopicState.Change.OTHER && change != TopicState.Change.REQUEST) {
            patience.heardOfTerm();
        }
        if (change == TopicState.Change.TERM_CLOSED) {
            GroupMember joined = member;
            if (joined != null) {
                joined.reconsider();
                joined.rejoin();
            }
        }
        boolean ownHeartbeat = change == TopicState.Change.TERM_RENEWED && terms.held() != null;
        if (change != TopicState.Change.OTHER && !ownHeartbeat) {
            wakeWatchers();
        }
    }

    Backend.Watch watch(Runnable wakeUp) {
        Watching watching = new Watching(wakeUp);
        watchers.add(watching);
        synchronized (this) {
            if (lookout == null && !closed) {
                lookout = new TopicWaiter(site.election(), reading::begin);
            }
        }
        return watching;
    }

    /** One who is woken; the last that goes ends the looking out for a topic. */
    private final class Watching implements Backend.Watch {
        private final Runnable wakeUp;

        Watching(Runnable wakeUp) {
            this.wakeUp = wakeUp;
        }

        @Override
        public void close() {
            watchers.remove(this);
            synchronized (KafkaElection.this) {
                if (lookout != null && watchers.isEmpty()) {
                    lookout.close();
                    lookout = null;
                }
            }
        }
    }

    private void wakeWatchers() {
        watchers.forEach(watching -> watching.wakeUp.run());
    }

    // ---- the group

    Registration register(Identity candidate, RevocationCallback recall) {
        Registration entry = entries.add(candidate, recall);
        member();
        return entry;
    }

    /**
     * Tells whether the group has chosen this process. Whoever entered is woken when it has; somebody who did not is
     * taken for willing, and waits for it, half the time that is left at most.
     */
    boolean mayClaim(Deadline deadline) {
        if (!entries.isEmpty()) {
            return member().requireWell().isOwner();
        }
        reading.look(deadline);
        Deadline half = Deadline.after(time, deadline.remaining().dividedBy(2));
        return callers.ask(() -> member().awaitOwnership(half));
    }

    boolean isOwner() {
        GroupMember joined = member;
        return joined != null && joined.isOwner();
    }

    /** Tells whether the partition is ours as yet, even if the group has asked for it. */
    boolean keepsPartition() {
        GroupMember joined = member;
        return joined != null && joined.keeps();
    }

    /** Tells whether the group's coordinator has heard of this member lately. */
    boolean isHeard(Duration lately) {
        GroupMember joined = member;
        return joined != null && joined.heardWithin(lately);
    }

    private synchronized GroupMember member() {
        if (closed) {
            throw new StoreException(StoreException.Kind.UNREACHABLE, "the kafka store is closed");
        }
        GroupMember joined = member;
        if (joined == null) {
            joined = new GroupMember(settings, cluster, site, this::wantsToOwn, this);
            member = joined;
        }
        return joined;
    }

    private void reconsider() {
        GroupMember joined = member;
        if (joined != null) {
            joined.reconsider();
        }
    }

    private boolean wantsToOwn() {
        if (settings.isShared() && terms.hold().mayLast()) {
            return true; // whoever comes next asks nobody whether we have finished
        }
        boolean leads = terms.hold().isKnown();
        if (entries.isEmpty()) {
            return callers.anyWilling(leads);
        }
        GroupMember joined = member;
        if (joined != null && joined.isAlone()) {
            return true; // nobody else would lead, and joining an empty group again takes time
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

    /**
     * Who stands no longer, under a name that is known again, is expected back. And a Go node would lead as soon as one
     * has left whose term may last: the group shall rather miss it for a session, which is longer.
     */
    @Override
    public boolean goesSilently() {
        return settings.isShared() ? terms.hold().mayLast() : settings.isStatic() && entries.isEmpty();
    }

    @Override
    public synchronized boolean dismisses(GroupMember left) {
        if (closed || callers.anyWilling(terms.hold().isKnown()) || !entries.isEmpty()) {
            return false;
        }
        if (member == left) {
            member = null;
        }
        return true;
    }

    @Override
    public void changed() {
        if (!isOwner()) {
            terms.yields();
        }
        wakeWatchers();
    }

    /**
     * Waits, within bounds, until the term has ended in good order: the group waits for this. A claim that is under way
     * is waited for, too, and a term it opened asked back until its candidate knows of it. Other programs in the group
     * lead as soon as this returns, so with them nobody here may trust in a term by then, or come to.
     */
    @Override
    public void revoked() {
        Deadline limit = Deadline.after(time, settings.session());
        while (!terms.settles(Deadline.after(time, AGAIN)) && !limit.hasPassed()) {
            listen();
        }
        while (isToBeEnded() && !limit.hasPassed()) {
            listen();
            askBack();
            terms.hold().awaitEnd(AGAIN);
        }
        if (isHeldHere()) {
            lost("the term has not ended in time, and the group waits no longer");
        }
        if (settings.isShared()) {
            terms.hold().awaitDistrust();
        }
    }

    /** What ends in good order is renewed until then, and the thread that would hear of the group waits. */
    private void listen() {
        GroupMember joined = member;
        if (joined != null) {
            joined.listen();
        }
    }

    private void askBack() {
        Lease held = terms.held();
        if (held != null) {
            String cause = "the group " + site.group() + " gives the election to another member";
            entries.holderOf(held).ifPresent(recall -> recall.handOver(held.token(), cause));
        }
    }

    private boolean isHeldHere() {
        Lease held = terms.held();
        return held != null && entries.holderOf(held).isPresent();
    }

    private boolean isToBeEnded() {
        return isHeldHere() || (settings.isShared() && terms.hold().mayLast());
    }

    @Override
    public void lost(String cause) {
        terms.yields();
        terms.lose(cause);
        tells();
        wakeWatchers();
    }

    @Override
    public void tells() {
        terms.tellOfLoss(
                (lease, cause) -> entries.holderOf(lease).ifPresent(recall -> recall.lost(lease.token(), cause)));
    }

    /** Ends all threads; the group is left in the background. */
    @Override
    public void close() {
        GroupMember joined;
        synchronized (this) {
            closed = true;
            if (lookout != null) {
                lookout.close();
            }
            joined = member;
        }
        reading.close();
        terms.close();
        if (joined != null) {
            joined.close();
        }
    }

    void awaitEnd(Duration limit) throws InterruptedException {
        GroupMember joined = member;
        if (joined != null) {
            joined.awaitEnd(limit);
        }
    }
}
