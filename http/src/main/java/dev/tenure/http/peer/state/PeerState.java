package dev.tenure.http.peer.state;

import dev.tenure.spi.TimeSource;

/**
 * The state of a process in a peer channel, whether the channel is enabled or not.
 *
 * @param time its clocks
 * @param sender numbers its questions
 * @param writtenLeases the leases it holds
 * @param followedElections the elections it follows
 * @param knownCandidates the candidates it knows
 * @param receivedRequests the requests to its leaders
 */
public record PeerState(
        TimeSource time,
        SenderSequence sender,
        WrittenLeases writtenLeases,
        FollowedElections followedElections,
        KnownCandidates knownCandidates,
        ReceivedRequests receivedRequests) {
    /** Returns the state of a process that knows nothing yet; its id must be unique. */
    public static PeerState none(TimeSource time, String id) {
        return new PeerState(
                time,
                new SenderSequence(id),
                new WrittenLeases(time, id),
                new FollowedElections(time),
                new KnownCandidates(time),
                new ReceivedRequests());
    }
}
