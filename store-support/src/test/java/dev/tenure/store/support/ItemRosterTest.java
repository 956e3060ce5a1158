package dev.tenure.store.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How few calls a roster of items makes; what it must show is in the contract, which the stores run. */
class ItemRosterTest {
    private final MemoryItems items = new MemoryItems();
    private final SteppedTime time = new SteppedTime();
    private final Deadline soon = new Deadline(time, Long.MAX_VALUE / 2);
    private final Identity alice = Identity.ofInstance("alice-1").withName("alice");
    private final Identity bob = Identity.ofInstance("bob/1").withName("bob");

    private static final class SteppedTime implements TimeSource {
        private long nanos;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    }

    private ItemRoster roster(int bytesOfAnItem) {
        return new ItemRoster(items, new ItemRoster.Costs(bytesOfAnItem, 1, 1, 1));
    }

    private ItemRoster sparing() {
        return new ItemRoster(items, new ItemRoster.Costs(1_000, 2, 2, 4));
    }

    private static RosterEntry entry(Identity candidate, long beat, int leads) {
        return new RosterEntry(
                candidate,
                0,
                "1.0",
                true,
                leads,
                new RosterEntry.Heartbeat(beat, Instant.ofEpochSecond(beat), Duration.ofSeconds(15)));
    }

    @Test
    void whoSaysNothingNewWritesAndListsSeldom() {
        ItemRoster roster = sparing();
        List<String> callsOfRounds = new ArrayList<>();
        for (int beat = 1; beat <= 9; beat++) {
            int leads = beat < 6 ? 0 : 1;
            roster.attend(Map.of("a", entry(alice, beat, leads)), soon);
            callsOfRounds.add(String.join(" ", items.takeCalls()).replace(" roster", ""));
        }

        assertThat(callsOfRounds)
                .as("leads nothing for five rounds, then something")
                .containsExactly("put list", "", "put", "", "put list", "put list", "", "put list", "");
    }

    @Test
    void answersAreEmptyWithoutAListing() {
        ItemRoster roster = sparing();
        assertThat(roster.attend(Map.of("a", entry(alice, 1, 0)), soon)).containsOnlyKeys("a");
        assertThat(roster.attend(Map.of("a", entry(alice, 2, 0)), soon)).isEmpty();
        assertThat(roster.attend(Map.of("a", entry(alice, 3, 0), "b", entry(alice, 3, 0)), soon))
                .containsOnlyKeys("a", "b");
    }

    @Test
    void whatCouldNotBeWrittenOrListedIsTriedInTheNextRound() {
        ItemRoster roster = sparing();
        roster.attend(Map.of("a", entry(alice, 1, 0)), soon);
        items.failing = true;
        assertThatThrownBy(() -> roster.attend(Map.of("a", entry(alice, 2, 1)), soon))
                .isInstanceOf(StoreException.class);
        items.failing = false;
        items.takeCalls();

        assertThat(roster.attend(Map.of("a", entry(alice, 3, 1)), soon)).containsOnlyKeys("a");
        assertThat(items.takeCalls()).containsExactly("put roster", "list roster");
    }

    @Test
    void onlyItemsThatChangedAreReadAgain() {
        ItemRoster alices = roster(1_000);
        alices.attend(Map.of("a", entry(alice, 1, 1)), soon);
        roster(1_000).attend(Map.of("a", entry(bob, 1, 0)), soon);
        assertThat(alices.members("a", soon)).hasSize(2);
        items.takeCalls();

        assertThat(alices.members("a", soon)).hasSize(2);
        assertThat(items.takeCalls()).containsExactly("list roster");
    }

    @Test
    void manyRostersAreWrittenOnceAndBeatsGoOnInOneItem() {
        ItemRoster alices = roster(400);
        ItemRoster bobs = roster(400);
        for (int beat = 1; beat <= 3; beat++) {
            items.takeCalls();
            Map<String, RosterEntry> own = new HashMap<>();
            for (int number = 0; number < 650; number++) {
                own.put("election." + number, entry(alice, beat, number % 2));
            }
            alices.attend(own, soon);
            long parts = items.takeCalls().stream().filter("put stands"::equals).count();
            assertThat(parts).isEqualTo(beat == 1 ? 3 : 0);

            assertThat(bobs.members("election.0", soon)).containsExactly(entry(alice, beat, 0));
            assertThat(bobs.members("election.649", soon)).containsExactly(entry(alice, beat, 1));
        }

        bobs.leave(List.of("election.0"), alice.instance(), soon);
        assertThat(bobs.members("election.0", soon)).isEmpty();
        assertThat(bobs.members("election.649", soon)).containsExactly(entry(alice, 3, 1));
    }

