package dev.tenure.store.kafka.log;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.log.LogRecord.Foreign;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import dev.tenure.store.kafka.log.LogRecord.Reset;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogStateTest {
    private static final String ELECTION = "payroll";

    private final LogState state = new LogState();

    private static Proposal released(String id, Version replaces, long token) {
        return new Proposal(id, ELECTION, replaces, new Sighting.Released(token, 0, null, ""));
    }

    @Test
    @DisplayName("of two proposals that name the same record the first in the log takes effect")
    void firstOfTwoTakesEffect() {
        assertThat(state.apply(7, released("a", Version.NONE, 1))).isTrue();
        assertThat(state.apply(8, released("b", Version.NONE, 2))).isFalse();

        assertThat(state.present(ELECTION).sighting()).isEqualTo(new Sighting.Released(1, 0, null, "7.a"));
    }

    @ParameterizedTest
    @CsvSource({"7, b", "6, a", "8, a", "-1, ''"})
    @DisplayName("a proposal names offset and id: a log that became shorter uses its offsets again")
    void proposalNamesOffsetAndId(long offset, String id) {
        state.apply(7, released("a", Version.NONE, 1));

        assertThat(state.apply(9, released("c", new Version(offset, id), 2))).isFalse();
        assertThat(state.apply(9, released("c", new Version(7, "a"), 2))).isTrue();
    }

    @Test
    @DisplayName("a lease that cannot be read takes its place, and hides no token known before it (R15)")
    void unreadableLeaseKeepsToken() {
        state.apply(1, released("a", Version.NONE, 40));
        Sighting damaged = new Sighting.Unreadable("damaged", 12, "", Duration.ofSeconds(3));
        state.apply(2, new Proposal("b", ELECTION, new Version(1, "a"), damaged));

        assertThat(state.present(ELECTION).sighting())
                .isEqualTo(new Sighting.Unreadable("damaged", 40, "2.b", Duration.ofSeconds(3)));
    }

    @Test
    @DisplayName("after a reset every election must be waited out, under a version that a claim can name")
    void resetMakesEveryElectionUnknown() {
        Replay replay = replay();
        replay.apply(0, released("a", Version.NONE, 1));
        replay.apply(1, new Reset("r", 1));

        LogState after = requireNonNull(replay.state());
        assertThat(after.present(ELECTION).sighting()).isInstanceOf(Sighting.Unreadable.class);
        assertThat(after.present("other").sighting().version()).isEqualTo("1.r");
        assertThat(after.apply(2, released("b", new Version(0, "a"), 2))).isFalse();
        assertThat(after.apply(3, released("c", new Version(1, "r"), 2))).isTrue();
    }

    @Test
    @DisplayName("a reset that lands long after it was sent is void")
    void lateResetIsVoid() {
        Replay replay = replay();
        replay.apply(0, released("a", Version.NONE, 1));
        for (long between = 1; between < 2 + Replay.NEAR; between++) {
            replay.apply(between, new Foreign());
        }
        replay.apply(2 + Replay.NEAR, new Reset("r", 1));

        assertThat(requireNonNull(replay.state()).present(ELECTION).version()).isEqualTo(new Version(0, "a"));
    }

    @Test
    @DisplayName("after a gap in the log nothing is known, until a reset says so to all")
    void gapIsNotReadOver() {
        Replay replay = replay();
        replay.apply(0, released("a", Version.NONE, 1));
        replay.apply(2, released("c", new Version(1, "b"), 2));
        assertThat(replay.state()).isNull();

        replay.apply(3, new Reset("r", 3));
        assertThat(requireNonNull(replay.state()).present(ELECTION).version()).isEqualTo(new Version(3, "r"));
    }

    @Test
    @DisplayName("a log whose first records are gone is not taken for a new one")
    void missingBeginningIsNotRead() {
        Replay replay = replay();
        replay.reached(1);

        assertThat(replay.state()).isNull();
    }

    private static Replay replay() {
        return new Replay(0, (offset, proposal, takesEffect, after) -> {});
    }
}
