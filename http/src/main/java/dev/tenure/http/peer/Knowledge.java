package dev.tenure.http.peer;

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
record Knowledge(TimeSource time, Voice voice, Ledger ledger, Beliefs beliefs, Presence presence, Inbox inbox) {
    static Knowledge none(TimeSource time) {
        return new Knowledge(time, new Voice(), new Ledger(time), new Beliefs(time), new Presence(time), new Inbox());
    }
}
