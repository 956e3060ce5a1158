package dev.tenure.store.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.tenure.Identity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Writes flat JSON objects that {@link Fields} reads. */
final class FieldWriter {
    private static final JsonFactory JSON = new JsonFactory();

    private FieldWriter() {}

    /** What is written between the braces. */
    @FunctionalInterface
    interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    /** Returns an object as people like to read it, a field on each line. */
    static byte[] lines(int format, Body body) {
        return write(format, body, true);
    }

    /** Returns an object on one line, with no line break before or after. */
    static byte[] line(int format, Body body) {
        return write(format, body, false);
    }

    private static byte[] write(int format, Body body, boolean pretty) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            if (pretty) {
                json.setPrettyPrinter(new DefaultPrettyPrinter());
            }
            json.writeStartObject();
            json.writeNumberField("format", format);
            body.write(json);
            json.writeEndObject();
            if (pretty) {
                json.writeRaw('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    static void identity(JsonGenerator json, Identity who) throws IOException {
        json.writeStringField("instance", who.instance());
        json.writeStringField("name", who.name());
        optional(json, "address", who.address());
    }

    static void liveness(JsonGenerator json, @Nullable LivenessReference liveness) throws IOException {
        if (liveness != null) {
            json.writeStringField("liveFile", liveness.file());
            json.writeStringField("liveKey", liveness.key());
            json.writeStringField("boot", liveness.boot());
        }
    }

    static void optional(JsonGenerator json, String field, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(field, value);
        }
    }
}
