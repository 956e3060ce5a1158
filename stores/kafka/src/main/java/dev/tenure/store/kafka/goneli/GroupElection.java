package dev.tenure.store.kafka.goneli;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.client.TopicAdmin;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * One election in this process: a view of its topic and, once a candidate stands or claims, a member of its group.
 * Thread-safe.
 *
 * <p>The group cannot know which members would lead. So a candidate that would not lead at the moment, or for which the
 * election is not reserved, leaves the group, unless it is the only member.
 */
final class GroupElection implements GroupMember.Listener, AutoCloseable {
    private static final Duration RETRY_PAUSE = Duration.ofMillis(200);

    private final ElectionNames names;
    private final GroupSettings settings;
    private final TopicAdmin topicAdmin;
    private final TopicState topicState;
    private final TopicView view;
    private final TimeSource time = TimeSource.system();
    private final Registrations registrations = new Registrations(this::reconsider);
    private final List<ElectionWatch> watches = new CopyOnWriteArrayList<>();
    private final TermLog terms;
    private final GroupTimeouts timeouts;
    private final UnregisteredClaims unregistered;
    private @Nullable TopicWaiter topicWaiter;
    private volatile @Nullable GroupMember member;
    private boolean closed;

    GroupElection(GoNeli goNeli, GroupSettings settings, TopicAdmin topicAdmin) {
        this.names = ElectionNames.of(goNeli);
        TermRecordFormat format = new TermRecordFormat(names, goNeli);
        this.settings = settings;
        this.topicAdmin = topicAdmin;
        this.topicState = new TopicState(format);
        this.view = new TopicView(names, settings, topicAdmin, topicState, this::recordRead, this::isNeeded);
        this.timeouts = new GroupTimeouts(settings.session());
        this.unregistered = new UnregisteredClaims(settings.session());
        this.terms = new TermLog(this, format, new TermProducer(settings, names), goNeli);
    }

    TermLog terms() {
        return terms;
    }

    TopicState topicState() {
        return topicState;
    }

    ElectionNames names() {
        return names;
    }

    // ---- the topic

    TopicView view() {
        return view;
    }

    /** Tells whether the topic is read even if no call looks at it. */
    private boolean isNeeded() {
        return member != null || !watches.isEmpty();
    }

    private void recordRead(TopicState.Change change) {
        timeouts.termRecordRead();
        if (change == TopicState.Change.TERM_CLOSED) {
            GroupMember joined = member;
            if (joined != null) {
                joined.reconsider();
                joined.rejoin();
            }
        }
        boolean ownHeartbeat = change == TopicState.Change.TERM_RENEWED && terms.held() != null;
        if (!ownHeartbeat) {
            wakeWatches();
        }
    }

    Backend.Watch watch(Runnable wakeUp) {
        ElectionWatch watch = new ElectionWatch(wakeUp);
        watches.add(watch);
        synchronized (this) {
            if (topicWaiter == null && !closed) {
                topicWaiter = new TopicWaiter(names.election(), view::begin);
            }
        }
        return watch;
    }

    /** A watch of this election; closing the last one ends the wait for a missing topic. */
    private final class ElectionWatch implements Backend.Watch {
        private final Runnable wakeUp;

        ElectionWatch(Runnable wakeUp) {
            this.wakeUp = wakeUp;
        }

        @Override
        public void close() {
            watches.remove(this);
            synchronized (GroupElection.this) {
                if (topicWaiter != null && watches.isEmpty()) {
                    topicWaiter.close();
                    topicWaiter = null;
                }
            }
        }
    }

    private void wakeWatches() {
        watches.forEach(watch -> watch.wakeUp.run());
    }

    // ---- the group

    Registration register(Identity candidate, RevocationCallback callback) {
        Registration registration = registrations.add(candidate, callback);
        member();
        return registration;
    }

    /**
     * Tells whether the group has chosen this process. A registered candidate does not wait: it is woken when the group
     * has chosen it. An unregistered one counts as willing, and waits for half of the time that is left at most.
     */
    boolean mayClaim(Deadline deadline) {
        if (!registrations.isEmpty()) {
            return member().requireNoProblem().isOwner();
        }
        view.look(deadline);
        Deadline half = Deadline.after(time, deadline.remaining().dividedBy(2));
        return unregistered.ask(() -> member().awaitOwnership(half));
    }

