package dev.tenure.store.s3;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.LeaseFormat;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Writes and reads the object of an election: the three fields of s3lect, and beside them an object {@code tenure} that
 * s3lect ignores when it reads and drops when it writes.
 */
final class RecordFormat {
    private static final int FORMAT = 1;
    private static final String OURS = "tenure";

    private RecordFormat() {}

    /**
     * Returns the id by which s3lect knows a candidate. It is unique for each start, because a node of s3lect takes its
     * own id for itself.
     */
    static String idOf(Identity candidate) {
        return candidate.name() + "-" + candidate.instance();
    }

    /**
     * Returns the bytes of a record; no two calls return the same, because the version may be a hash of the content.
     */
    static byte[] write(String election, RecordContent.S3lectFields fields, Sighting record) {
        return FlatJson.compact(out -> out.text("leaderID", fields.id().isEmpty() ? null : fields.id())
                        .text("leaderAddr", fields.address())
                        .text("lastUpdated", GoDates.write(fields.updated()))
                        .object(OURS, ours -> {
                            ours.number("format", FORMAT).text("election", election);
                            LeaseFormat.write(ours.omittingZero("follows"), withoutAddress(record));
                            ours.text("write", UUID.randomUUID().toString());
                        }))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The address is in the field of s3lect. */
    private static Sighting withoutAddress(Sighting record) {
        if (!(record instanceof Sighting.Held held)) {
            return record;
        }
        Lease lease = held.lease();
        Identity holder = lease.holder().withAddress(null);
        return new Sighting.Held(
                new Lease(
                        lease.election(),
                        holder,
                        lease.token(),
                        lease.follows(),
                        lease.since(),
                        lease.ttl(),
                        lease.stamp(),
                        lease.version()),
                null);
    }

    /** Reads a record; one that cannot be read is {@link RecordContent.Unreadable}, never an exception. */
    static RecordContent read(String election, StoredObject object) {
        try {
            return FlatJson.read(object.text(), fields -> content(election, fields, object.version()));
        } catch (UnreadableRecordException e) {
            RecordFields ours = e.readable().within(OURS);
            return new RecordContent.Unreadable(e.problem(), ours.tokenOrZero("token"), ours.ttlOrZero("ttl"));
        }
    }

    private static RecordContent content(String election, RecordFields fields, String version) {
        RecordContent.S3lectFields visible = RecordContent.S3lectFields.of(
                fields.find("leaderID"), fields.find("leaderAddr"), GoDates.read(fields.text("lastUpdated")));
        if (fields.has(OURS)) {
            RecordFields ours = fields.within(OURS).with("address", visible.address());
            return new RecordContent.Ours(visible, sighting(election, visible, ours, version));
        }
        if (visible.id().isBlank() && !GoDates.isZero(visible.updated())) {
            throw new IllegalArgumentException("it has a date and no leaderID");
        }
        return new RecordContent.Foreign(visible);
    }

    private static Sighting sighting(
            String election, RecordContent.S3lectFields visible, RecordFields ours, String version) {
        ours.requireFormat(FORMAT);
        ours.requireElection(election);
        Sighting sighting = LeaseFormat.read(ours, election, version);
        if (sighting instanceof Sighting.Held == GoDates.isZero(visible.updated())) {
            throw new IllegalArgumentException("its state is " + ours.text("state")
                    + ", but by its lastUpdated it is not: somebody changed it by hand");
        }
        return sighting;
    }
}
