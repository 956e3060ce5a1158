package dev.tenure.http.peer.protocol;

/**
 * The latest change of a leader's process that a follower knows.
 *
 * @param session the unique id of that process; changes of another one are counted from zero
 * @param revision the number of the latest known change
 */
public record ReadPosition(String session, long revision) {
    /** No change is known yet. */
    public static final ReadPosition NONE = new ReadPosition("", 0);
}
