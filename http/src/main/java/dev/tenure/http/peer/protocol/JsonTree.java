package dev.tenure.http.peer.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON object that was read whole. Unknown fields are ignored; invalid fields are refused. */
final class JsonTree {
    private static final int DEEPEST = 8;
    private static final int LONGEST = 1 << 16;

    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(LONGEST)
                    .maxNameLength(LONGEST)
                    .build())
            .build();

    private final Map<?, ?> fields;

    private JsonTree(Map<?, ?> fields) {
        this.fields = fields;
    }

    /**
     * Reads one object.
     *
     * @throws IOException if the bytes are no JSON object
     */
    static JsonTree parse(byte[] bytes) throws IOException {
        try (JsonParser json = FACTORY.createParser(bytes)) {
            if (json.nextToken() == JsonToken.START_OBJECT && value(json) instanceof Map<?, ?> object) {
                if (json.nextToken() == null) {
                    return new JsonTree(object);
                }
            }
        } catch (JsonProcessingException malformed) {
            throw new IOException("not JSON: " + malformed.getOriginalMessage(), malformed);
        }
        throw new IOException("not one JSON object");
    }

    private static @Nullable Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> object = new HashMap<>();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    object.put(name, value(json));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<@Nullable Object> array = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(json));
                }
                yield array;
            }
            case VALUE_STRING -> wellFormed(json.getText());
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    /** Half a character, which JSON can escape, cannot be sent on: writing it would fail. */
    private static String wellFormed(String text) throws IOException {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IOException("a text has half a character");
        }
        return text;
    }

    String text(String name) throws IOException {
        return as(String.class, name);
    }

    @Nullable String textOrNull(String name) throws IOException {
        return fields.get(name) == null ? null : text(name);
    }

    long number(String name) throws IOException {
        return as(Long.class, name);
    }

    boolean flag(String name) throws IOException {
        return as(Boolean.class, name);
    }

    Instant instant(String name) throws IOException {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException malformed) {
            throw new IOException(name + " is no moment", malformed);
        }
    }

    Duration duration(String name) throws IOException {
        try {
            return Duration.parse(text(name));
        } catch (DateTimeException | ArithmeticException malformed) {
            throw new IOException(name + " is no duration", malformed);
        }
    }

    @Nullable JsonTree objectOrNull(String name) throws IOException {
        return fields.get(name) == null ? null : new JsonTree(as(Map.class, name));
    }

    boolean has(String name) {
        return fields.get(name) != null;
    }

    /** Returns the objects of an array, none if there is no such array. */
    List<JsonTree> objects(String name) throws IOException {
        List<JsonTree> objects = new ArrayList<>();
        for (Object each : array(name)) {
            if (!(each instanceof Map<?, ?> object)) {
                throw new IOException(name + " holds something else than objects");
            }
            objects.add(new JsonTree(object));
        }
        return objects;
    }

    /** Returns the strings of an array, none if there is no such array. */
    Set<String> texts(String name) throws IOException {
        Set<String> texts = new LinkedHashSet<>();
        for (Object each : array(name)) {
            if (!(each instanceof String text)) {
                throw new IOException(name + " holds something else than strings");
            }
            texts.add(text);
        }
        return texts;
    }

    private List<?> array(String name) throws IOException {
        return fields.get(name) == null ? List.of() : as(List.class, name);
    }

    private <T> T as(Class<T> type, String name) throws IOException {
        Object value = fields.get(name);
        if (!type.isInstance(value)) {
            throw new IOException(name + " is missing or no " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
