package dev.tenure.http.peer.channel;

import dev.tenure.http.peer.state.KnownCandidates;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.spi.RosterEntry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The own candidates of a process on the rosters that ride on a channel. Thread-safe. */
public final class ChannelRoster {
    private final KnownCandidates knownCandidates;
    private final Supplier<@Nullable PeerExchange> exchange;

    /** Creates it for an exchange, which is null while the channel is not enabled. */
    public ChannelRoster(PeerState state, Supplier<@Nullable PeerExchange> exchange) {
        this.knownCandidates = state.knownCandidates();
        this.exchange = exchange;
    }

    /** Enters own candidates, and returns all known members of their rosters. */
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own) {
        PeerExchange open = exchange.get();
        if (knownCandidates.attend(own) && open != null) {
            open.sendNow();
        }
        Map<String, List<RosterEntry>> members = new LinkedHashMap<>();
        own.keySet().forEach(roster -> members.put(roster, knownCandidates.members(roster, List.of())));
        return members;
    }

    /** Takes an own candidate out. */
    public void leave(Collection<String> rosters, String instance) {
        knownCandidates.leave(rosters, instance);
        PeerExchange open = exchange.get();
        if (open != null) {
            open.sendDeparture();
        }
    }
}
