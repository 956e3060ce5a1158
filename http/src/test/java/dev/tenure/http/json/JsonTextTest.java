package dev.tenure.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@link JsonText}. */
class JsonTextTest {
    @Test
    void controlCharactersAreEscaped() {
        assertThat(JsonText.object(json -> json.writeStringField("cause", "ä\u007f\u009b2J\u202e")))
                .isEqualTo("{\"cause\":\"ä\\u007f\\u009b2J\\u202e\"}");
    }
}
