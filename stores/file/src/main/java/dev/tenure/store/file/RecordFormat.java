package dev.tenure.store.file;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.Stamp;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a record looks: a flat JSON object that people can read. */
final class RecordFormat {
    private static final int FORMAT = 1;

    private RecordFormat() {}

    /**
     * What a record says.
     *
     * @param sighting its meaning to the engine
     * @param pulse its holder's sign of life, or null if it names none
     */
    record Parsed(Sighting sighting, @Nullable Pulse pulse) {}

    /** Returns the bytes of a record; no two calls return the same. */
    static byte[] write(String election, Sighting entry, @Nullable Pulse pulse) {
        return FieldWriter.lines(FORMAT, json -> {
            json.writeStringField("election", election);
            if (entry instanceof Sighting.Held held) {
                writeLease(json, held.lease());
            } else if (entry instanceof Sighting.Released mark) {
                writeMark(json, mark);
            } else {
                throw new IllegalArgumentException(
                        "only a lease or the mark of a release can be written, not " + entry);
            }
            FieldWriter.pulse(json, pulse);
            json.writeStringField("write", UUID.randomUUID().toString());
        });
    }

    private static void writeLease(JsonGenerator json, Lease lease) throws IOException {
        json.writeStringField("state", "held");
        json.writeNumberField("token", lease.token());
        json.writeNumberField("follows", lease.follows());
        FieldWriter.identity(json, lease.holder());
        json.writeStringField("since", lease.since().toString());
        json.writeStringField("ttl", lease.ttl().toString());
        json.writeNumberField("renewal", lease.stamp().renewal());
        json.writeNumberField("attempt", lease.stamp().attempt());
        json.writeStringField("at", lease.stamp().at().toString());
    }

    private static void writeMark(JsonGenerator json, Sighting.Released mark) throws IOException {
        json.writeStringField("state", "released");
        json.writeNumberField("token", mark.lastToken());
        json.writeNumberField("follows", mark.follows());
        Reservation reservation = mark.reservation();
        if (reservation != null) {
            json.writeStringField("reservedFor", reservation.instance());
            json.writeStringField("reservedLength", reservation.length().toString());
        }
    }

    /** Reads a record; whatever is wrong with it ends in {@link Sighting.Unreadable}, never in an exception. */
    static Parsed read(String election, Entry entry) {
        Map<String, String> values = new HashMap<>();
        try {
            return Fields.read(
                    entry.content(),
                    values,
                    fields -> new Parsed(sighting(election, fields, entry.version()), fields.pulse()));
        } catch (GarbageException e) {
            long token = salvagedToken(values);
            return new Parsed(new Sighting.Unreadable(e.problem(), token, entry.version()), null);
        }
    }

    /** Returns the sign of life a record names, or null if it names none or is no record. */
    static @Nullable Pulse pulse(Entry entry) {
        try {
            return Fields.read(entry.content(), fields -> fields).pulse();
        } catch (GarbageException e) {
            return null;
        }
    }

    private static Sighting sighting(String election, Fields fields, String version) {
        fields.requireFormat(FORMAT);
        if (!fields.text("election").equals(election)) {
            throw new IllegalArgumentException("it is of the election '" + fields.text("election") + "'");
        }
        long token = fields.number("token");
        if (token < 1 || token > Lease.MAX_TOKEN) {
            throw new IllegalArgumentException("its token " + token + " is out of bounds");
        }
        long follows = follows(fields);
        if (follows < 0 || follows >= token) {
            throw new IllegalArgumentException("its token " + token + " cannot follow token " + follows);
        }
        return switch (fields.text("state")) {
            case "held" -> new Sighting.Held(lease(election, fields, version), null);
            case "released" -> new Sighting.Released(token, follows, reservation(fields), version);
            default -> throw new IllegalArgumentException("its state is '" + fields.text("state") + "'");
        };
    }

    private static Lease lease(String election, Fields fields, String version) {
        Stamp stamp = new Stamp(fields.number("renewal"), fields.number("attempt"), fields.instant("at"));
        return new Lease(
                election,
                fields.identity(),
                fields.number("token"),
                follows(fields),
                fields.instant("since"),
                fields.duration("ttl"),
                stamp,
                version);
    }

    /** A record without it, as an earlier version of Tenure wrote them, follows none. */
    private static long follows(Fields fields) {
        return fields.optional("follows") == null ? 0 : fields.number("follows");
    }

    private static @Nullable Reservation reservation(Fields fields) {
        String instance = fields.optional("reservedFor");
        return instance == null ? null : new Reservation(instance, fields.duration("reservedLength"));
    }

    private static long salvagedToken(Map<String, String> values) {
        try {
            long token = Long.parseLong(values.getOrDefault("token", "0"));
            return token < 0 || token > Lease.MAX_TOKEN ? 0 : token;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
