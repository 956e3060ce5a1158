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
    public static PeerState none(TimeSource time) {
        return new PeerState(
                time,
                new SenderSequence(),
                new WrittenLeases(time),
                new FollowedElections(time),
                new KnownCandidates(time),
                new ReceivedRequests());
    }
}
