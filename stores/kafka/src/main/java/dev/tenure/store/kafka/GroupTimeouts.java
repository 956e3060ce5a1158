package dev.tenure.store.kafka;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;

/**
 * How long this process waits for others, and keeps what it does not use: the group cannot know that its choice does
 * not lead. Called on the thread that polls, but for {@link #heardOfTerm}.
 */
final class GroupTimeouts {
    private final TimeSource time = TimeSource.system();
    private final Duration session;
    private volatile long heardNanos = time.nanos();
    private long idleSinceNanos;
    private boolean idle;
    private long willingNanos = time.nanos();
    private long backAtNanos = time.nanos();

    GroupTimeouts(Duration session) {
        this.session = session;
    }

    /** A record of a term was read. */
    void heardOfTerm() {
        heardNanos = time.nanos();
    }

    /** Tells whether the election was released for somebody, and that still counts. */
    boolean isReserved(Sighting sighting) {
        Reservation reservation = sighting instanceof Sighting.Released released ? released.reservation() : null;
        return reservation != null && isRecent(reservation.length());
    }

    private boolean isRecent(Duration length) {
        return time.nanos() - heardNanos < length.toNanos() / 10 * 11;
    }

    /**
     * Takes in that this process owns the partition, or not, and whether it makes use of it. An owner that does not
     * lead, though nobody else does, gives the partition up after a while, and leaves it to others for as long.
     */
    void owns(boolean owner, boolean leads, Sighting sighting) {
        long now = time.nanos();
        boolean unused = owner
                && !leads
                && !(sighting instanceof Sighting.Held held
                        && isRecent(held.lease().ttl()));
        if (unused && idle && now - idleSinceNanos > longest(sighting).toNanos()) {
            backAtNanos = now + session.toNanos();
            idle = false;
        } else if (unused && !idle) {
            idle = true;
            idleSinceNanos = now;
        } else if (!unused) {
            idle = false;
        }
    }

    /** A candidate may leave a vacancy to better ones for half a ttl. */
    private Duration longest(Sighting sighting) {
        Lease last = sighting instanceof Sighting.Held held ? held.lease() : null;
        return last == null || last.ttl().compareTo(session) < 0 ? session : last.ttl();
    }

    /**
     * Tells whether a process that is known again after a restart still counts as willing: who ends in good order is
     * unwilling for a moment, and must not be gone from the group by then.
     */
    boolean lingers(boolean willing) {
        if (willing) {
            willingNanos = time.nanos();
        }
        return time.nanos() - willingNanos < session.toNanos() / 4;
    }

    /** Tells whether it leaves the partition to others at the moment. */
    boolean staysBack() {
        return time.nanos() - backAtNanos < 0;
    }
}
