package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what commands print with {@code --json}. */
final class JsonTexts {
    private JsonTexts() {}

    /** Returns the objects of an array. */
    static List<Map<String, @Nullable Object>> objects(String text) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(text)) {
            assertThat(json.nextToken()).isEqualTo(JsonToken.START_ARRAY);
            return elements(json);
        }
    }

    private static List<Map<String, @Nullable Object>> elements(JsonParser json) throws IOException {
        List<Map<String, @Nullable Object>> elements = new ArrayList<>();
        while (json.nextToken() == JsonToken.START_OBJECT) {
            elements.add(fields(json));
        }
        return elements;
    }

    /** Returns the fields of an object, in their order. */
    static Map<String, @Nullable Object> object(String text) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(text)) {
            assertThat(json.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            return fields(json);
        }
    }

    private static Map<String, @Nullable Object> fields(JsonParser json) throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            fields.put(
                    name,
                    switch (value) {
                        case VALUE_NULL -> null;
                        case VALUE_NUMBER_INT -> json.getLongValue();
                        case VALUE_TRUE -> true;
                        case VALUE_FALSE -> false;
                        case START_OBJECT -> fields(json);
                        case START_ARRAY -> elements(json);
                        default -> json.getText();
                    });
        }
        return fields;
    }
}
