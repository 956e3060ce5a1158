package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** What a store says of itself is of use only if it says what to do about it. */
class FindingTest {
    @Test
    void whatIsWrongHasARemedy() {
        assertThatIllegalArgumentException().isThrownBy(() -> Finding.warn("clock", "9 s ahead", " "));
        assertThatIllegalArgumentException().isThrownBy(() -> Finding.fail("schema", "is of version 9", ""));

        assertThat(Finding.fail("schema", "is of version 9", "use a newer Tenure")
                        .level())
                .isEqualTo(Finding.Level.FAIL);
    }

    @Test
    void whatIsWellNeedsNone() {
        assertThat(Finding.ok("clock", "3 ms apart").remedy()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Finding(Finding.Level.OK, "clock", "3 ms apart", "set it"));
    }
}
