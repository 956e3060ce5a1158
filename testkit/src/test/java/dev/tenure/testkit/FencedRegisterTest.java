package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.FencedRegister.Write;
import org.junit.jupiter.api.Test;

class FencedRegisterTest {
    private final FencedRegister register = new FencedRegister();

    @Test
    void aLowerTokenIsRefusedAnEqualOneIsNot() {
        assertThat(register.write(5, "first")).isTrue();
        assertThat(register.write(5, "again")).isTrue();
        assertThat(register.write(9, "next term")).isTrue();
        assertThat(register.write(5, "too late")).isFalse();

        assertThat(register.highestToken()).isEqualTo(9);
        assertThat(register.taken())
                .containsExactly(new Write(5, "first"), new Write(5, "again"), new Write(9, "next term"));
        assertThat(register.refused()).containsExactly(new Write(5, "too late"));
    }
}