    boolean isOwner() {
        GroupMember joined = member;
        return joined != null && joined.isOwner();
    }

    /** Tells whether this process still has the partition, even if the group has asked for it. */
    boolean hasPartition() {
        GroupMember joined = member;
        return joined != null && joined.hasPartition();
    }

    /** Tells whether the group's coordinator has answered this member within this time. */
    boolean heardWithin(Duration duration) {
        GroupMember joined = member;
        return joined != null && joined.heardWithin(duration);
    }

    private synchronized GroupMember member() {
        if (closed) {
            throw StoreException.closed("kafka");
        }
        GroupMember joined = member;
        if (joined == null) {
            joined = new GroupMember(settings, topicAdmin, names, this::wantsMembership, this);
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

    private boolean wantsMembership() {
        if (terms.heldLease().mayLast()) {
            return true; // a Go node that is chosen does not ask whether our term is over
        }
        boolean leads = terms.heldLease().isKnown();
        if (registrations.isEmpty()) {
            return unregistered.anyWilling(leads);
        }
        GroupMember joined = member;
        if (joined != null && joined.isAlone()) {
            return true; // nobody else could lead, and joining an empty group takes time
        }
        Sighting sighting = topicState.sighting();
        timeouts.noteOwnership(isOwner(), leads, sighting);
        return registrations.anyWilling() && !timeouts.staysBack() && !isReservedForAnother(sighting);
    }

    private boolean isReservedForAnother(Sighting sighting) {
        return sighting instanceof Sighting.Released released
                && released.reservation() != null
                && !registrations.has(released.reservation().instance())
                && timeouts.isReserved(sighting);
    }

    /**
     * Tells whether to leave without telling the group: a Go node would lead as soon as a member has left whose term
     * may last. A silent one is missed only after a session, which is longer.
     */
    @Override
    public boolean leavesSilently() {
        return terms.heldLease().mayLast();
    }

    @Override
    public synchronized boolean forgets(GroupMember left) {
        if (closed || unregistered.anyWilling(terms.heldLease().isKnown()) || !registrations.isEmpty()) {
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
            terms.cancelTakeOver();
        }
        wakeWatches();
    }

    /**
     * Waits, within bounds, until the term has ended with its hooks and barriers; the group waits for this. A claim
     * under way is waited for, too, and a term that it opened is asked back until its candidate knows of it. Other
     * programs in the group lead as soon as this returns, so by then no candidate here may trust a term, or come to
     * trust one.
     */
    @Override
    public void revoked() {
        Deadline limit = Deadline.after(time, settings.session());
        while (!terms.awaitWrite(Deadline.after(time, RETRY_PAUSE)) && !limit.hasPassed()) {
            sampleHeartbeats();
        }
        while (mustEnd() && !limit.hasPassed()) {
            sampleHeartbeats();
            requestHandOver();
            terms.heldLease().awaitEnd(RETRY_PAUSE);
        }
        if (isHeldHere()) {
            lost("the term has not ended in time, and the group waits no longer");
        }
        terms.heldLease().awaitTrustEnd();
    }

    /** A term that is ending is still renewed, and the thread that would sample waits in {@link #revoked}. */
    private void sampleHeartbeats() {
        GroupMember joined = member;
        if (joined != null) {
            joined.sampleHeartbeats();
        }
    }

    private void requestHandOver() {
        Lease held = terms.held();
        if (held != null) {
            String cause = "the group " + names.group() + " gives the election to another member";
            registrations.holderOf(held).ifPresent(callback -> callback.handOver(held.token(), cause));
        }
    }

    private boolean isHeldHere() {
        Lease held = terms.held();
        return held != null && registrations.holderOf(held).isPresent();
    }

    private boolean mustEnd() {
        return isHeldHere() || terms.heldLease().mayLast();
    }

    @Override
    public void lost(String cause) {
        terms.cancelTakeOver();
        terms.lose(cause);
        repeatLoss();
        wakeWatches();
    }

    @Override
    public void repeatLoss() {
        terms.reportLoss((lease, cause) ->
                registrations.holderOf(lease).ifPresent(callback -> callback.lost(lease.token(), cause)));
    }

    /** Ends all threads; the group is left in the background. */
    @Override
    public void close() {
        GroupMember joined;
        synchronized (this) {
            closed = true;
            if (topicWaiter != null) {
                topicWaiter.close();
            }
            joined = member;
        }
        view.close();
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
