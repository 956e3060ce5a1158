package dev.tenure.simulator.cluster;

import dev.tenure.StoreException;
import dev.tenure.http.peer.channel.StoreCallObserver;
import dev.tenure.simulator.scenario.PeerChannelSetup;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The store behind a peer channel as one process sees it. It connects the parts of the channel as {@code PeerStore}
 * does; only what comes before the first step of a call is done once, although the call is run again for each step.
 */
final class PeerStoreView extends ForwardingStore {
    private final StoreView store;
    private final SimPeer peer;
    private final PeerChannelSetup setup;

    PeerStoreView(StoreView store, SimPeer peer, PeerChannelSetup setup) {
        super(store);
        this.store = store;
        this.peer = peer;
        this.setup = setup;
    }

    private StoreCallObserver.Call beginWrite(String election) {
        return store.once(() -> peer.observer().beginWrite(election));
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Optional<Answer> refused =
                store.once(() -> Optional.ofNullable(peer.observer().refused(ballot)));
        if (refused.isPresent()) {
            return refused.get();
        }
        StoreCallObserver.Call call = beginWrite(ballot.election());
        Answer answer = store.claim(ballot, deadline);
        peer.observer().claimed(call, answer);
        return answer;
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        Lease held = extension.held();
        StoreCallObserver.Call call = beginWrite(held.election());
        Renewal renewal = store.renew(extension, deadline);
        peer.observer().renewed(call, held, renewal);
        return renewal;
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        List<StoreCallObserver.Call> calls = extensions.stream()
                .map(extension -> beginWrite(extension.held().election()))
                .toList();
        List<Optional<Renewal>> renewals = store.renewAll(extensions, deadline);
        for (int each = 0; each < renewals.size(); each++) {
            StoreCallObserver.Call call = calls.get(each);
            Lease held = extensions.get(each).held();
            renewals.get(each).ifPresent(renewal -> peer.observer().renewed(call, held, renewal));
        }
        return renewals;
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        beginWrite(lease.election());
        try {
            store.release(lease, to, deadline);
        } catch (StoreException failed) {
            peer.observer().released(lease);
            throw failed;
        }
        peer.observer().released(lease);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        Optional<Sighting> shown =
                store.once(() -> Optional.ofNullable(peer.observer().shown(election)));
        if (shown.isPresent()) {
            return shown.get();
        }
        StoreCallObserver.Call call = store.once(() -> peer.observer().beginReading(election));
        Sighting seen = store.inspect(election, deadline);
        peer.observer().read(call, seen);
        return seen;
    }

    @Override
    public Set<Capability> capabilities() {
        Set<Capability> all = EnumSet.of(Capability.WATCH);
        all.addAll(store.capabilities());
        return all;
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return peer.observer().watch(store, election, wakeUp);
    }

    @Override
    public Roster roster() {
        return setup.carriesRoster() ? new RosterOnChannel() : store.roster();
    }

    @Override
    public Requests requests() {
        return setup.carriesRequests() ? new RequestsOnChannel() : store.requests();
    }

    /** The roster that rides on the channel. */
    private final class RosterOnChannel implements Roster {
        @Override
        public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
            return store.once(() -> peer.roster().attend(own));
        }

        @Override
        public List<RosterEntry> members(String roster, Deadline deadline) {
            return peer.state().knownCandidates().members(roster, List.of());
        }

        @Override
        public void leave(Collection<String> rosters, String instance, Deadline deadline) {
            peer.roster().leave(rosters, instance);
        }
    }

    /** The requests that ride on the channel. */
    private final class RequestsOnChannel implements Requests {
        @Override
        public void submit(Request request, Deadline deadline) {
            throw new UnsupportedOperationException("operators submit requests, see PeerNetwork");
        }

        @Override
        public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
            return peer.state().receivedRequests().pending(elections);
        }
    }
}
