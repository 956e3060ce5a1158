package dev.tenure.http.peer.state;

import dev.tenure.spi.TimeSource;

/**
 * What a process knows that takes part in a peer channel, whether the channel is enabled or not.
 *
 * @param time its clocks
 * @param voice how it asks
 * @param ledger what it leads
 * @param beliefs what it follows
 * @param presence who stands
 * @param inbox what was asked of it
 */
public record PeerState(
        TimeSource time,
        SenderSequence voice,
        WrittenLeases ledger,
        FollowedElections beliefs,
        KnownCandidates presence,
        ReceivedRequests inbox) {
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