    /** A candidate with thousands of elections attends some of them in each call. */
    @Test
    void beatInSeveralCallsIsWrittenOnceAndAnsweredInEach() {
        for (ItemRoster alices : List.of(roster(200), new ItemRoster(items, new ItemRoster.Costs(200, 2, 2, 2)))) {
            List<String> calls = new ArrayList<>();
            for (int beat = 1; beat <= 3; beat++) {
                items.takeCalls();
                for (int call = 0; call < 3; call++) {
                    Map<String, RosterEntry> own = Map.of(
                            "a" + call, entry(alice, beat, 0),
                            "b" + call, entry(alice, beat, 1));
                    Map<String, List<RosterEntry>> found = alices.attend(own, soon);
                    assertThat(beat == 2 || found.keySet().equals(own.keySet())).isTrue();
                }
                calls = items.takeCalls();
            }
            assertThat(calls).containsExactly("put roster", "list roster", "list roster", "list roster");
            assertThat(roster(200).members("a0", soon)).containsExactly(entry(alice, 3, 0));
        }
    }

    @Test
    void partsThatAreNotNeededAnyMoreAreRemoved() {
        ItemRoster alices = roster(400);
        Map<String, RosterEntry> own = new HashMap<>();
        for (int number = 0; number < 650; number++) {
            own.put("election." + number, entry(alice, 1, 0));
        }
        alices.attend(own, soon);
        own.remove("election.0");
        alices.leave(own.keySet(), alice.instance(), soon);
        assertThat(items.list(ItemRoster.PARTS, soon)).isEmpty();
        assertThat(roster(400).members("election.0", soon)).hasSize(1);

        alices.leave(List.of("election.0"), alice.instance(), soon);
        assertThat(items.list(ItemRoster.FOLDER, soon)).isEmpty();
    }

    /** Its parts are as many as before, but say something else. */
    @Test
    void candidateThatLeavesAndComesBackIsReadAgain() {
        ItemRoster alices = roster(200);
        ItemRoster bobs = roster(200);
        alices.attend(Map.of("a", entry(alice, 1, 0), "b", entry(alice, 1, 0)), soon);
        assertThat(bobs.members("a", soon)).hasSize(1);
        alices.leave(List.of("a", "b"), alice.instance(), soon);

        alices.attend(Map.of("c", entry(alice, 2, 0), "d", entry(alice, 2, 0)), soon);

        assertThat(bobs.members("a", soon)).isEmpty();
        assertThat(bobs.members("c", soon)).hasSize(1);
    }

    /** Whoever looks removes it, by its own clock. */
    @Test
    void candidateWithoutABeatForAnHourIsRemoved() {
        roster(1_000).attend(Map.of("a", entry(bob, 1, 0)), soon);
        ItemRoster alices = roster(1_000);
        assertThat(alices.members("a", soon)).hasSize(1);
        time.nanos += Duration.ofMinutes(59).toNanos();
        assertThat(alices.members("a", soon)).hasSize(1);
        time.nanos += Duration.ofMinutes(2).toNanos();

        assertThat(alices.members("a", soon)).isEmpty();
        assertThat(items.takeCalls()).contains("delete roster");
    }

    @Test
    void damagedItemIsSkipped() {
        ItemRoster roster = roster(1_000);
        roster.attend(Map.of("a", entry(bob, 1, 0)), soon);
        items.put(ItemRoster.FOLDER, "alice-1", "{\"instance\":\"alice-1\",\"0\":{}}", Duration.ZERO, soon);
        items.put(
                ItemRoster.FOLDER,
                "copy",
                items.get(ItemRoster.FOLDER, "bob%2F1", soon).orElseThrow(),
                Duration.ZERO,
                soon);

        assertThat(roster.members("a", soon)).containsExactly(entry(bob, 1, 0));
    }
}
