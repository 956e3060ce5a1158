package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.protocol.RememberedTerms.Remembered;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R7 Whoever saw it alive waits it out: terms that the record no longer shows")
class RememberedTermsTest {
    private static final long NOW = Long.valueOf(Long.MAX_VALUE - 5); // readings may wrap, and no constant may

    private final RememberedTerms terms = new RememberedTerms();

    private void lost(long token, long until) {
        terms.remember(new Remembered(token, false, NOW + until));
    }

    private long waits() {
        return terms.atLeast(NOW) - NOW;
    }

    @Test
    void theLongestWaitCounts() {
        assertThat(waits()).isZero();
        lost(5, 20);
        lost(6, 10);

        assertThat(waits()).isEqualTo(20);
        terms.forgetOver(NOW + 19);
        assertThat(terms.size()).isEqualTo(1);
        terms.forgetOver(NOW + 20);
        assertThat(terms.size()).isZero();
    }

    @Test
    void onlyItsOwnReleaseEndsALostTerm() {
        lost(5, 20);
        terms.released(6);
        terms.released(4);
        assertThat(waits()).isEqualTo(20);

        terms.released(5);
        assertThat(waits()).isZero();
    }

    @Test
    void noReleaseEndsATermThatIsNotKnown() {
        lost(RememberedTerms.UNKNOWN, 20);
        terms.released(RememberedTerms.UNKNOWN);

        assertThat(waits()).isEqualTo(20);
    }

    @Test
    void aTermThatIsLostTwiceIsRememberedOnce() {
        lost(5, 20);
        lost(5, 10);
        terms.released(6);

        assertThat(terms.size()).isEqualTo(1);
        assertThat(waits()).isEqualTo(20);
    }

    @Test
    void aRecordThatChangesWithoutEndIsRememberedInFewTerms() {
        lost(1, 500);
        for (int token = 2; token < 1000; token++) {
            lost(token, token / 10);
        }

        assertThat(terms.size()).isLessThan(5);
        terms.released(1);
        assertThat(waits()).as("merged, and therefore kept").isEqualTo(500);
    }

    @Test
    void ownTermsDoNotCountAsOthers() {
        terms.remember(new Remembered(5, true, NOW + 20));
        assertThat(terms.othersAreOver(new ClockReading(NOW, 0, 0))).isTrue();

        lost(6, 10);
        assertThat(terms.othersAreOver(new ClockReading(NOW + 9, 0, 0))).isFalse();
        assertThat(terms.othersAreOver(new ClockReading(NOW + 10, 0, 0))).isTrue();
    }

    @Test
    @DisplayName("an own term that is merged with another's counts as another's, whichever came first")
    void mergedTermsAreOthersUnlessAllAreOurs() {
        for (boolean oursFirst : new boolean[] {true, false}) {
            RememberedTerms merged = new RememberedTerms();
            merged.remember(new Remembered(1, oursFirst, NOW + 20));
            merged.remember(new Remembered(2, !oursFirst, NOW + 20));
            for (int token = 3; token <= 5; token++) {
                merged.remember(new Remembered(token, true, NOW + 20));
            }

            assertThat(merged.othersAreOver(new ClockReading(NOW + 19, 0, 0))).isFalse();
        }
    }

    @Test
    void mergedOwnTermsStayOurs() {
        for (int token = 1; token <= 5; token++) {
            terms.remember(new Remembered(token, true, NOW + 20));
        }

        assertThat(terms.othersAreOver(new ClockReading(NOW, 0, 0))).isTrue();
    }
}
