package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMarkTest {
    private static final String RANDOM = "-0123456789abcdef0123456789abcdef";

    @Test
    void ownFilesAreNeverAnothers() {
        String name = ProcessMark.newName();

        assertThat(name).isNotEqualTo(ProcessMark.newName());
        assertThat(ProcessMark.isOfAnother(name)).isFalse();
    }

    @Test
    void anotherProcessHasAnotherIdOrStartedAtAnotherTime() {
        assertThat(ProcessMark.isOfAnother("8-1000" + RANDOM, "7", "1000")).isTrue();
        assertThat(ProcessMark.isOfAnother("7-2000" + RANDOM, "7", "1000")).isTrue();
        assertThat(ProcessMark.isOfAnother("7-1000" + RANDOM, "7", "1000")).isFalse();
    }

    @Test
    void whereTheStartIsUnknownTheIdAloneDecidesAndInDoubtItIsOurs() {
        assertThat(ProcessMark.isOfAnother("7-0" + RANDOM, "7", "1000")).isFalse();
        assertThat(ProcessMark.isOfAnother("7-1000" + RANDOM, "7", "0")).isFalse();
        assertThat(ProcessMark.isOfAnother("8-0" + RANDOM, "7", "1000")).isTrue();
    }

    @Test
    void whatIsNotNamedLikeALivenessFileIsLeftAlone() {
        for (String name :
                List.of("", "x", "../8-1000" + RANDOM, "8-1000", "8-1000" + RANDOM + "/..", "-1-1" + RANDOM)) {
            assertThat(ProcessMark.isOfAnother(name)).as(name).isFalse();
        }
    }
}
