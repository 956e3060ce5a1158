/**
 * The peer channel: followers ask the leader instead of the store.
 *
 * <p>{@link dev.tenure.http.peer.PeerStore} is a store around a store. On the leader it remembers each lease as last
 * written, and sends it to followers that ask over HTTP. On a follower it shows what the leader sent while there is no
 * doubt about it, and otherwise reads the store. The engine does not know of it.
 *
 * <p>A push is a fact about the record (this lease was written, under this version), never a statement about the
 * present. So a leader that cannot write to its store looks dead here too, and everything that is judged by sightings
 * (whether a lease was waited out, what a claim replaces) is judged as if the record had been read.
 */
@NullMarked
package dev.tenure.http.peer;

import org.jspecify.annotations.NullMarked;
