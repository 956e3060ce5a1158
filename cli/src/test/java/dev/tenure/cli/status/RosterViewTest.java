package dev.tenure.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import dev.tenure.cli.fixtures.FollowerStatus;
import dev.tenure.cli.fixtures.JsonReader;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@link RosterView}. */
class RosterViewTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");
    private static final Identity ONE =
            Identity.ofInstance("11111111-aaaa").withName("one").withAddress("host:1");
    private static final Identity TWO = Identity.ofInstance("22222222-bbbb").withName("two");

    private record Member(Identity identity, int priority, String version, boolean isAble, int leads, Instant lastSeen)
            implements RosterMember {}

    private static Status ledBy(@Nullable Identity leader) {
        Instant since = leader == null ? null : Instant.parse("2026-01-01T00:00:00Z");
        return new FollowerStatus(leader, leader == null ? 0 : 7, since, NOW);
    }

    private static RosterMember member(Identity who, int leads, long millisAgo) {
        return new Member(who, 100, "", true, leads, NOW.minusMillis(millisAgo));
    }

    @Test
    void tableIsReadable() {
        RosterMember two = new Member(TWO, 5, "2.1", false, 0, NOW.minusSeconds(70));

        assertThat(new RosterView(ledBy(ONE), List.of(member(ONE, 1, 300), two)).lines(NOW))
                .containsExactly(
                        "one leads payroll for 1 min 0 s, token 7, since 2026-01-01T00:00:00Z",
                        "  NAME  INSTANCE  PRIORITY  VERSION  ABLE  LEADS  LAST SEEN",
                        "* one   11111111  100       -        yes   yes    0.3 s ago",
                        "  two   22222222  5         2.1      no    no     1 min 10 s ago");
    }

    @Test
    void killedLeaderInRosterIsNotShownAsLeader() {
        RosterView view = new RosterView(ledBy(TWO), List.of(member(ONE, 1, 4000), member(TWO, 1, 100)));

        assertThat(view.lines(NOW).subList(2, 4))
                .containsExactly(
                        "  one   11111111  100       -        yes   no     4.0 s ago",
                        "* two   22222222  100       -        yes   yes    0.1 s ago");
    }

    @Test
    void leaderMissingFromRosterIsNamed() {
        assertThat(new RosterView(ledBy(TWO), List.of(member(ONE, 0, 0))).lines(NOW))
                .last()
                .asString()
                .startsWith("two leads, and is not on the roster");
    }

    @Test
    void shardRosterShowsNumberOfLedShards() {
        RosterView view = new RosterView(ledBy(null), List.of(member(ONE, 3, 0), member(TWO, 0, 0)));

        assertThat(view.lines(NOW))
                .containsExactly(
                        "nobody leads payroll",
                        "  NAME  INSTANCE  PRIORITY  VERSION  ABLE  LEADS  LAST SEEN",
                        "  one   11111111  100       -        yes   3      0.0 s ago",
                        "  two   22222222  100       -        yes   no     0.0 s ago");
    }

    @Test
    void jsonHasDocumentedFields() throws IOException {
        String json = new RosterView(ledBy(ONE), List.of(member(ONE, 1, 0), member(TWO, 0, 0))).json();

        List<Map<String, @Nullable Object>> read = JsonReader.objects(json);
        assertThat(read).hasSize(2);
        assertThat(read.get(0))
                .containsExactly(
                        Map.entry("election", "payroll"),
                        Map.entry("name", "one"),
                        Map.entry("instance", "11111111-aaaa"),
                        Map.entry("address", "host:1"),
                        Map.entry("priority", 100L),
                        Map.entry("version", ""),
                        Map.entry("able", true),
                        Map.entry("leads", 1L),
                        Map.entry("isLeader", true),
                        Map.entry("lastSeen", "2026-01-01T00:01:00Z"));
        assertThat(read.get(1)).containsEntry("address", null).containsEntry("isLeader", false);
    }

    @Test
    void controlCharactersInRosterAreEscaped() {
        Identity rogue = Identity.ofInstance("i").withName("\u001b[2Jrogue");

        assertThat(new RosterView(ledBy(null), List.of(member(rogue, 0, 0))).lines(NOW))
                .last()
                .asString()
                .startsWith("  \\x1b[2Jrogue");
    }
}
