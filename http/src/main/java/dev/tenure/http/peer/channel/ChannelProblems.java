package dev.tenure.http.peer.channel;

import dev.tenure.Identity;

/** Hears of the problems of a channel, which the store makes up for. */
public interface ChannelProblems {

    /** A peer could not be asked. */
    void failed(String peer, Throwable failure);

    /** A peer has answered. */
    void works(String peer);

    /** The store does not show what a peer stated. */
    void contradicted(String peer, String election);

    /** A candidate of this process leads, and states no address at which others could ask it. */
    void unreachable(Identity leader);
}
