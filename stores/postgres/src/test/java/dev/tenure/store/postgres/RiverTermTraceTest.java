package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.river.RiverLeaderId;
import dev.tenure.store.postgres.river.RiverRow;
import dev.tenure.store.postgres.river.RiverTermTrace;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The meaning of a missing row for a process that saw it before. */
class RiverTermTraceTest {
    private static final Instant NOW = Instant.parse("2025-03-01T10:20:30.123456Z");
    private static final Duration DELAY = Duration.ofSeconds(13);

    private final RiverTermTrace trace = new RiverTermTrace(DELAY);

    private static RiverRow foreign(String id, int term) {
        return new RiverRow(id, NOW.plusSeconds(term), NOW.plusSeconds(term + 15));
    }

    private static RiverRow ours(Instant electedAt, Instant expiresAt) {
        RiverLeaderId id = new RiverLeaderId(Identity.ofInstance("i").withName("n"), 1, Duration.ofSeconds(15));
        return new RiverRow(id.text(), electedAt, expiresAt);
    }

    private Sighting look(RiverRow row) {
        return trace.sighting(row, NOW, trace.now());
    }

    private Sighting absent() {
        return trace.sighting(null, NOW, trace.now());
    }

    @Test
    void missingRowIsFirstElectionForNewcomer() {
        trace.resigned("go");

        assertThat(absent()).isEqualTo(new Sighting.Never());
    }

    @Test
    void heardResignationReleasesTheTerm() {
        look(foreign("go", 1));
        trace.resigned("go");

        Sighting found = absent();

        assertThat(found).isEqualTo(new Sighting.Released(foreign("go", 1).token(), 0, null, "resigned"));
        assertThat(absent()).isEqualTo(found);
    }

    @Test
    void vanishedRiverTermIsUnreadable() {
        look(foreign("go", 1));
        trace.resigned("another");

        Sighting found = absent();

        assertThat(found)
                .isInstanceOfSatisfying(
                        Sighting.Unreadable.class,
                        gone -> assertThat(gone.lastToken())
                                .isEqualTo(foreign("go", 1).token()));
        assertThat(absent()).isEqualTo(found);
    }

    @Test
    void resignationFromEarlierTermDoesNotCount() {
        look(foreign("go", 1));
        trace.resigned("go");
        look(foreign("go", 2));

        assertThat(absent()).isInstanceOf(Sighting.Unreadable.class);
    }

    /** The answer is older than the notice, though it comes later. */
    @Test
    void earlierLookDoesNotUndoResignation() {
        look(foreign("go", 1));
        long asked = trace.now();
        trace.resigned("go");
        trace.sighting(foreign("go", 1), NOW, asked);

        assertThat(absent()).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void resignationBeforeLostConnectionDoesNotCount() {
        look(foreign("go", 1));
        trace.resigned("go");
        trace.forgetResignations();

        assertThat(absent()).isInstanceOf(Sighting.Unreadable.class);
    }

    @Test
    void vanishedTenureTermIsNotShown() {
        look(ours(NOW, NOW.plusSeconds(15)));

        assertThat(absent()).isEqualTo(new Sighting.Never());
    }

    @Test
    void oldResignationsAreForgotten() {
        look(foreign("go", 1));
        trace.resigned("go");
        for (int other = 0; other < 1_000; other++) {
            trace.resigned("other-" + other);
        }

        assertThat(absent()).isInstanceOf(Sighting.Unreadable.class);
    }

    /** It may never have been led by, and what it replaced may still lead. */
    @Test
    void termReleasedDuringTakeoverDelayStaysReserved() {
        RiverRow young = ours(NOW.minusSeconds(3), RiverRow.RELEASED);
        Sighting kept = new Sighting.Released(
                young.token(), 0, new Reservation("nobody", Duration.ofSeconds(10)), young.version());

        assertThat(look(young)).isEqualTo(kept);
        assertThat(trace.sighting(young, NOW.plusSeconds(60), trace.now()))
                .as("the same record, to the same watcher")
                .isEqualTo(kept);
        assertThat(new RiverTermTrace(DELAY).sighting(young, NOW.plusSeconds(60), 1))
                .as("the same record, to one who comes later")
                .isEqualTo(new Sighting.Released(young.token(), 0, null, young.version()));
        assertThat(new RiverTermTrace(Duration.ZERO).sighting(young, NOW, 1))
                .isEqualTo(new Sighting.Released(young.token(), 0, null, young.version()));
    }

    @Test
    void unseenLaterTermIsReleasedByItsResignation() {
        RiverRow before = ours(NOW.minusSeconds(60), RiverRow.RELEASED);
        look(before);
        trace.resigned("go");

        assertThat(absent()).isEqualTo(new Sighting.Released(before.token() + 1, 0, null, "resigned"));
    }

    @Test
    void noticesBeforeTenureTermDoNotCountAfterIt() {
        trace.resigned("go");
        look(ours(NOW, NOW.plusSeconds(15)));
        assertThat(absent()).as("told before the look").isEqualTo(new Sighting.Never());

        trace.resigned("go, told late");
        trace.elected();
        assertThat(absent()).as("told before the election").isEqualTo(new Sighting.Never());

        trace.resigned("go");
        trace.forgetResignations();
        assertThat(absent()).as("told before the connection was lost").isEqualTo(new Sighting.Never());
    }
}
