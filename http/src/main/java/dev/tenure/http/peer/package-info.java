/**
 * For services whose followers shall ask the leader instead of the store: the peer channel.
 *
 * <p>{@link dev.tenure.http.peer.PeerStore} is a store around a store. On the leader it remembers each lease as it was
 * last written, and hands it to followers that ask over HTTP; on a follower it shows what the leader handed out for as
 * long as there is no reason to doubt it, and otherwise what the store itself shows. The engine does not know of it.
 *
 * <p>What is handed out is a fact about the record: this lease was written, under this version. It is never a statement
 * about the present. So a leader that cannot write to its store looks dead here as it does there, and everything that
 * is judged by sightings (whether a lease was waited out, what a claim replaces) is judged as if the record itself had
 * been read.
 */
@NullMarked
package dev.tenure.http.peer;

import org.jspecify.annotations.NullMarked;
