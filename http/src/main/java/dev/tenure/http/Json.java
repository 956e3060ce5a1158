package dev.tenure.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Identity;
import dev.tenure.spi.PrintableText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How answers are written: on one line that is safe to print, with the words of the command line, and null for what
 * does not apply.
 */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Writes something into an object or an array that is open. */
    @FunctionalInterface
    interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    static String object(Content fields) {
        return text(json -> {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        });
    }

    static String text(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            content.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return PrintableText.json(text.toString());
    }

    /** Writes who a candidate is, its name under the given word. */
    static void writeIdentity(JsonGenerator json, String word, @Nullable Identity who) throws IOException {
        json.writeStringField(word, who == null ? null : who.name());
        json.writeStringField("instance", who == null ? null : who.instance());
        json.writeStringField("address", who == null ? null : who.address());
    }

    /** Writes a moment as RFC 3339 has it, in UTC. */
    static void writeInstant(JsonGenerator json, String word, @Nullable Instant moment) throws IOException {
        json.writeStringField(word, moment == null ? null : moment.toString());
    }
}
