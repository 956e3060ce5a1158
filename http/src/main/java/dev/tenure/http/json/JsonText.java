package dev.tenure.http.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.spi.PrintableText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** Writes JSON that is safe to print: characters that a terminal would obey are escaped. */
public final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    /** Writes into an open object or array. */
    @FunctionalInterface
    public interface Content {
        /** Writes the content. */
        void write(JsonGenerator json) throws IOException;
    }

    /** Writes the fields of one object. */
    @FunctionalInterface
    public interface Fields<T> {
        /** Writes the fields of the item. */
        void write(JsonGenerator json, T item) throws IOException;
    }

    /** Returns an object on one line. */
    public static String object(Content fields) {
        return text(false, json -> writeObject(json, fields));
    }

    /** Returns an array on one line, with an object for each item. */
    public static <T> String array(List<T> items, Fields<T> fields) {
        return text(false, json -> writeArray(json, items, fields));
    }

    /** Returns an object with line breaks and indentation. */
    public static String indentedObject(Content fields) {
        return text(true, json -> writeObject(json, fields));
    }

    /** Returns an array with line breaks and indentation, with an object for each item. */
    public static <T> String indentedArray(List<T> items, Fields<T> fields) {
        return text(true, json -> writeArray(json, items, fields));
    }

    /** Writes an array with an object for each item. */
    public static <T> void writeArray(JsonGenerator json, List<T> items, Fields<T> fields) throws IOException {
        json.writeStartArray();
        for (T item : items) {
            writeObject(json, out -> fields.write(out, item));
        }
        json.writeEndArray();
    }

    private static void writeObject(JsonGenerator json, Content fields) throws IOException {
        json.writeStartObject();
        fields.write(json);
        json.writeEndObject();
    }

    private static String text(boolean indented, Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            if (indented) {
                json.useDefaultPrettyPrinter();
            }
            content.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return PrintableText.json(text.toString());
    }
}
