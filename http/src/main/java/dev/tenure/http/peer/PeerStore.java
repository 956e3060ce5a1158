package dev.tenure.http.peer;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpHandler;
import dev.tenure.StoreException;
import dev.tenure.http.peer.channel.ChannelRoster;
import dev.tenure.http.peer.channel.PeerExchange;
import dev.tenure.http.peer.channel.StoreCallObserver;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
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
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
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

    private final LeaseStore store;
    private final PeerState state;
    private final StoreCallObserver observer;
    private final Set<Capability> capabilities;
    private final boolean keepsRoster;
    private final boolean passesRequests;
    private final PeerHandler handler;
    private final PeerRoster roster;
    private final PeerRequests requests;
    private volatile @Nullable PeerChannel channel;
    private volatile boolean closed;

    private PeerStore(LeaseStore store, TimeSource time) {
        super(store);
        this.store = store;
        this.state = PeerState.none(time, UUID.randomUUID().toString());
        this.keepsRoster = store.capabilities().contains(Capability.ROSTER);
        this.passesRequests = store.capabilities().contains(Capability.REQUESTS);
        EnumSet<Capability> all = EnumSet.of(Capability.WATCH, Capability.ROSTER, Capability.REQUESTS);
        all.addAll(store.capabilities());
        this.capabilities = Collections.unmodifiableSet(all);
        this.observer = new StoreCallObserver(state, this::exchange);
        this.handler = new PeerHandler(() -> channel);
        LeaderQueries leaderQueries = new LeaderQueries(state, this::read, () -> channel);
        this.roster = new PeerRoster(state, new ChannelRoster(state, this::exchange), leaderQueries);
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
        PeerChannel next = new PeerChannel(settings, state, !keepsRoster);
        replaceChannel(next);
        next.exchange().followAll();
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

    private @Nullable PeerExchange exchange() {
        PeerChannel open = channel;
        return open == null ? null : open.exchange();
    }

    /** Tells whether a look at this election would now show the leader's push, and not read the store. */
    public boolean isHealthy(String election) {
        return observer.shown(election) != null;
    }

    /** Returns the present problems of the channel, for people: one line for each peer and problem. */
    public List<String> problems() {
        PeerChannel open = channel;
        return open == null ? List.of() : open.problems();
    }

    /** Returns how many other processes wait for news. */
    int waiting() {
        PeerChannel open = channel;
        return open == null ? 0 : open.exchange().waiting();
    }

    // ---- writes, which are pushed to followers

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Answer refused = observer.refused(ballot);
        if (refused != null) {
            deadline.requireLeft();
            return refused;
        }
        StoreCallObserver.Call call = observer.beginWrite(ballot.election());
        Answer answer = store.claim(ballot, deadline);
        observer.claimed(call, answer);
        return answer;
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        Lease held = extension.held();
        StoreCallObserver.Call call = observer.beginWrite(held.election());
        Renewal renewal = store.renew(extension, deadline);
        observer.renewed(call, held, renewal);
        return renewal;
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        List<StoreCallObserver.Call> calls = extensions.stream()
                .map(extension -> observer.beginWrite(extension.held().election()))
                .toList();
        List<Optional<Renewal>> renewals = store.renewAll(extensions, deadline);
        for (int each = 0; each < renewals.size(); each++) {
            StoreCallObserver.Call call = calls.get(each);
            Lease held = extensions.get(each).held();
            renewals.get(each).ifPresent(renewal -> observer.renewed(call, held, renewal));
        }
        return renewals;
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        observer.beginWrite(lease.election());
        try {
            store.release(lease, to, deadline);
        } finally {
            observer.released(lease);
        }
    }

    // ---- followers see the pushed record, or else the stored one

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        Sighting shown = observer.shown(election);
        if (shown == null) {
            return read(election, deadline);
        }
        deadline.requireLeft();
        return shown;
    }

    private Sighting read(String election, Deadline deadline) {
        StoreCallObserver.Call call = observer.beginReading(election);
        Sighting seen = store.inspect(election, deadline);
        observer.read(call, seen);
        return seen;
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        requireOpen();
        return observer.watch(store, election, wakeUp);
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
