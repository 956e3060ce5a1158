package dev.tenure.store.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.Stamp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a record looks: a flat JSON object that people can read.
 *
 * <p>Unknown fields are ignored, so that a later version may add some. What changes the meaning of the known ones takes
 * a higher format number, and is unreadable here.
 */
final class RecordFormat {
    private static final int FORMAT = 1;
    private static final JsonFactory JSON = new JsonFactory();

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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.writeStartObject();
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
            if (pulse != null) {
                json.writeStringField("liveFile", pulse.file());
                json.writeStringField("liveKey", pulse.key());
                json.writeStringField("boot", pulse.boot());
            }
            json.writeStringField("write", UUID.randomUUID().toString());
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private static void writeLease(JsonGenerator json, Lease lease) throws IOException {
        json.writeStringField("state", "held");
        json.writeNumberField("token", lease.token());
        json.writeStringField("instance", lease.holder().instance());
        json.writeStringField("name", lease.holder().name());
        String address = lease.holder().address();
        if (address != null) {
            json.writeStringField("address", address);
        }
        json.writeStringField("since", lease.since().toString());
        json.writeStringField("ttl", lease.ttl().toString());
        json.writeNumberField("renewal", lease.stamp().renewal());
        json.writeNumberField("attempt", lease.stamp().attempt());
        json.writeStringField("at", lease.stamp().at().toString());
    }

    private static void writeMark(JsonGenerator json, Sighting.Released mark) throws IOException {
        json.writeStringField("state", "released");
        json.writeNumberField("token", mark.lastToken());
        Reservation reservation = mark.reservation();
        if (reservation != null) {
            json.writeStringField("reservedFor", reservation.instance());
            json.writeStringField("reservedLength", reservation.length().toString());
        }
    }

    /** Reads a record; whatever is wrong with it ends in {@link Sighting.Unreadable}, never in an exception. */
    static Parsed read(String election, Entry entry) {
        Map<String, String> fields = new HashMap<>();
        try {
            parse(entry.content(), fields);
            return new Parsed(sighting(election, new Fields(fields), entry.version()), pulse(fields));
        } catch (IOException | IllegalArgumentException | DateTimeException | ArithmeticException e) {
            long token = salvagedToken(fields);
            return new Parsed(new Sighting.Unreadable(problem(e), token, entry.version()), null);
        }
    }

    /** Returns the sign of life a record names, or null if it names none or is no record. */
    static @Nullable Pulse pulse(Entry entry) {
        Map<String, String> fields = new HashMap<>();
        try {
            parse(entry.content(), fields);
            return pulse(fields);
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }

    private static void parse(byte[] content, Map<String, String> fields) throws IOException {
        try (JsonParser json = JSON.createParser(content)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not a JSON object");
            }
            for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                JsonToken value = json.nextToken();
                if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                    fields.put(field, json.getText());
                } else {
                    json.skipChildren();
                }
            }
            if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
                throw new IllegalArgumentException("it does not end where the JSON object ends");
            }
        }
    }

    private static Sighting sighting(String election, Fields fields, String version) {
        if (fields.number("format") != FORMAT) {
            throw new IllegalArgumentException("its format is " + fields.text("format") + ", and only " + FORMAT
                    + " is known here: a newer version of Tenure wrote it");
        }
        if (!fields.text("election").equals(election)) {
            throw new IllegalArgumentException("it is of the election '" + fields.text("election") + "'");
        }
        long token = fields.number("token");
        if (token < 0 || token > Lease.MAX_TOKEN) {
            throw new IllegalArgumentException("its token " + token + " is out of bounds");
        }
        return switch (fields.text("state")) {
            case "held" -> new Sighting.Held(lease(election, token, fields, version), null);
            case "released" -> new Sighting.Released(token, reservation(fields), version);
            default -> throw new IllegalArgumentException("its state is '" + fields.text("state") + "'");
        };
    }

    private static Lease lease(String election, long token, Fields fields, String version) {
        Identity holder = new Identity(fields.text("instance"), fields.text("name"), fields.optional("address"));
        Stamp stamp = new Stamp(fields.number("renewal"), fields.number("attempt"), Instant.parse(fields.text("at")));
        Instant since = Instant.parse(fields.text("since"));
        return new Lease(election, holder, token, since, Duration.parse(fields.text("ttl")), stamp, version);
    }

    private static @Nullable Reservation reservation(Fields fields) {
        String instance = fields.optional("reservedFor");
        return instance == null ? null : new Reservation(instance, Duration.parse(fields.text("reservedLength")));
    }

    private static @Nullable Pulse pulse(Map<String, String> fields) {
        String file = fields.get("liveFile");
        String key = fields.get("liveKey");
        String boot = fields.get("boot");
        return file == null || key == null || boot == null ? null : new Pulse(file, key, boot);
    }

    private static long salvagedToken(Map<String, String> fields) {
        try {
            long token = Long.parseLong(fields.getOrDefault("token", "0"));
            return token < 0 || token > Lease.MAX_TOKEN ? 0 : token;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** The fields of a record, with a message for people where one is missing or no number. */
    private record Fields(Map<String, String> values) {
        @Nullable String optional(String name) {
            return values.get(name);
        }

        String text(String name) {
            String value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException("it has no field '" + name + "'");
            }
            return value;
        }

        long number(String name) {
            return Long.parseLong(text(name));
        }
    }

    /** Jackson's own words, without its remarks on where the text came from: that is told by whoever reads the file. */
    private static String problem(Exception e) {
        return String.valueOf(e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage());
    }
}
