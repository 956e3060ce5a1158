package dev.tenure.http.peer;

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

/** The leaders' processes that this one asks, one {@link LeaderSubscription} for each. Lives on the loop. */
final class LeaderSubscriptions {
    private static final Duration PARTING = Duration.ofSeconds(2);

    private final Map<PeerAddress, LeaderSubscription> links = new HashMap<>();
    private final Map<String, LeaderSubscription> byElection = new HashMap<>();
    private final Set<PeerAddress> acquaintances = new LinkedHashSet<>();
    private final LeaderSubscription.Line line;

    LeaderSubscriptions(LeaderSubscription.Line line) {
        this.line = line;
    }

    /** Asks whoever leads the election now, and no longer whoever did before. */
    void follow(FollowedElection followed) {
        String election = followed.election();
        Lease lease = line.knowledge().ledger().holds(election) || isUnwatched(election) ? null : followed.toAsk();
        PeerAddress address = lease == null
                ? null
                : PeerAddress.parse(lease.holder().address()).orElse(null);
        LeaderSubscription before = byElection.get(election);
        if (before != null && !before.address().equals(address)) {
            byElection.remove(election);
            before.remove(election);
            followed.unplug();
            if (before.isIdle()) {
                links.remove(before.address());
            }
        }
        if (lease != null && address != null) {
            LeaderSubscription link = links.computeIfAbsent(address, anew -> new LeaderSubscription(anew, line));
            byElection.put(election, link);
            link.add(followed, lease.ttl());
            acquaintances.add(address);
        }
    }

    private boolean isUnwatched(String election) {
        return line.knowledge().beliefs().of(election) == null;
    }

    /** Says something to all of them now. */
    void speak() {
        links.values().forEach(LeaderSubscription::ask);
    }

    /** Says to everybody who was ever asked where our candidates still stand: those who left follow nobody any more. */
    void farewell() {
        speak();
        for (PeerAddress address : acquaintances) {
            if (!links.containsKey(address) || links.get(address).isIdle()) {
                PeerQuestion parting = new PeerQuestion(
                        line.knowledge()
                                .voice()
                                .next(line.knowledge().presence().ownEntries()),
                        ReadPosition.NONE,
                        Duration.ZERO,
                        Set.of(),
                        Set.of(),
                        null);
                // Whether it was heard does not matter: who is silent is taken for gone soon anyway.
                Future<?> unused = line.client().ask(address, parting, PARTING);
            }
        }
        acquaintances.retainAll(links.keySet());
    }

    void close() {
        links.values().forEach(LeaderSubscription::close);
        links.clear();
        byElection.clear();
    }
}
