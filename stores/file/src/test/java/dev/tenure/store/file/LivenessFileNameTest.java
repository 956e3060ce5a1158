package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LivenessFileNameTest {
    private static final String RANDOM = "-0123456789abcdef0123456789abcdef";

    @Test
    void ownFilesAreRecognised() {
        String name = LivenessFileName.newName();

        assertThat(name).isNotEqualTo(LivenessFileName.newName());
        assertThat(LivenessFileName.isOfAnother(name)).isFalse();
    }

    @Test
    void otherProcessHasOtherIdOrStart() {
        assertThat(LivenessFileName.isOfAnother("8-1000" + RANDOM, "7", "1000")).isTrue();
        assertThat(LivenessFileName.isOfAnother("7-2000" + RANDOM, "7", "1000")).isTrue();
        assertThat(LivenessFileName.isOfAnother("7-1000" + RANDOM, "7", "1000")).isFalse();
    }

    @Test
    void unknownStartLeavesTheIdToDecide() {
        assertThat(LivenessFileName.isOfAnother("7-0" + RANDOM, "7", "1000")).isFalse();
        assertThat(LivenessFileName.isOfAnother("7-1000" + RANDOM, "7", "0")).isFalse();
        assertThat(LivenessFileName.isOfAnother("8-0" + RANDOM, "7", "1000")).isTrue();
    }

    @Test
    void otherFileNamesAreLeftAlone() {
        for (String name :
                List.of("", "x", "../8-1000" + RANDOM, "8-1000", "8-1000" + RANDOM + "/..", "-1-1" + RANDOM)) {
            assertThat(LivenessFileName.isOfAnother(name)).as(name).isFalse();
        }
    }
}
