package dev.tenure.store.s3;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How the object of an election looks: the three fields of s3lect, and beside them an object {@code tenure} that
 * s3lect's reader passes over and its writer drops.
 */
final class RecordFormat {
    private static final int FORMAT = 1;
    private static final String OURS = "tenure";
    private static final JsonFactory JSON = new JsonFactory();

    private RecordFormat() {}

    /**
     * Returns the id under which s3lect knows a candidate: unique for each start, since it takes its own for itself.
     */
    static String idOf(Identity candidate) {
        return candidate.name() + "-" + candidate.instance();
    }

    /** Returns the bytes of a record; no two calls return the same, for a version may be a hash of the content. */
    static byte[] write(String election, RecordContent.Face face, Sighting entry) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            if (!face.id().isEmpty()) {
                json.writeStringField("leaderID", face.id());
            }
            optional(json, "leaderAddr", face.address());
            json.writeStringField("lastUpdated", GoDates.write(face.updated()));
            json.writeObjectFieldStart(OURS);
            json.writeNumberField("format", FORMAT);
            json.writeStringField("election", election);
            if (entry instanceof Sighting.Held held) {
                writeLease(json, held.lease());
            } else if (entry instanceof Sighting.Released mark) {
                writeMark(json, mark);
            } else {
                throw new IllegalArgumentException(
                        "only a lease or the mark of a release can be written, not " + entry);
            }
            json.writeStringField("write", UUID.randomUUID().toString());
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private static void writeLease(JsonGenerator json, Lease lease) throws IOException {
        json.writeStringField("state", "held");
        writeTerm(json, lease.token(), lease.follows());
        json.writeStringField("instance", lease.holder().instance());
        json.writeStringField("name", lease.holder().name());
        json.writeStringField("since", lease.since().toString());
        json.writeStringField("ttl", lease.ttl().toString());
        json.writeNumberField("renewal", lease.stamp().renewal());
        json.writeNumberField("attempt", lease.stamp().attempt());
        json.writeStringField("at", lease.stamp().at().toString());
    }

    private static void writeMark(JsonGenerator json, Sighting.Released mark) throws IOException {
        json.writeStringField("state", "released");
        writeTerm(json, mark.lastToken(), mark.follows());
        Reservation reservation = mark.reservation();
        if (reservation != null) {
            json.writeStringField("reservedFor", reservation.instance());
            json.writeStringField("reservedLength", reservation.length().toString());
        }
    }

    private static void writeTerm(JsonGenerator json, long token, long follows) throws IOException {
        json.writeNumberField("token", token);
        if (follows > 0) {
            json.writeNumberField("follows", follows);
        }
    }

    private static void optional(JsonGenerator json, String field, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(field, value);
        }
    }

    /** Reads a record; whatever is wrong with it ends in {@link RecordContent.Garbage}, never in an exception. */
    static RecordContent read(String election, StoredObject blob) {
        Map<String, String> values = new HashMap<>();
        try {
            return Fields.read(blob.text(), values, fields -> meaning(election, fields, blob.version()));
        } catch (Fields.GarbageException e) {
            return new RecordContent.Garbage(e.problem(), salvagedToken(values), salvagedTtl(values));
        }
    }

    private static RecordContent meaning(String election, Fields fields, String version) {
        RecordContent.Face face = RecordContent.Face.of(
                fields.optional("leaderID"), fields.optional("leaderAddr"), GoDates.read(fields.text("lastUpdated")));
        if (fields.has(OURS)) {
            return new RecordContent.Ours(face, sighting(election, face, fields, version));
        }
        if (face.id().isBlank() && !GoDates.isZero(face.updated())) {
            throw new IllegalArgumentException("it has a date and no leaderID");
        }
        return new RecordContent.Foreign(face);
    }

    private static Sighting sighting(String election, RecordContent.Face face, Fields fields, String version) {
        if (number(fields, "format") != FORMAT) {
            throw new IllegalArgumentException("its format is " + text(fields, "format") + ", and only " + FORMAT
                    + " is known here: a newer version of Tenure wrote it");
        }
        if (!text(fields, "election").equals(election)) {
            throw new IllegalArgumentException("it is of the election '" + text(fields, "election") + "'");
        }
        long token = number(fields, "token");
        if (token < 0 || token > Lease.MAX_TOKEN) {
            throw new IllegalArgumentException("its token " + token + " is out of bounds");
        }
        boolean held = text(fields, "state").equals("held");
        if (!held && !text(fields, "state").equals("released")) {
            throw new IllegalArgumentException("its state is '" + text(fields, "state") + "'");
        }
        if (held == GoDates.isZero(face.updated())) {
            throw new IllegalArgumentException("its state is " + text(fields, "state")
                    + ", but by its lastUpdated it is not: somebody changed it by hand");
        }
        return held
                ? new Sighting.Held(lease(election, token, fields, version), null)
                : new Sighting.Released(token, follows(token, fields), reservation(fields), version);
    }

    private static Lease lease(String election, long token, Fields fields, String version) {
        Identity holder = new Identity(text(fields, "instance"), text(fields, "name"), fields.optional("leaderAddr"));
        WriteStamp stamp =
                new WriteStamp(number(fields, "renewal"), number(fields, "attempt"), fields.instant(OURS + ".at"));
        return new Lease(
                election,
                holder,
                token,
                follows(token, fields),
                fields.instant(OURS + ".since"),
                fields.duration(OURS + ".ttl"),
                stamp,
                version);
    }

    /** A record without it follows none. */
    private static long follows(long token, Fields fields) {
        long follows = fields.has(OURS + ".follows") ? number(fields, "follows") : 0;
        if (follows < 0 || (follows > 0 && follows >= token)) {
            throw new IllegalArgumentException("its token " + token + " cannot follow token " + follows);
        }
        return follows;
    }

    private static @Nullable Reservation reservation(Fields fields) {
        String instance = fields.optional(OURS + ".reservedFor");
        return instance == null ? null : new Reservation(instance, fields.duration(OURS + ".reservedLength"));
    }

    private static String text(Fields fields, String name) {
        return fields.text(OURS + "." + name);
    }

    private static long number(Fields fields, String name) {
        return fields.number(OURS + "." + name);
    }

    private static long salvagedToken(Map<String, String> values) {
        try {
            long token = Long.parseLong(values.getOrDefault(OURS + ".token", "0"));
            return token < 0 || token > Lease.MAX_TOKEN ? 0 : token;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** A lease whose record was damaged may go on for as long as it still says. */
    private static Duration salvagedTtl(Map<String, String> values) {
        try {
            Duration ttl = Duration.parse(values.getOrDefault(OURS + ".ttl", "PT0S"));
            return ttl.isNegative() || ttl.compareTo(Lease.MAX_TTL) > 0 ? Duration.ZERO : ttl;
        } catch (DateTimeException e) {
            return Duration.ZERO;
        }
    }
}
