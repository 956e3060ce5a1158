package dev.tenure.http.peer.channel;

import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.ReadPosition;
import dev.tenure.http.peer.state.FollowedElection;
import dev.tenure.spi.Lease;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;

/** The leaders' processes that this one asks, one {@link LeaderSubscription} for each. Confined to the loop. */
final class LeaderSubscriptions {
    private static final Duration DEPARTURE_TIMEOUT = Duration.ofSeconds(2);

    private final Map<PeerAddress, LeaderSubscription> subscriptions = new HashMap<>();
    private final Map<String, LeaderSubscription> byElection = new HashMap<>();
    private final Set<PeerAddress> askedAddresses = new LinkedHashSet<>();
    private final LeaderSubscription.Shared shared;

    LeaderSubscriptions(LeaderSubscription.Shared shared) {
        this.shared = shared;
    }

    /** Asks the present leader of the election, and no longer the last one. */
    void follow(FollowedElection followed) {
        String election = followed.election();
        Lease lease = shared.state().writtenLeases().holds(election) || isUnwatched(election) ? null : followed.toAsk();
        PeerAddress address = lease == null
                ? null
                : PeerAddress.parse(lease.holder().address()).orElse(null);
        LeaderSubscription before = byElection.get(election);
        if (before != null && !before.address().equals(address)) {
            byElection.remove(election);
            before.remove(election);
            followed.discardPush();
            if (before.isIdle()) {
                subscriptions.remove(before.address());
            }
        }
        if (lease != null && address != null) {
            LeaderSubscription subscription =
                    subscriptions.computeIfAbsent(address, anew -> new LeaderSubscription(anew, shared));
            byElection.put(election, subscription);
            subscription.add(followed, lease.ttl());
            if (shared.withRoster()) {
                askedAddresses.add(address);
            }
        }
    }

    private boolean isUnwatched(String election) {
        return shared.state().followedElections().of(election) == null;
    }

    /** Asks all of them now. */
    void sendNow() {
        subscriptions.values().forEach(LeaderSubscription::ask);
    }

    /** Tells every process that was ever asked where own candidates still stand, so that it notices those that left. */
    void sendDeparture() {
        sendNow();
        for (PeerAddress address : askedAddresses) {
            if (!subscriptions.containsKey(address)
                    || subscriptions.get(address).isIdle()) {
                PeerQuestion departure = new PeerQuestion(
                        shared.state()
                                .sender()
                                .next(shared.state().knownCandidates().ownEntries()),
                        ReadPosition.NONE,
                        Duration.ZERO,
                        Set.of(),
                        Set.of(),
                        null);
                // The answer does not matter: silent candidates are soon taken for gone anyway.
                Future<?> unused = shared.io().sender().ask(address, departure, DEPARTURE_TIMEOUT);
            }
        }
        askedAddresses.retainAll(subscriptions.keySet());
    }

    void close() {
        subscriptions.values().forEach(LeaderSubscription::close);
        subscriptions.clear();
        byElection.clear();
    }
}
