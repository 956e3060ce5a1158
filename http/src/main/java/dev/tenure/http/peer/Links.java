package dev.tenure.http.peer;

import dev.tenure.spi.Lease;
import java.util.HashMap;
import java.util.Map;

/** The leaders' processes that this one asks, one {@link Link} for each. Lives on the loop. */
final class Links {
    private final Map<PeerAddress, Link> links = new HashMap<>();
    private final Map<String, Link> byElection = new HashMap<>();
    private final Link.Line line;

    Links(Link.Line line) {
        this.line = line;
    }

    /** Asks whoever leads the election now, and no longer whoever did before. */
    void follow(Followed followed) {
        String election = followed.election();
        Lease lease = line.knowledge().ledger().holds(election) || isUnwatched(election) ? null : followed.toAsk();
        PeerAddress address =
                lease == null ? null : PeerAddress.parse(lease.holder().address()).orElse(null);
        Link before = byElection.get(election);
        if (before != null && !before.address().equals(address)) {
            byElection.remove(election);
            before.remove(election);
            followed.unplug();
            if (before.isIdle()) {
                links.remove(before.address());
            }
        }
        if (lease != null && address != null) {
            Link link = links.computeIfAbsent(address, anew -> new Link(anew, line));
            byElection.put(election, link);
            link.add(followed, lease.ttl());
        }
    }

    private boolean isUnwatched(String election) {
        return line.knowledge().beliefs().of(election) == null;
    }

    /** Says something to all of them now. */
    void speak() {
        links.values().forEach(Link::ask);
    }

    void close() {
        links.values().forEach(Link::close);
        links.clear();
        byElection.clear();
    }
}
