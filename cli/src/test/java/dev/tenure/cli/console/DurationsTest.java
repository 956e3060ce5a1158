package dev.tenure.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Durations}. */
class DurationsTest {

    @Test
    void durationIsAWholeNumberWithAUnit() {
        assertThat(Durations.parse("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Durations.parse("15s")).isEqualTo(Duration.ofSeconds(15));
        assertThat(Durations.parse("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(Durations.parse("1h")).isEqualTo(Duration.ofHours(1));
        assertThat(Durations.parse("0s")).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "banana", "5", "-5s", "1.5s", "5 s", "5S", "PT5S", "99999999999s"})
    void malformedDurationIsRefusedWithExamples(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write it as 500ms, 15s");
    }

    @Test
    void shownDurationCanBeParsed() {
        assertThat(Durations.show(Duration.ofMillis(1500))).isEqualTo("1500ms");
        assertThat(Durations.show(Duration.ofSeconds(90))).isEqualTo("90s");
    }
}
