/** Tests of what a process does in a peer channel. */
@NullMarked
package dev.tenure.http.peer.channel;

import org.jspecify.annotations.NullMarked;
