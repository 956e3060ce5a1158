package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.RosterEntry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When entries of rosters are written again. Time passes by the numbers here. */
class RosterBeatsTest {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final RosterBeats beats = new RosterBeats();
    private final Map<String, RosterEntry> disk = new HashMap<>();
    private long nowNanos = Long.MAX_VALUE - TTL.toNanos(); // wraps around soon
    private long beat;
    private int writes;

    @Test
    void unchangedEntryIsWrittenTwiceAndThenOnceInFiveTtls() {
        attendFor(INTERVAL.multipliedBy(2), true, "a");
        assertThat(writes).isEqualTo(2);
        assertThat(validFor()).isEqualTo(TTL.multipliedBy(15));

        attendFor(TTL.multipliedBy(5).minus(INTERVAL.multipliedBy(2)), true, "a");
        assertThat(writes).isEqualTo(2);

        attendFor(TTL.multipliedBy(50), true, "a");
        assertThat(writes).isBetween(11, 12);
    }

    @Test
    void entryIsWrittenLongBeforeItCountsAsDead() {
        long longest = 0;
        long last = nowNanos;
        for (int round = 0; round < 1000; round++) {
            int before = writes;
            attend(true, "a");
            if (writes > before) {
                longest = Math.max(longest, nowNanos - last);
                last = nowNanos;
            }
            nowNanos += INTERVAL.toNanos();
        }

        assertThat(Duration.ofNanos(longest)).isLessThan(TTL.multipliedBy(6));
    }

    @Test
    void changedEntryIsWrittenAtOnceAsItWasSaid() {
        attendFor(TTL, true, "a");
        int before = writes;

        attend(true, "b");

        assertThat(writes).isEqualTo(before + 1);
        assertThat(validFor()).isEqualTo(TTL);
    }

    @Test
    void everyBeatIsWrittenWhereTheKernelTellsNotAllOfADeath() {
        for (int round = 1; round <= 10; round++) {
            attend(false, "a");
            assertThat(writes).isEqualTo(round);
            assertThat(validFor()).isEqualTo(TTL);
        }
    }

    @Test
    void entryThatVanishedIsWrittenAgain() {
        attendFor(TTL, true, "a");
        int before = writes;
        disk.clear();

        attend(true, "a");

        assertThat(writes).isEqualTo(before + 1);
    }

    @Test
    void entryIsWrittenAgainAfterTheCandidateLeft() {
        attendFor(TTL, true, "a");
        int before = writes;
        beats.left(List.of(ELECTION), "own");

        attend(true, "a");

        assertThat(writes).isEqualTo(before + 1);
    }

    @Test
    void oneBeatIsInAllRosters() {
        Map<String, RosterEntry> two = new HashMap<>(Map.of("one", entry("a"), "two", entry("a")));
        write(two, true);
        beat++;
        two.put("two", entry("b"));
        two.put("one", entry("a"));

        write(two, true);

        assertThat(disk.get("one")).isEqualTo(two.get("one"));
        assertThat(disk.get("two")).isEqualTo(two.get("two"));
    }

    @Test
    void rosterThatFellBehindCatchesUp() {
        attendFor(TTL, true, "a");
        beat++;
        write(Map.of("another", entry("a")), true);

        int before = writes;
        attend(true, "a");

        assertThat(writes).isEqualTo(before + 1);
    }

    private void attendFor(Duration length, boolean calm, String version) {
        for (Duration passed = Duration.ZERO; passed.compareTo(length) < 0; passed = passed.plus(INTERVAL)) {
            attend(calm, version);
            nowNanos += INTERVAL.toNanos();
        }
    }

    private void attend(boolean calm, String version) {
        beat++;
        write(Map.of(ELECTION, entry(version)), calm);
    }

    private void write(Map<String, RosterEntry> own, boolean calm) {
        Map<String, List<RosterEntry>> shown = new HashMap<>();
        disk.forEach((roster, entry) -> shown.put(roster, List.of(entry)));
        RosterBeats.Due due = beats.due(own, shown, calm, nowNanos);
        due.entries().forEach((roster, entry) -> {
            disk.put(roster, entry);
            writes++;
            beats.written(roster, own.getOrDefault(roster, entry), entry, due.calm(), nowNanos);
        });
    }

    private Duration validFor() {
        return disk.getOrDefault(ELECTION, entry("")).heartbeat().validFor();
    }

    private RosterEntry entry(String version) {
        RosterEntry sample = SampleRecords.enrolment("own", beat);
        return new RosterEntry(sample.candidate(), 1, version, true, 0, sample.heartbeat());
    }
}
