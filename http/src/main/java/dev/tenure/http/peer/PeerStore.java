package dev.tenure.http.peer;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpHandler;
import dev.tenure.StoreException;
import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.state.FollowedElection;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WhileOpen;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose followers ask the leader instead of reading it. It passes calls on until it is {@linkplain #enable
 * enabled}, at any time. Then a server of this process must serve its {@linkplain #handler() handler} at the path
 * {@value #PATH}, at the address that the candidate states.
 *
 * <p>Leases are still granted by the store alone, on exactly the record it shows. The channel only saves reads: in any
 * doubt the store is read. Thread-safe.
 */
public final class PeerStore extends ForwardingStore {
    /** The path of the handler. */
    public static final String PATH = PeerClient.PATH;

    private static final System.Logger LOG = EscapingLogger.of("dev.tenure");

    private final LeaseStore store;
    private final PeerState state;
    private final Set<Capability> capabilities;
    private final boolean keepsRoster;
    private final boolean passesRequests;
    private final PeerHandler handler;
    private final PeerRoster roster;
    private final PeerRequests requests;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile @Nullable PeerChannel channel;
    private volatile boolean closed;

    private PeerStore(LeaseStore store, TimeSource time) {
        super(store);
        this.store = store;
        this.state = PeerState.none(time);
        this.keepsRoster = store.capabilities().contains(Capability.ROSTER);
        this.passesRequests = store.capabilities().contains(Capability.REQUESTS);
        EnumSet<Capability> all = EnumSet.of(Capability.WATCH, Capability.ROSTER, Capability.REQUESTS);
        all.addAll(store.capabilities());
        this.capabilities = Collections.unmodifiableSet(all);
        this.handler = new PeerHandler(state, () -> channel);
        LeaderQueries leaderQueries = new LeaderQueries(state, this::read, () -> channel);
        this.roster = new PeerRoster(state, leaderQueries, this::whileOpen);
        this.requests = new PeerRequests(state.receivedRequests(), leaderQueries);
    }

    /** Wraps a store in a channel that is not enabled yet, and closes the store when closed. */
    public static PeerStore over(LeaseStore store) {
        return new PeerStore(store, TimeSource.system());
    }

    /**
     * Returns the handler that answers other processes, to be mounted at {@value #PATH}. It refuses all questions until
     * enabled.
     */
    public HttpHandler handler() {
        return handler;
    }

    /**
     * Enables the channel, or changes its settings.
     *
     * @throws IllegalArgumentException if the settings have neither a bearer token nor a certificate to show
     * @throws IllegalStateException if this store is closed
     */
    public synchronized void enable(PeerSettings settings) {
        requireNonNull(settings, "settings").requireCredential();
        if (closed) {
            throw new IllegalStateException("the store is closed");
        }
        PeerChannel next = new PeerChannel(settings, state, !keepsRoster, handler::answer);
        replaceChannel(next);
        state.followedElections().all().forEach(next::follow);
    }

    /** Disables the channel, so that the store is always read. */
    public synchronized void disable() {
        replaceChannel(null);
    }

    private void replaceChannel(@Nullable PeerChannel next) {
        PeerChannel before = channel;
        channel = next;
        if (before != null) {
            before.close();
        }
    }

    /** Tells whether a look at this election would now show the leader's push, and not read the store. */
    public boolean isHealthy(String election) {
        return shown(election) != null;
    }

    /** Returns the present problems of the channel, for people: one line for each peer and problem. */
    public List<String> problems() {
        PeerChannel open = channel;
        return open == null ? List.of() : open.problems();
    }

    /** Returns how many other processes wait for news. */
    int waiting() {
        PeerChannel open = channel;
        return open == null ? 0 : open.holds().size();
    }

    // ---- writes, which are pushed to followers

    /**
     * Passes the claim on. One that only a release could let in is refused here while the leader's push shows its
     * lease: such claims come in place of looks, which do not reach the store either.
     */
    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Sighting shown = ballot.condition().requiresRelease() ? shown(ballot.election()) : null;
        if (shown != null) {
            deadline.requireLeft();
            return new Answer.Refused(shown);
        }
        long sent = state.time().nanos();
        FollowedElection followed = state.followedElections().of(ballot.election());
        FollowedElection.@Nullable Reading reading = followed == null ? null : followed.beginReading();
        Answer answer = inDoubtIfFailed(ballot.election(), () -> store.claim(ballot, deadline));
        if (answer instanceof Answer.Granted granted) {
            wrote(granted.lease(), sent);
        } else if (answer instanceof Answer.Refused refused) {
            saw(ballot.election(), refused.found(), reading);
        }
        return answer;
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        long sent = state.time().nanos();
        Lease held = extension.held();
        return settled(held, inDoubtIfFailed(held.election(), () -> store.renew(extension, deadline)), sent);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        long sent = state.time().nanos();
        List<Optional<Renewal>> renewals = new ArrayList<>(store.renewAll(extensions, deadline));
        for (int each = 0; each < renewals.size(); each++) {
            Lease held = extensions.get(each).held();
            renewals.get(each).ifPresent(renewal -> settled(held, renewal, sent));
        }
        return renewals;
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        try {
            inDoubtIfFailed(lease.election(), () -> {
                store.release(lease, to, deadline);
                return lease;
            });
        } finally {
            if (state.writtenLeases().ended(lease)) {
                tell(lease.election(), Duration.ZERO);
            }
        }
    }

    private Renewal settled(Lease held, Renewal renewal, long sent) {
        if (renewal instanceof Renewal.Renewed renewed) {
            wrote(renewed.lease(), sent);
        } else if (hasEnded(held, renewal)) {
            tell(held.election(), Duration.ZERO);
        }
        return renewal;
    }

    private boolean hasEnded(Lease held, Renewal renewal) {
        boolean still = renewal instanceof Renewal.Refused refused
                && refused.found() instanceof Sighting.Held found
                && found.lease().isSameTerm(held);
        return !still && state.writtenLeases().ended(held);
    }

    /**
     * Records a lease that the store has acknowledged. Followers are told after a short pause, together with others.
     */
    private void wrote(Lease lease, long sent) {
        FollowedElection followed = state.followedElections().of(lease.election());
        if (followed != null) {
            followed.read(new Sighting.Held(lease, null), FollowedElection.Reading.FIRST);
        }
        if (state.writtenLeases().written(lease, sent)) {
            boolean claimed = lease.stamp().renewal() == 0;
            tell(lease.election(), claimed ? Duration.ZERO : pause(lease.ttl()));
            if (claimed && followed != null) {
                whileOpen(open -> open.follow(followed)); // which ends following it
                warnIfUnreachable(lease);
            }
        }
    }

    private static Duration pause(Duration ttl) {
        Duration part = ttl.dividedBy(100);
        Duration most = Duration.ofMillis(100);
        return part.compareTo(most) < 0 ? part : most;
    }

    private void warnIfUnreachable(Lease lease) {
        if (channel != null
                && PeerAddress.parse(lease.holder().address()).isEmpty()
                && warned.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    "{0} states no address of the form HOST:PORT, so that followers cannot ask it over the peer"
                            + " channel: give its candidate one",
                    lease.holder().name());
        }
    }

    private void tell(String election, Duration pause) {
        whileOpen(open -> open.holds().changed(election, pause));
    }

    private <T> T inDoubtIfFailed(String election, Supplier<T> write) {
        try {
            return write.get();
        } catch (RuntimeException | Error failed) {
            FollowedElection followed = state.followedElections().of(election);
            if (followed != null) {
                followed.doubt();
            }
            throw failed;
        }
    }

    // ---- followers see the pushed record, or else the stored one

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        Sighting shown = shown(election);
        if (shown == null) {
            return read(election, deadline);
        }
        deadline.requireLeft();
        return shown;
    }

    private @Nullable Sighting shown(String election) {
        FollowedElection followed = state.followedElections().of(election);
        PeerChannel open = channel;
        return followed == null || open == null || state.writtenLeases().holds(election)
                ? null
                : followed.shown(open.settings().readStoreEvery().orElse(null));
    }

    private Sighting read(String election, Deadline deadline) {
        FollowedElection followed = state.followedElections().of(election);
        FollowedElection.@Nullable Reading reading = followed == null ? null : followed.beginReading();
        Sighting seen = store.inspect(election, deadline);
        saw(election, seen, reading);
        return seen;
    }

    private void saw(String election, Sighting seen, FollowedElection.@Nullable Reading reading) {
        if (state.writtenLeases().saw(election, seen)) {
            tell(election, Duration.ZERO);
        }
        FollowedElection followed = state.followedElections().of(election);
        if (followed == null) {
            state.followedElections().readUnwatched(election);
            return;
        }
        FollowedElection.Reading begun = reading == null ? FollowedElection.Reading.FIRST : reading;
        boolean agrees = followed.read(seen, begun);
        Lease pushed = begun.pushed();
        whileOpen(open -> {
            if (!agrees && pushed != null) {
                open.contradicted(election, String.valueOf(pushed.holder().address()));
            }
            open.follow(followed);
        });
    }

    private void whileOpen(Consumer<PeerChannel> action) {
        PeerChannel open = channel;
        if (open != null) {
            action.accept(open);
        }
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        requireOpen();
        Watch pushes = state.followedElections().watch(election, wakeUp);
        Watch changes;
        try {
            changes = store.capabilities().contains(Capability.WATCH) ? store.watch(election, wakeUp) : () -> {};
        } catch (RuntimeException | Error unwatched) {
            pushes.close();
            throw unwatched;
        }
        FollowedElection followed = state.followedElections().of(election);
        return () -> {
            pushes.close();
            changes.close();
            if (followed != null) {
                whileOpen(open -> open.follow(followed));
            }
        };
    }

    // ---- the rest

    @Override
    public Roster roster() {
        requireOpen();
        return keepsRoster ? store.roster() : WhileOpen.roster(roster, this::requireOpen);
    }

    @Override
    public Requests requests() {
        requireOpen();
        return passesRequests ? store.requests() : WhileOpen.requests(requests, this::requireOpen);
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    private void requireOpen() {
        if (isClosed()) {
            throw StoreException.closed(name());
        }
    }

    @Override
    public boolean isClosed() {
        return closed || super.isClosed();
    }

    /** Ends the channel, then closes the store. Followers are told that the terms of this process have ended. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            state.writtenLeases().endAll();
        }
        disable();
        store.close();
    }
}
