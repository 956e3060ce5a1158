package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.enrolment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.RosterEntry;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BeatDateTest {
    private static final long NOW = 1_767_323_045_678L;

    @Test
    void dateShowsUpTo999LaterBeats() {
        RosterEntry written = enrolment("own", 41);

        for (long beat = 42; beat <= 41 + BeatDate.MOST_LATER; beat++) {
            RosterEntry next = enrolment("own", beat);
            assertThat(BeatDate.canShow(next, written)).isTrue();

            RosterEntry shown = BeatDate.latest(written, BeatDate.next(next, written, NOW));

            assertThat(BeatDate.isSameBeat(shown, next)).isTrue();
            assertThat(shown.heartbeat().at()).isEqualTo(Instant.ofEpochMilli(NOW));
        }
        assertThat(BeatDate.canShow(enrolment("own", 1041), written)).isFalse();
    }

    @Test
    void firstDateShowsWhatIsWritten() {
        RosterEntry written = enrolment("own", 41);

        assertThat(BeatDate.latest(written, BeatDate.first(NOW))).isEqualTo(written);
    }

    @Test
    void dateShowsNothingButLaterBeats() {
        RosterEntry written = enrolment("own", 41);
        RosterEntry next = enrolment("own", 42);
        RosterEntry.Heartbeat longer =
                new RosterEntry.Heartbeat(42, SampleRecords.AT, SampleRecords.TTL.plus(Duration.ofSeconds(1)));

        assertThat(BeatDate.canShow(written, written)).isFalse();
        assertThat(BeatDate.canShow(enrolment("own", 40), written)).isFalse();
        assertThat(BeatDate.canShow(enrolment("another", 42), written)).isFalse();
        assertThat(BeatDate.canShow(new RosterEntry(next.candidate(), 1, "1.0", true, 1, next.heartbeat()), written))
                .isFalse();
        assertThat(BeatDate.canShow(new RosterEntry(next.candidate(), 1, "1.0", true, 0, longer), written))
                .isFalse();
    }

    @Test
    void numbersAtTheirEndsAreNoneThatFollowEachOther() {
        RosterEntry lowest = enrolment("own", Long.MIN_VALUE);
        RosterEntry highest = enrolment("own", Long.MAX_VALUE);

        assertThat(BeatDate.canShow(lowest, highest)).isFalse();
        assertThat(BeatDate.canShow(highest, lowest)).isFalse();
    }
}
