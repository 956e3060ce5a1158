/** Tests of what a process of the peer channel believes and tells. */
@NullMarked
package dev.tenure.http.peer.state;

import org.jspecify.annotations.NullMarked;
