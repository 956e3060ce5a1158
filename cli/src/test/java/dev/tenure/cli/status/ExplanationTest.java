package dev.tenure.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import dev.tenure.cli.fixtures.FollowerStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@link Explanation}. */
class ExplanationTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");
    private static final Instant SINCE = Instant.parse("2026-01-01T00:00:30Z");
    private static final Identity ONE = Identity.ofInstance("11111111-aaaa").withName("one");
    private static final Identity TWO = Identity.ofInstance("22222222-bbbb").withName("two");

    private static final List<HistoryEntry> CHANGE = List.of(
            entry(TWO, HistoryEntry.What.ACQUIRED, 5, 10, "elected"),
            entry(TWO, HistoryEntry.What.LOST, 5, 28, "renewals failed for 9.8 s: connect timed out; trust ended"),
            entry(ONE, HistoryEntry.What.ACQUIRED, 7, 30, "elected"));

    private record Member(Identity identity, int priority, String version, boolean isAble, int leads, Instant lastSeen)
            implements RosterMember {}

    private static RosterMember member(Identity who, int priority, boolean able) {
        return new Member(who, priority, "", able, 0, NOW.minusSeconds(1));
    }

    private static Status ledBy(@Nullable Identity leader) {
        return new FollowerStatus(leader, 7, leader == null ? null : SINCE, NOW);
    }

    private static HistoryEntry entry(Identity who, HistoryEntry.What what, long token, long second, String cause) {
        return HistoryEntry.of(
                "payroll", Instant.parse("2026-01-01T00:00:00Z").plusSeconds(second), who, what, token, cause);
    }

    @Test
    void leaderAndLastChangeAreExplained() {
        assertThat(new Explanation(ledBy(ONE), List.of(member(ONE, 100, true)), CHANGE).sentences(NOW))
                .containsExactly(
                        "one leads payroll for 30.0 s, token 7, since 2026-01-01T00:00:30Z.",
                        "one got the lease at 2026-01-01T00:00:30Z: elected.",
                        "The term before, token 5 of two, was lost 32.0 s ago: renewals failed for 9.8 s: connect timed"
                                + " out; trust ended.",
                        "Nobody led for 2.0 s in between, by their clocks.",
                        "No other candidate stands for it.");
    }

    @Test
    void killedLeaderLeftNoEnd() {
        List<HistoryEntry> killed = List.of(CHANGE.get(0), CHANGE.get(2));

        assertThat(new Explanation(ledBy(ONE), List.of(), killed).sentences(NOW))
                .contains(
                        "The term before, token 5 of two, has no end in the history: its leader was killed, or could not"
                                + " write that down.");
    }

    @Test
    void placeOfEachOtherCandidateIsExplained() {
        assertThat(whyNot(member(TWO, 200, true)))
                .endsWith("200, and that of the leader is 100: the lower number leads.");
        assertThat(whyNot(member(TWO, 50, true)))
                .endsWith("50, and that of the leader is 100: it takes over when the leader has finished its work.");
        assertThat(whyNot(member(TWO, 100, true)))
                .contains("the same place in the order")
                .endsWith("it waits.");
        assertThat(whyNot(member(TWO, 100, false))).contains("it is not able to");
    }

    private static String whyNot(RosterMember two) {
        List<String> all = new Explanation(ledBy(ONE), List.of(member(ONE, 100, true), two), CHANGE).sentences(NOW);
        return all.get(all.size() - 1);
    }

    @Test
    void vacancyIsExplained() {
        List<HistoryEntry> ended = List.of(CHANGE.get(0), CHANGE.get(1));

        assertThat(new Explanation(ledBy(null), List.of(), ended).sentences(NOW))
                .startsWith("nobody leads payroll.")
                .contains("Nobody stands for it.")
                .anyMatch(sentence -> sentence.startsWith("The term before, token 5 of two, was lost"));
    }

    @Test
    void storeThatKeepsNothingIsNamed() {
        assertThat(new Explanation(ledBy(ONE), null, null).sentences(NOW))
                .endsWith(
                        "Its store keeps no history, so nobody wrote down why.",
                        "Its store keeps no roster, so other candidates are not known.");
    }
}
