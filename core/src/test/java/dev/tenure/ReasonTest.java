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

    @Test
    void everyReasonAndEveryWhatIsReadFromItsWord() {
        assertThat(Reason.TRUST_ENDED.word()).isEqualTo("trust-ended");
        assertThat(Reason.values())
                .allSatisfy(reason -> assertThat(Reason.parse(reason.word())).isEqualTo(reason));
        assertThat(HistoryEntry.What.values())
                .allSatisfy(
                        what -> assertThat(HistoryEntry.What.parse(what.word())).isEqualTo(what));
    }
}
