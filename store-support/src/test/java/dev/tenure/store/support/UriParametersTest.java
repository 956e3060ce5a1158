package dev.tenure.store.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.spi.StoreUri;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriParametersTest {

    private static UriParameters of(String query) {
        return UriParameters.of(StoreUri.parse("x://host?" + query), "a", "b");
    }

    @ParameterizedTest
    @CsvSource({"500ms,500", "15s,15000", "2m,120000"})
    void timeHasANumberAndAUnit(String value, long millis) {
        assertThat(of("a=" + value).duration("a", Duration.ZERO)).isEqualTo(Duration.ofMillis(millis));
        assertThat(of("a=" + value).duration("b")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"15", "s", "-1s", "1h", "1.5s"})
    void otherTimesAreRefusedWithAnExample(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("a=" + value).duration("a", Duration.ZERO))
                .withMessage("the parameter a is a time like 500ms, 15s or 2m, not '" + value + "'");
    }

    @Test
    void missingParameterHasTheGivenDefault() {
        assertThat(of("").flag("a", true)).isTrue();
        assertThat(of("").number("a", 3)).isEqualTo(3);
        assertThat(of("").choice("a", "wait", "wait", "take-over")).isEqualTo("wait");
        assertThat(of("").file("a")).isEmpty();
        assertThat(of("").text("a", "z")).isEqualTo("z");
    }

    @Test
    void wrongValueIsRefusedWithWhatIsAllowed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("a=yes").flag("a", true))
                .withMessage("the parameter a is true or false, not 'yes'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("a=x").number("a", 1))
                .withMessage("the parameter a is a whole number, not 'x'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("a=%20").file("a"))
                .withMessage("the parameter a names no file");
        assertThat(of("a=x.pem").file("a")).contains(Path.of("x.pem"));
    }

    @Test
    void parameterWithoutItsSettingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("b=1").refuseWithout("shared=s3lect", "a", "b"))
                .withMessage("the parameter b means nothing without shared=s3lect");
        of("b=1").refuseWithout("shared=s3lect", "a");
    }

    @Test
    void unknownParameterIsRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException().isThrownBy(() -> of("c=1")).withMessageContaining("it knows a, b");
    }
}
