package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.identity;
import static dev.tenure.testkit.StoreTestSteps.wall;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that keeps rosters shows the last entry of every candidate; a store that does not says so. */
abstract class RosterBehaviour extends StoreBehaviour {
    RosterBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("a candidate that attends sees all entries, its own too, through any handle")
    void attendShowsAllEntriesAndOwn() {
        if (lacksARoster()) {
            return;
        }
        RosterEntry first = entry(alice, 1);
        RosterEntry second = entry(bob, 1);

        assertThat(attend(store, first)).containsExactly(shown(first));
        assertThat(attend(open(), second)).containsExactlyInAnyOrder(shown(first), shown(second));
        assertThat(members(store)).containsExactlyInAnyOrder(shown(first), shown(second));
    }

    @Test
    @DisplayName("an entry replaces the earlier one of the same instance, and no other of the same name")
    void anEntryReplacesTheEarlierOneOfItsInstance() {
        if (lacksARoster()) {
            return;
        }
        RosterEntry namesake = entry(identity("alice"), 7);
        attend(store, entry(alice, 1));
        attend(store, namesake);
        RosterEntry next = new RosterEntry(alice, 9, "2.0", false, 3, heartbeat(2));

        assertThat(attend(open(), next)).containsExactlyInAnyOrder(shown(namesake), shown(next));
        assertThat(members(store)).containsExactlyInAnyOrder(shown(namesake), shown(next));
    }

    @Test
    @DisplayName("every field of an entry is kept: unusual names, an address, and numbers at their ends")
    void everyFieldIsKept() {
        if (lacksARoster()) {
            return;
        }
        Identity unusual = Identity.ofInstance("id-é-選/…")
                .withName("Zoë \"the\\node\" 選挙 🗳, line")
                .withAddress("https://[::1]:8443/a?b=c&d=é");
        RosterEntry entry = new RosterEntry(
                unusual, Integer.MIN_VALUE, "1.0-ü+選", true, Integer.MAX_VALUE, heartbeat(Long.MAX_VALUE));
        attend(store, entry);

        RosterEntry found = open().roster().members(election, soon()).get(0);

        assertThat(shown(found)).isEqualTo(shown(entry));
        if (!has(Capability.STORE_CLOCK)) {
            assertThat(found.heartbeat().at())
                    .isBetween(
                            entry.heartbeat().at().minus(contract.rounding()),
                            entry.heartbeat().at());
        }
    }

    @Test
    @DisplayName("a missing address, an empty version and a candidate that is not able are kept as such")
    void whatIsMissingIsKeptAsMissing() {
        if (lacksARoster()) {
            return;
        }
        RosterEntry entry = new RosterEntry(Identity.ofInstance("plain"), 0, "", false, 0, heartbeat(Long.MIN_VALUE));

        assertThat(attend(store, entry)).containsExactly(shown(entry));
        assertThat(members(open())).containsExactly(shown(entry));
    }

    @Test
    @DisplayName("several rosters are attended in one go, each with its own entry, and kept apart")
    void rostersAreKeptApart() {
        if (lacksARoster()) {
            return;
        }
        Map<String, RosterEntry> own = new HashMap<>();
        for (String name : contract.legalNames()) {
            own.put(name + election, entry(alice, own.size()));
        }

        Map<String, List<RosterEntry>> found = store.roster().attend(own, soon());

        assertThat(found.keySet()).isEqualTo(own.keySet());
        own.forEach((name, entry) -> {
            assertThat(shown(found.getOrDefault(name, List.of()))).containsExactly(shown(entry));
            assertThat(shown(store.roster().members(name, soon()))).containsExactly(shown(entry));
        });
        assertThat(members(store)).isEmpty();
        assertThat(store.roster().attend(Map.of(), soon())).isEmpty();
    }

    @Test
    @DisplayName("a candidate that leaves is gone from the named rosters only, others stay, and leaving again is fine")
    void whoLeavesIsGone() {
        if (lacksARoster()) {
            return;
        }
        String other = contract.newElection();
        RosterEntry stays = entry(bob, 1);
        store.roster().attend(Map.of(election, entry(alice, 1), other, entry(alice, 2)), soon());
        attend(store, stays);

        for (int times = 1; times <= 2; times++) {
            open().roster().leave(List.of(election, contract.newElection()), alice.instance(), soon());
            assertThat(members(store)).containsExactly(shown(stays));
        }
        assertThat(shown(store.roster().members(other, soon()))).containsExactly(shown(entry(alice, 2)));
        assertThat(attend(open(), entry(alice, 3))).hasSize(2);
    }

    @Test
    @DisplayName("a roster has nothing to do with the record of the election of its name")
    void aRosterIsNoElection() {
        if (lacksARoster()) {
            return;
        }
        attend(store, entry(alice, 1));

        assertThat(inspect()).isEqualTo(new Sighting.Never());
        if (has(Capability.LISTING)) {
            assertThat(store.elections(soon())).doesNotContain(election);
        }
        Lease lease = elect(bob);
        store.roster().leave(List.of(election), alice.instance(), soon());
        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName("a call whose deadline has passed is not sent (R3)")
    void aCallWhoseDeadlineHasPassedIsNotSent() {
        if (lacksARoster()) {
            return;
        }
        RosterEntry before = entry(alice, 1);
        attend(store, before);

        assertUnreachable(() -> store.roster().attend(Map.of(election, entry(alice, 2)), passed()));
        assertUnreachable(() -> store.roster().members(election, passed()));
        assertUnreachable(() -> store.roster().leave(List.of(election), alice.instance(), passed()));
        assertThat(members(store)).containsExactly(shown(before));
    }

    private boolean lacksARoster() {
        return lacks(Capability.ROSTER, () -> store.roster());
    }

    private List<RosterEntry> attend(LeaseStore handle, RosterEntry entry) {
        Map<String, List<RosterEntry>> found = handle.roster().attend(Map.of(election, entry), soon());
        assertThat(found).containsOnlyKeys(election);
        return shown(found.getOrDefault(election, List.of()));
    }

    private List<RosterEntry> members(LeaseStore handle) {
        return shown(handle.roster().members(election, soon()));
    }

    private RosterEntry entry(Identity candidate, long heartbeat) {
        return new RosterEntry(candidate, 5, "1.4.2", true, 1, heartbeat(heartbeat));
    }

    private RosterEntry.Heartbeat heartbeat(long number) {
        return new RosterEntry.Heartbeat(number, wall(), contract.ttl());
    }

    private static List<RosterEntry> shown(List<RosterEntry> entries) {
        return entries.stream().map(RosterBehaviour::shown).toList();
    }

    /** Returns an entry without the time of its beat, which a store may take from its own clock. */
    private static RosterEntry shown(RosterEntry entry) {
        return new RosterEntry(
                entry.candidate(),
                entry.priority(),
                entry.version(),
                entry.able(),
                entry.leads(),
                new RosterEntry.Heartbeat(
                        entry.heartbeat().number(),
                        Instant.EPOCH,
                        entry.heartbeat().validFor()));
    }
}
