/** What a process knows that takes part in a peer channel. Not exported. */
@NullMarked
package dev.tenure.http.peer.state;

import org.jspecify.annotations.NullMarked;
