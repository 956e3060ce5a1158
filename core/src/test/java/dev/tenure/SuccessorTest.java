package dev.tenure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SuccessorTest {
    private static final Identity NODE = Identity.ofInstance("id-1").withName("node-1");

    @Test
    void nameAndInstanceAreNotConfused() {
        assertThat(Successor.named("node-1").is(NODE)).isTrue();
        assertThat(Successor.named("id-1").is(NODE)).isFalse();
        assertThat(Successor.instance("id-1").is(NODE)).isTrue();
        assertThat(Successor.instance("node-1").is(NODE)).isFalse();
        assertThat(Successor.nameOrInstance("id-1").is(NODE)).isTrue();
        assertThat(Successor.nameOrInstance("node-1").is(NODE)).isTrue();
        assertThat(Successor.named("node-1")).hasToString("node-1").isEqualTo(Successor.named("node-1"));
    }

    @Test
    void aBlankSuccessorIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Successor.named(" "))
                .withMessageContaining("name is blank");
    }
}
