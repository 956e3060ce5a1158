/**
 * What a process does in a peer channel: whom it asks, which questions wait here, and what it makes of each call to the
 * store. It has no thread, clock or socket of its own, so that the simulator runs it too. Not exported.
 */
@NullMarked
package dev.tenure.http.peer.channel;

import org.jspecify.annotations.NullMarked;
