package dev.tenure.store.s3;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object as it was read; those of an object within it as {@code outer.inner}. Unknown fields are
 * ignored, so that a later version may add some.
 */
record Fields(Map<String, String> values) {
    private static final JsonFactory JSON = new JsonFactory();

    /** What is wrong with a text that should have been a JSON object of a certain meaning. */
    static final class GarbageException extends Exception {
        private static final long serialVersionUID = 1L;

        private GarbageException(String problem, Throwable cause) {
            super(problem, cause);
        }

        String problem() {
            return String.valueOf(getMessage());
        }
    }

    /** Reads an object, and makes of it what the function does, leaving in {@code values} what could be read. */
    static <T> T read(String text, Map<String, String> values, Function<Fields, T> meaning) throws GarbageException {
        try (JsonParser json = JSON.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException(text.isEmpty() ? "it is empty" : "it is not a JSON object");
            }
            parse(json, "", values);
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("it does not end where the JSON object ends");
            }
            return meaning.apply(new Fields(values));
        } catch (JsonProcessingException e) {
            // Jackson's own words, without its remarks on where the text came from.
            throw new GarbageException(e.getOriginalMessage(), e);
        } catch (IOException | IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new GarbageException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The same, where nothing can be salvaged. */
    static <T> T read(String text, Function<Fields, T> meaning) throws GarbageException {
        return read(text, new HashMap<>(), meaning);
    }

    private static void parse(JsonParser json, String outer, Map<String, String> values) throws IOException {
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_OBJECT && outer.isEmpty()) {
                values.put(field, "");
                parse(json, field + ".", values);
            } else if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                values.put(outer + field, json.getText());
            } else {
                json.skipChildren();
            }
        }
        if (json.currentToken() != JsonToken.END_OBJECT) {
            throw new IllegalArgumentException("it ends in the middle");
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

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

    Instant instant(String name) {
        return Instant.parse(text(name));
    }

    Duration duration(String name) {
        return Duration.parse(text(name));
    }
}
