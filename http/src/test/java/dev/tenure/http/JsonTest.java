package dev.tenure.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How answers are written. */
class JsonTest {
    @Test
    void whatATerminalWouldObeyIsEscaped() {
        assertThat(Json.object(json -> json.writeStringField("cause", "ä\u007f\u009b2J\u202e")))
                .isEqualTo("{\"cause\":\"ä\\u007f\\u009b2J\\u202e\"}");
    }
}
