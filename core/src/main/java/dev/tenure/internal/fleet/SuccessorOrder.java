package dev.tenure.internal.fleet;

import dev.tenure.Timing;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.spi.RosterEntry;
import java.util.List;
import java.util.Optional;

/**
 * Who comes before whom when an election is free, as one candidate sees it: lower priorities first, newer versions next
 * if they matter, and then in an order that is the same for all but means nothing.
 *
 * @param instance this candidate
 * @param priority its priority
 * @param version its version
 * @param prefersNewest whether versions matter to it
 */
public record SuccessorOrder(String instance, int priority, String version, boolean prefersNewest) {
    /** Those of the same standing go one after the other, so that a vacancy costs the store one claim, not many. */
    private static final int STEPS_PER_INTERVAL = 8;

    /** Tells whether the other shall lead rather than this candidate. */
    boolean isBetter(RosterEntry other) {
        return order(other) < 0;
    }

    private int order(RosterEntry other) {
        int byPriority = Integer.compare(other.priority(), priority);
        return byPriority != 0 || !prefersNewest
                ? byPriority
                : VersionOrder.OLD_TO_NEW.compare(version, other.version());
    }

    /** Returns the one that shall lead rather than this candidate, and could. */
    Optional<Peer> successor(List<Peer> peers) {
        return peers.stream()
                .filter(peer -> peer.isAble() && isBetter(peer.entry()))
                .min((a, b) -> asSeenBy(a).order(b.entry()) > 0
                        ? -1
                        : asSeenBy(a).order(b.entry()) < 0 ? 1 : a.instance().compareTo(b.instance()));
    }

    private SuccessorOrder asSeenBy(Peer peer) {
        return new SuccessorOrder(
                peer.instance(), peer.entry().priority(), peer.entry().version(), prefersNewest);
    }

    /**
     * Returns how long this candidate leaves a vacancy to those who come first: half a ttl to better ones, a moment
     * each to others of its own standing. A candidate that leads, or has just led, does not count: the vacancy is its
     * own.
     *
     * @param leader the instance that leads as far as the record shows, which its own entry may not say yet, or empty
     */
    long delayNanos(List<Peer> peers, String leader, Timing timing) {
        long most = timing.ttl().toNanos() / 2;
        long before = 0;
        for (Peer peer : peers) {
            if (peer.isAble() && peer.entry().leads() == 0 && !peer.instance().equals(leader)) {
                int order = order(peer.entry());
                if (order < 0) {
                    return most;
                }
                before += order == 0 && peer.instance().compareTo(instance) < 0 ? 1 : 0;
            }
        }
        return Math.min(most, before * (timing.interval().toNanos() / STEPS_PER_INTERVAL));
    }

    /** Returns in words why the other comes first. */
    String reason(RosterEntry other) {
        return other.priority() != priority
                ? "its priority is " + other.priority() + ", ours " + priority
                : "its version is " + other.version() + ", ours " + (version.isEmpty() ? "unknown" : version);
    }
}
