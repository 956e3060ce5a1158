package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTextTest {

    @ParameterizedTest
    @CsvSource({
        "1b, \\x1b",
        "0, \\x00",
        "7, \\x07",
        "a, \\n",
        "d, \\r",
        "9, \\t",
        "7f, \\x7f",
        "85, \\x85",
        "9b, \\x9b",
        "ad, \\xad",
        "200b, \\u200b",
        "202e, \\u202e",
        "2066, \\u2066",
        "2028, \\u2028",
        "2029, \\u2029",
        "feff, \\ufeff",
        "d800, \\ud800",
        "34f, \\u034f",
        "115f, \\u115f",
        "1160, \\u1160",
        "2800, \\u2800",
        "3164, \\u3164",
        "ffa0, \\uffa0",
        "fe00, \\ufe00",
        "fe0f, \\ufe0f",
        "e0041, \\u{e0041}",
    })
    void invisibleCharactersAreEscaped(String codePoint, String shown) {
        String text = "a" + Character.toString(Integer.parseInt(codePoint, 16)) + "b";

        assertThat(PrintableText.of(text)).isEqualTo("a" + shown + "b");
        assertThat(PrintableText.isPrintable(text)).isFalse();
    }

    @Test
    void textOfAnyLanguageIsLeftAsItIs() {
        for (String text : new String[] {"", "node-7", "Käse 奶酪 جبن גבינה 😀", "C:\\x1b\\n", "a\u00a0b"}) {
            assertThat(PrintableText.of(text)).isEqualTo(text);
            assertThat(PrintableText.isPrintable(text)).isTrue();
        }
    }

    @Test
    void linesKeepTheirBreaksAndNothingElse() {
        assertThat(PrintableText.lines("a\n\tb\r\u001b[2J")).isEqualTo("a\n\tb\\r\\x1b[2J");
    }

    @Test
    void jsonIsEscapedAsJsonHasIt() {
        String json = "{\n\"a\":\"ä\u007f\u009b\u202e\u2028\udb40\udc41\"}";

        assertThat(PrintableText.json(json)).isEqualTo("{\n\"a\":\"ä\\u007f\\u009b\\u202e\\u2028\\udb40\\udc41\"}");
    }
}
