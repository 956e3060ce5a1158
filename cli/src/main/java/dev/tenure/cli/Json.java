package dev.tenure.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Identity;
import dev.tenure.spi.PrintableText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How commands print JSON: what does not apply is null, and no field is ever left out. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Writes the fields of one object. */
    @FunctionalInterface
    interface Fields<T> {
        void write(JsonGenerator json, T item) throws IOException;
    }

    /** Returns an array with an object for each item, laid out for people too. */
    static <T> String array(List<T> items, Fields<T> fields) {
        return text(true, json -> {
            json.writeStartArray();
            for (T item : items) {
                writeObject(json, item, fields);
            }
            json.writeEndArray();
        });
    }

    /** Returns one object, laid out for people too. */
    static <T> String object(T item, Fields<T> fields) {
        return text(true, json -> writeObject(json, item, fields));
    }

    /** Returns one object on one line. */
    static <T> String line(T item, Fields<T> fields) {
        return text(false, json -> writeObject(json, item, fields));
    }

    /** Writes who a candidate is, its name under the given word. */
    static void writeIdentity(JsonGenerator json, String word, @Nullable Identity who) throws IOException {
        json.writeStringField(word, who == null ? null : who.name());
        json.writeStringField("instance", who == null ? null : who.instance());
        json.writeStringField("address", who == null ? null : who.address());
    }

    /** Writes a moment as ISO-8601, in UTC. */
    static void writeInstant(JsonGenerator json, String word, @Nullable Instant moment) throws IOException {
        json.writeStringField(word, moment == null ? null : moment.toString());
    }

    private static <T> void writeObject(JsonGenerator json, T item, Fields<T> fields) throws IOException {
        json.writeStartObject();
        fields.write(json, item);
        json.writeEndObject();
    }

    @FunctionalInterface
    private interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    private static String text(boolean pretty, Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            if (pretty) {
                json.useDefaultPrettyPrinter();
            }
            content.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return PrintableText.json(text.toString());
    }
}
