package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** A check result that reports a problem must name its remedy. */
class CheckResultTest {
    @Test
    void problemNeedsARemedy() {
        assertThatIllegalArgumentException().isThrownBy(() -> CheckResult.warn("clock", "9 s ahead", " "));
        assertThatIllegalArgumentException().isThrownBy(() -> CheckResult.fail("schema", "is of version 9", ""));

        assertThat(CheckResult.fail("schema", "is of version 9", "use a newer Tenure")
                        .level())
                .isEqualTo(CheckResult.Level.FAIL);
    }

    @Test
    void goodResultNeedsNoRemedy() {
        assertThat(CheckResult.ok("clock", "3 ms apart").remedy()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CheckResult(CheckResult.Level.OK, "clock", "3 ms apart", "set it"));
    }
}
