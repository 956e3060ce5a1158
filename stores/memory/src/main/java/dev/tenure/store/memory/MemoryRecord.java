package dev.tenure.store.memory;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * One record of a store in memory. Immutable.
 *
 * <p>Its version is a hash of its content, as the ETag of an S3 object is: a write that changes nothing does not change
 * the version either, so that a renewal which forgot to change the record is noticed.
 *
 * @param sighting what it says
 * @param freeAt when it is free by the store's clock; of no meaning in a store without one
 */
public record MemoryRecord(Sighting sighting, Instant freeAt) {
    private static final int VERSION_BYTES = 12;

    /** Returns the entry of a lease, under the version its content has. */
    static MemoryRecord held(Lease lease, Instant freeAt) {
        Lease content = lease.withVersion("");
        return new MemoryRecord(new Sighting.Held(content.withVersion(hash(content)), null), freeAt);
    }

    /** Returns the entry that marks a term as released, under the version its content has. */
    static MemoryRecord released(Sighting.Released mark, Instant freeAt) {
        return new MemoryRecord(versioned(mark, hash(versioned(mark, ""))), freeAt);
    }

    private static Sighting.Released versioned(Sighting.Released mark, String version) {
        return new Sighting.Released(mark.lastToken(), mark.follows(), mark.reservation(), version);
    }

    /** Returns what is left of this entry when its content can no longer be read; no clock will ever call it free. */
    MemoryRecord corrupted() {
        String version = hash("corrupt " + sighting.version());
        return new MemoryRecord(new Sighting.Unreadable("corrupted by a test", 0, version), Instant.MAX);
    }

    /** Returns this entry with the moment it is free moved by the given duration; what is never free stays so. */
    MemoryRecord shifted(Duration shift) {
        return freeAt.equals(Instant.MAX) ? this : new MemoryRecord(sighting, freeAt.plus(shift));
    }

    private static String hash(Object content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(content.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, VERSION_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
