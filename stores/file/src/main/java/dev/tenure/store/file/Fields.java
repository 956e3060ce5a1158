package dev.tenure.store.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tenure.Identity;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a flat JSON object as it was read, with a message for people where one is missing or no number.
 *
 * <p>Unknown fields are ignored, so that a later version may add some. What changes the meaning of the known ones takes
 * a higher format number.
 */
record Fields(Map<String, String> values) {
    private static final JsonFactory JSON = new JsonFactory();

    /** Reads a JSON object, and makes of it what the given function does; whatever is wrong with it is garbage. */
    static <T> T read(byte[] content, Function<Fields, T> meaning) throws GarbageException {
        return read(content, new HashMap<>(), meaning);
    }

    /** The same, leaving in {@code values} what could be read before it went wrong. */
    static <T> T read(byte[] content, Map<String, String> values, Function<Fields, T> meaning) throws GarbageException {
        try {
            parse(content, values);
            return meaning.apply(new Fields(values));
        } catch (JsonProcessingException e) {
            // Jackson's own words, without its remarks on where the text came from.
            throw new GarbageException(e.getOriginalMessage(), e);
        } catch (IOException | IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new GarbageException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void parse(byte[] content, Map<String, String> values) throws IOException {
        try (JsonParser json = JSON.createParser(content)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not a JSON object");
            }
            for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                JsonToken value = json.nextToken();
                if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                    values.put(field, json.getText());
                } else {
                    json.skipChildren();
                }
            }
            if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
                throw new IllegalArgumentException("it does not end where the JSON object ends");
            }
        }
    }

    /** Refuses any other format than the one that is known. */
    void requireFormat(int known) {
        if (number("format") != known) {
            throw new IllegalArgumentException("its format is " + text("format") + ", and only " + known
                    + " is known here: a newer version of Tenure wrote it");
        }
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

    int smallNumber(String name) {
        return Integer.parseInt(text(name));
    }

    boolean isTrue(String name) {
        return text(name).equals("true");
    }

    Instant instant(String name) {
        return Instant.parse(text(name));
    }

    Duration duration(String name) {
        return Duration.parse(text(name));
    }

    Identity identity() {
        return new Identity(text("instance"), text("name"), optional("address"));
    }

    /** Returns the sign of life, or null if none is named. */
    @Nullable LivenessReference liveness() {
        String file = optional("liveFile");
        String key = optional("liveKey");
        String boot = optional("boot");
        return file == null || key == null || boot == null ? null : new LivenessReference(file, key, boot);
    }
}
