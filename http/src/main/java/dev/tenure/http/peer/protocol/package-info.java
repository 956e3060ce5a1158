/** The messages of the peer channel, and how they are written as JSON. Not exported. */
@NullMarked
package dev.tenure.http.peer.protocol;

import org.jspecify.annotations.NullMarked;
