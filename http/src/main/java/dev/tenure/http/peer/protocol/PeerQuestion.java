package dev.tenure.http.peer.protocol;

import dev.tenure.spi.Request;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one process asks of another, for all elections at once.
 *
 * @param asker who asks
 * @param heard how far it has heard what the other has to say
 * @param hold for how long the answer may be held back if there is nothing new; zero to be answered at once
 * @param follow the elections it believes the other leads
 * @param rosters the rosters it wants to see
 * @param request what it asks of the leader of an election, or null
 */
public record PeerQuestion(
        Asker asker,
        ReadPosition heard,
        Duration hold,
        Set<String> follow,
        Set<String> rosters,
        @Nullable Request request) {
    /**
     * The number of this protocol. Fields may be added to it; a change that the other must understand takes another.
     */
    static final int PROTOCOL = 1;

    /** No question of a process that can be served is larger than this. */
    public static final int MOST_BYTES = 1 << 20;

    public PeerQuestion {
        follow = Set.copyOf(follow);
        rosters = Set.copyOf(rosters);
    }

    /**
     * Who asks.
     *
     * @param id the id of this very process
     * @param sequence grows with each question, so that an earlier one that arrives late undoes nothing
     * @param entries where its candidates stand, all of them; null if this question is not about that
     */
    public record Asker(String id, long sequence, @Nullable List<PeerRosterEntry> entries) {}
}
