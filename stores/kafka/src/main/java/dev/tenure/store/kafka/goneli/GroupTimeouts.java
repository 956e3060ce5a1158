package dev.tenure.store.kafka.goneli;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;

/**
 * Decides when a member leaves the group or stays away from it: the group cannot know that the member it chose does not
 * lead. Called on the thread that polls, except {@link #termRecordRead}.
 */
final class GroupTimeouts {
    private final TimeSource time = TimeSource.system();
    private final Duration session;
    private volatile long termRecordNanos = time.nanos();
    private long idleSinceNanos;
    private boolean idle;
    private long backAtNanos = time.nanos();

    GroupTimeouts(Duration session) {
        this.session = session;
    }

    /** Takes in that a record of a term was read. */
    void termRecordRead() {
        termRecordNanos = time.nanos();
    }

    /** Tells whether the election was released with a reservation that still counts. */
    boolean isReserved(Sighting sighting) {
        Reservation reservation = sighting instanceof Sighting.Released released ? released.reservation() : null;
        return reservation != null && isRecent(reservation.length());
    }

    private boolean isRecent(Duration length) {
        return time.nanos() - termRecordNanos < length.toNanos() / 10 * 11;
    }

    /**
     * Takes in whether this process owns the partition and whether it leads. An owner that does not lead although
     * nobody else does gives the partition up after a while, and stays out of the group for a session.
     */
    void noteOwnership(boolean owner, boolean leads, Sighting sighting) {
        long now = time.nanos();
        boolean unused = owner
                && !leads
                && !(sighting instanceof Sighting.Held held
                        && isRecent(held.lease().ttl()));
        if (unused && idle && now - idleSinceNanos > mostIdleTime(sighting).toNanos()) {
            backAtNanos = now + session.toNanos();
            idle = false;
        } else if (unused && !idle) {
            idle = true;
            idleSinceNanos = now;
        } else if (!unused) {
            idle = false;
        }
    }

    /** Returns how long an owner may stay idle: a candidate may leave a vacancy to better ones for half a ttl. */
    private Duration mostIdleTime(Sighting sighting) {
        Lease last = sighting instanceof Sighting.Held held ? held.lease() : null;
        return last == null || last.ttl().compareTo(session) < 0 ? session : last.ttl();
    }

    /** Tells whether this process leaves the partition to others at the moment. */
    boolean staysBack() {
        return time.nanos() - backAtNanos < 0;
    }
}
