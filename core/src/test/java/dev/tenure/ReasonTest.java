package dev.tenure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void reasonsThatAreMissingOrUnknownAreOther() {
        assertThat(Reason.parse(null)).isEqualTo(Reason.OTHER);
        assertThat(Reason.parse("of a later version")).isEqualTo(Reason.OTHER);
        assertThat(Reason.parse("trust_ended")).isEqualTo(Reason.TRUST_ENDED);
    }

    @Test
    void whatAWordStandsForIsReadInAnyCase() {
        assertThat(HistoryEntry.What.parse("Acquired")).isEqualTo(HistoryEntry.What.ACQUIRED);
        assertThatIllegalArgumentException().isThrownBy(() -> HistoryEntry.What.parse("crowned"));
    }
}
