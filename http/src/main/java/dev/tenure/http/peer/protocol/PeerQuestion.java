package dev.tenure.http.peer.protocol;

import dev.tenure.spi.Request;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A question of one process to another, for all elections at once.
 *
 * @param asker the process that asks
 * @param heard the latest change of the other that it knows
 * @param hold how long the answer may be held back if there is no news; zero for an answer at once
 * @param follow the elections it believes the other leads
 * @param rosters the rosters it wants to see
 * @param request a request to the leader of an election, or null
 */
public record PeerQuestion(
        Asker asker,
        ReadPosition heard,
        Duration hold,
        Set<String> follow,
        Set<String> rosters,
        @Nullable Request request) {
    /** The protocol version. Fields may be added to it; an incompatible change needs another number. */
    static final int PROTOCOL = 1;

    /** The largest question that is read. */
    public static final int MOST_BYTES = 1 << 20;

    public PeerQuestion {
        follow = Collections.unmodifiableSet(new LinkedHashSet<>(follow)); // in order, so that runs can be repeated
        rosters = Collections.unmodifiableSet(new LinkedHashSet<>(rosters));
    }

    /**
     * The process that asks.
     *
     * @param id the unique id of this process
     * @param sequence grows with each question, so that an earlier one that arrives late undoes nothing
     * @param entries where its candidates stand, all of them; null if this question is not about that
     */
    public record Asker(String id, long sequence, @Nullable List<PeerRosterEntry> entries) {}
}
