package dev.tenure.http.peer.protocol;

/**
 * How far a follower has heard what a leader's process has to say.
 *
 * @param session the id of that very process; what another one said counts from zero
 * @param revision the number of the latest change that was heard
 */
public record ReadPosition(String session, long revision) {
    /** Nothing was heard yet. */
    public static final ReadPosition NONE = new ReadPosition("", 0);
}
