package dev.tenure.store.redis.records;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** Flat objects of JSON. Numbers are kept as text, because scripts on the server would lose their last digits. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Writes the fields of one object. */
    @FunctionalInterface
    interface Content {
        void to(JsonGenerator json) throws IOException;
    }

    /** Returns an object on one line. */
    static String object(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            content.to(json);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return text.toString();
    }

    /** Returns an object without its opening brace, for a script to put other fields before these. */
    static String rest(Content content) {
        return object(content).substring(1);
    }

    /**
     * Reads an object's fields that are plain values, as text; null counts as missing.
     *
     * @throws IllegalArgumentException if it is no object
     */
    public static Fields read(String text) {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser json = FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is no JSON object");
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (value.isStructStart()) {
                    json.skipChildren();
                } else if (value != JsonToken.VALUE_NULL) {
                    fields.put(name, json.getText());
                }
            }
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("something follows the JSON object");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("it is no JSON", e);
        }
        return new Fields(fields);
    }
}
