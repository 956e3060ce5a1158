package dev.tenure.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** {@link Durations}. */
class DurationsTest {

    @Test
    void durationIsAWholeNumberWithAUnit() {
        assertThat(new Durations().convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(new Durations().convert("15s")).isEqualTo(Duration.ofSeconds(15));
        assertThat(new Durations().convert("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(new Durations().convert("1h")).isEqualTo(Duration.ofHours(1));
        assertThat(new Durations().convert("0s")).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "banana", "5", "-5s", "1.5s", "5 s", "5S", "PT5S", "99999999999s"})
    void malformedDurationIsRefusedWithExamples(String text) {
        assertThatThrownBy(() -> new Durations().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("write it as 500ms, 15s");
    }

    @Test
    void shownDurationCanBeParsed() {
        assertThat(Durations.show(Duration.ofMillis(1500))).isEqualTo("1500ms");
        assertThat(Durations.show(Duration.ofSeconds(90))).isEqualTo("90s");
    }
}
