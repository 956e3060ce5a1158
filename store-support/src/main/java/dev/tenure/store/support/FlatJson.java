package dev.tenure.store.support;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads and writes a record as a JSON object of plain values, in which objects may stand one level deep. */
public final class FlatJson {
    private static final JsonFactory JSON = new JsonFactory();

    private FlatJson() {}

    /** Returns the object on one line, without a line break. */
    public static String compact(Consumer<RecordWriter> fields) {
        return write(fields, false);
    }

    /** Returns the object with one field on each line, ended by a line break. */
    public static String pretty(Consumer<RecordWriter> fields) {
        return write(fields, true);
    }

    private static String write(Consumer<RecordWriter> fields, boolean pretty) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            if (pretty) {
                json.setPrettyPrinter(new DefaultPrettyPrinter());
            }
            json.writeStartObject();
            fields.accept(new JsonWriter(json));
            json.writeEndObject();
            if (pretty) {
                json.writeRaw('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.toString();
    }

    /**
     * Reads an object out of JSON.
     *
     * @throws UnreadableRecordException if the text is not a JSON object, or the function finds a field missing or
     *     wrong
     */
    public static <T> T read(byte[] content, Function<RecordFields, T> reader) throws UnreadableRecordException {
        return parse(() -> JSON.createParser(content)).read(reader);
    }

    /**
     * Reads an object out of JSON.
     *
     * @throws UnreadableRecordException if the text is not a JSON object, or the function finds a field missing or
     *     wrong
     */
    public static <T> T read(String content, Function<RecordFields, T> reader) throws UnreadableRecordException {
        return parse(() -> JSON.createParser(content)).read(reader);
    }

    /**
     * Returns the fields of a JSON object that are plain values; those of an inner object as {@code object.field}, and
     * the inner object itself as an empty text.
     *
     * @throws UnreadableRecordException if the text is not a JSON object, with the fields that were read before
     */
    public static RecordFields parse(String content) throws UnreadableRecordException {
        return parse(() -> JSON.createParser(content));
    }

    private static RecordFields parse(Source source) throws UnreadableRecordException {
        Map<String, String> values = new HashMap<>();
        try (JsonParser json = source.open()) {
            JsonToken first = json.nextToken();
            if (first != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException(first == null ? "it is empty" : "it is not a JSON object");
            }
            parse(json, "", values);
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("it does not end where the JSON object ends");
            }
            return RecordFields.of(values);
        } catch (JsonProcessingException e) {
            // Jackson's own words, without its remarks on where the text came from.
            throw new UnreadableRecordException(e.getOriginalMessage(), RecordFields.of(values), e);
        } catch (IOException | IllegalArgumentException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()), RecordFields.of(values), e);
        }
    }

    private static void parse(JsonParser json, String outer, Map<String, String> values) throws IOException {
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_OBJECT && outer.isEmpty()) {
                values.put(field, "");
                parse(json, field + ".", values);
            } else if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                values.put(outer + field, wellFormed(json.getText()));
            } else {
                json.skipChildren();
            }
        }
        if (json.currentToken() != JsonToken.END_OBJECT) {
            throw new IllegalArgumentException("it ends in the middle");
        }
    }

    /** Half a character, which JSON can escape, cannot be written in UTF-8: it would come back as another text. */
    private static String wellFormed(String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("it has a text with half a character");
        }
        return text;
    }

    /** Opens a parser. */
    @FunctionalInterface
    private interface Source {
        JsonParser open() throws IOException;
    }
}
