package dev.tenure.internal.fleet;

import dev.tenure.Timing;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.protocol.Input;
import dev.tenure.spi.Request;
import java.util.List;
import java.util.function.Supplier;

/** One election of a set of shards, as {@link ShardShare} sees and steers it. Called on the loop. */
public interface Shard {

    /** Returns the name of the election. */
    String name();

    /** Tells whether this candidate leads it. */
    boolean isLeader();

    /** Tells whether this candidate leads it or could lead it. */
    boolean isAble();

    /** Returns the token of this candidate's term, or 0. */
    long token();

    /** Returns the timing in force. */
    Timing timing();

    /** Returns the instance that leads, as far as is known, or an empty text. */
    String leaderInstance();

    /** Says in which roster it stands with the others of its set, and where to ask who else does. */
    void standsIn(String roster, Supplier<List<Peer>> peers);

    /** Sets how long to leave a vacancy to others. */
    void rank(Input.Ranked rank);

    /** Resigns in favour of the given instance. */
    void handOver(String successor, String cause);

    /** Answers a request to the leader of this shard. */
    void answer(Request request, List<Peer> peers);
}
