package dev.tenure.store.kafka.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.log.LogRecord.CheckpointEnd;
import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import dev.tenure.store.kafka.log.LogRecord.Departure;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A checkpoint is believed only if it describes the log that was read, of which the beginning is gone. */
class UndecidedRecordsTest {
    private static final Version OLD = new Version(3, "old");
    private static final Version CLAIM = new Version(10, "claim");
    private static final Version RENEWAL = new Version(11, "renewal");
    private static final Version BEAT = new Version(12, "beat");

    private final Replay replay = new Replay(10, (offset, proposal, takesEffect, after) -> {});

    @BeforeEach
    void readLog() {
        replay.apply(10, proposal("claim", "a", OLD));
        replay.apply(11, proposal("renewal", "a", CLAIM));
        replay.apply(12, new Departure("beat", "instance-1", List.of()));
    }

    private static Proposal proposal(String id, String election, Version replaces) {
        return new Proposal(id, election, replaces, new Sighting.Released(1, 0, null, ""));
    }

    private boolean isBelieved(Version asOf, CheckpointPart... parts) {
        for (int each = 0; each < parts.length; each++) {
            replay.apply(13 + each, parts[each]);
        }
        replay.apply(13 + parts.length, new CheckpointEnd("cp", asOf, parts.length, Version.NONE));
        return replay.state() != null;
    }

    private static CheckpointPart part(String election, Version present) {
        return new CheckpointPart("cp", election, present, new Sighting.Released(1, 0, null, present.text()));
    }

    @Test
    void checkpointOfThisLogIsBelieved() {
        assertThat(isBelieved(BEAT, part("a", RENEWAL), part("b", OLD))).isTrue();
    }

    @Test
    void checkpointInTheMidstOfWhatWasReadIsBelieved() {
        assertThat(isBelieved(CLAIM, part("a", CLAIM))).isTrue();
    }

    @Test
    @DisplayName("a checkpoint that was under way while the log lost records counts records that are not here yet")
    void checkpointOfLongerLogIsRefused() {
        assertThat(isBelieved(new Version(20, "beat"), part("b", OLD))).isFalse();
    }

    @Test
    @DisplayName("a checkpoint that was under way while the log lost records and grew again counts another record")
    void checkpointOfOtherLogIsRefused() {
        assertThat(isBelieved(new Version(12, "lost"), part("a", RENEWAL))).isFalse();
    }

    @Test
    @DisplayName("a checkpoint by a process that did not notice the loss shows a record that is not in the log")
    void checkpointWithLostRecordIsRefused() {
        assertThat(isBelieved(BEAT, part("a", RENEWAL), part("b", new Version(11, "lost"))))
                .isFalse();
    }

    @Test
    @DisplayName("a checkpoint by a process that did not notice the loss shows a record that was replaced")
    void checkpointWithReplacedRecordIsRefused() {
        assertThat(isBelieved(BEAT, part("a", OLD))).isFalse();
    }

    @Test
    @DisplayName("a checkpoint lacks no election whose first claim was read")
    void checkpointWithoutElectionIsRefused() {
        replay.apply(13, proposal("first", "new", Version.NONE));
        replay.apply(14, part("a", RENEWAL));
        replay.apply(15, new CheckpointEnd("cp", new Version(13, "first"), 1, Version.NONE));

        assertThat(replay.state()).isNull();
    }

    @Test
    @DisplayName("a record that another one preceded took no effect, whatever a checkpoint shows")
    void checkpointWithVoidRecordIsRefused() {
        replay.apply(13, proposal("second", "a", CLAIM));
        replay.apply(14, part("a", new Version(13, "second")));
        replay.apply(15, new CheckpointEnd("cp", new Version(13, "second"), 1, Version.NONE));

        assertThat(replay.state()).isNull();
    }
}
