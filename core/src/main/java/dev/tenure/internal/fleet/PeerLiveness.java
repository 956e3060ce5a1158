package dev.tenure.internal.fleet;

import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.spi.RosterEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who of those in the rosters is alive, judged by their beats on this process's own clock and by nothing else.
 *
 * <p>An entry is taken for alive until its beat was seen unchanged for 1.1 times the time it states. What was never
 * seen to change, or not lately, may be what a dead candidate left: nobody hands over to that.
 */
public final class PeerLiveness {
    /** A beat is fresh for an eighth of the time it states: there are two at least in that time, and often more. */
    private static final int FRESH_PART = 8;

    /** A candidate beats in all its rosters at once: what is further behind than this was left in one it is not in. */
    private static final int MOST_BEHIND = 3;

    private static final long FORGOTTEN_NANOS = Duration.ofHours(2).toNanos();

    private final String self;
    private final Map<String, Sign> signs = new HashMap<>();

    /** The last beat of a candidate, when it was first seen, and whether it was seen to follow another one. */
    private record Sign(long heartbeat, long sinceNanos, boolean follows) {}

    /**
     * Another candidate that is alive.
     *
     * @param entry what it says of itself
     * @param beating whether it was seen to go on just now, and not only to be there
     */
    public record Peer(RosterEntry entry, boolean beating) {
        public String instance() {
            return entry.candidate().instance();
        }

        public String name() {
            return entry.candidate().name();
        }

        /** Tells whether leadership could move to it. */
        boolean isAble() {
            return entry.able();
        }
    }

    PeerLiveness(String self) {
        this.self = self;
    }

    /** Takes in the entries of one roster, as they arrived at the given moment, and returns the others alive in it. */
    List<Peer> peers(List<RosterEntry> entries, ClockReading now) {
        List<Peer> peers = new ArrayList<>(entries.size());
        for (RosterEntry entry : entries) {
            String instance = entry.candidate().instance();
            if (!instance.equals(self)) {
                Sign sign = note(instance, entry.heartbeat(), now);
                long validNanos = entry.heartbeat().validFor().toNanos() / 10 * 11;
                boolean upToDate = entry.heartbeat().number() >= sign.heartbeat() - MOST_BEHIND;
                if (upToDate && !now.reached(sign.sinceNanos() + validNanos)) {
                    boolean fresh = !now.reached(sign.sinceNanos() + validNanos / FRESH_PART);
                    peers.add(new Peer(entry, sign.follows() && fresh));
                }
            }
        }
        return List.copyOf(peers);
    }

    private Sign note(String instance, RosterEntry.Heartbeat heartbeat, ClockReading now) {
        Sign before = signs.get(instance);
        if (before != null && heartbeat.number() <= before.heartbeat()) {
            return before;
        }
        Sign sign = new Sign(heartbeat.number(), now.nanos(), before != null);
        signs.put(instance, sign);
        return sign;
    }

    /** Forgets those who have been silent for so long that no store shows them any more. */
    void forgetDead(ClockReading now) {
        signs.values().removeIf(sign -> now.reached(sign.sinceNanos() + FORGOTTEN_NANOS));
    }
}
