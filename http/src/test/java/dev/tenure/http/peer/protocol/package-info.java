/** Tests of the messages of the peer channel. */
@NullMarked
package dev.tenure.http.peer.protocol;

import org.jspecify.annotations.NullMarked;
