package dev.tenure.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.RosterEntry;
import dev.tenure.testkit.ManualTime;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of elections in an application whose elections come and go. */
class ForgottenNamesTest {
    private static final int NAMES = 10_000;

    private final ManualTime time = new ManualTime();

    @Test
    void takeoversThatNobodyCountsAreForgotten() {
        Takeovers takeovers = new Takeovers(time);
        Takeovers.Takeover counted = takeovers.of("counted");
        for (int i = 0; i < NAMES; i++) {
            takeovers.of("name-" + i);
        }

        StoreTestSteps.await("the others are forgotten", () -> {
            System.gc();
            takeovers.of("another");
            return takeovers.size() <= Takeovers.MOST_UNCOUNTED + 1;
        });
        assertThat(takeovers.of("counted")).isSameAs(counted);
    }

    @Test
    void rostersWithoutLivingCandidatesAreForgotten() {
        Rosters rosters = new Rosters(time);
        Duration valid = Duration.ofSeconds(5);
        for (int i = 0; i < NAMES; i++) {
            rosters.saw("name-" + i, List.of(entry(valid)));
            time.advance(valid.dividedBy(100));
        }

        assertThat(rosters.elections()).isLessThan(NAMES / 2);
        assertThat(rosters.size("name-" + (NAMES - 1))).isEqualTo(1);
    }

    private RosterEntry entry(Duration valid) {
        Identity node = Identity.ofInstance("instance-1").withName("node-1");
        return new RosterEntry(node, 1, "", true, 0, new RosterEntry.Heartbeat(1, time.wall(), valid));
    }
}
