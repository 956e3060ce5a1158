package dev.tenure.testkit;

import static dev.tenure.testkit.Given.held;
import static dev.tenure.testkit.Given.identity;
import static dev.tenure.testkit.Given.wall;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Enrolment;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that keeps rosters shows everybody's last entry to everybody; a store that does not says so. */
abstract class RosterBehaviour extends StoreBehaviour {
    RosterBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("who attends sees everybody's entry and its own, through whichever handle they were written")
    void whoAttendsSeesEverybodyAndItself() {
        if (lacksARoster()) {
            return;
        }
        Enrolment first = entry(alice, 1);
        Enrolment second = entry(bob, 1);

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
        Enrolment namesake = entry(identity("alice"), 7);
        attend(store, entry(alice, 1));
        attend(store, namesake);
        Enrolment next = new Enrolment(alice, 9, "2.0", false, 3, beat(2));

        assertThat(attend(open(), next)).containsExactlyInAnyOrder(shown(namesake), shown(next));
        assertThat(members(store)).containsExactlyInAnyOrder(shown(namesake), shown(next));
    }

    @Test
    @DisplayName("every field of an entry is kept: unusual names, an address, and numbers at their ends")
    void everyFieldIsKept() {
        if (lacksARoster()) {
            return;
        }
        Identity unusual = new Identity("id-é-選/…", "Zoë \"the\\node\" 選挙 🗳, line", "https://[::1]:8443/a?b=c&d=é");
        Enrolment entry =
                new Enrolment(unusual, Integer.MIN_VALUE, "1.0-ü+選", true, Integer.MAX_VALUE, beat(Long.MAX_VALUE));
        attend(store, entry);

        Enrolment found = open().roster().members(election, soon()).get(0);

        assertThat(shown(found)).isEqualTo(shown(entry));
        if (!has(Capability.STORE_CLOCK)) {
            assertThat(found.beat().at())
                    .isBetween(
                            entry.beat().at().minus(contract.rounding()),
                            entry.beat().at());
        }
    }

    @Test
    @DisplayName("a missing address, an empty version and a candidate that is not able are kept as such")
    void whatIsMissingIsKeptAsMissing() {
        if (lacksARoster()) {
            return;
        }
        Enrolment entry = new Enrolment(new Identity("plain", "plain", null), 0, "", false, 0, beat(Long.MIN_VALUE));

        assertThat(attend(store, entry)).containsExactly(shown(entry));
        assertThat(members(open())).containsExactly(shown(entry));
    }

    @Test
    @DisplayName("several rosters are attended in one go, each with an entry of its own, and kept apart")
    void rostersAreKeptApart() {
        if (lacksARoster()) {
            return;
        }
        Map<String, Enrolment> own = new HashMap<>();
        for (String name : contract.legalNames()) {
            own.put(name + election, entry(alice, own.size()));
        }

        Map<String, List<Enrolment>> found = store.roster().attend(own, soon());

        assertThat(found.keySet()).isEqualTo(own.keySet());
        own.forEach((name, entry) -> {
            assertThat(shown(found.getOrDefault(name, List.of()))).containsExactly(shown(entry));
            assertThat(shown(store.roster().members(name, soon()))).containsExactly(shown(entry));
        });
        assertThat(members(store)).isEmpty();
        assertThat(store.roster().attend(Map.of(), soon())).isEmpty();
    }

    @Test
    @DisplayName("who leaves is gone from the rosters named and no other, others stay, and leaving again is fine")
    void whoLeavesIsGone() {
        if (lacksARoster()) {
            return;
        }
        String other = contract.newElection();
        Enrolment stays = entry(bob, 1);
        store.roster().attend(Map.of(election, entry(alice, 1), other, entry(alice, 2)), soon());
        attend(store, stays);

        for (int times = 1; times <= 2; times++) {
            open().roster().leave(List.of(election, contract.newElection()), alice.instance(), soon());
            assertThat(members(store)).containsExactly(shown(stays));
        }
        assertThat(shown(store.roster().members(other, soon()))).containsExactly(shown(entry(alice, 2)));
        assertThat(attend(store, entry(alice, 3))).hasSize(2);
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
        Enrolment before = entry(alice, 1);
        attend(store, before);

        assertUnreachable(() -> store.roster().attend(Map.of(election, entry(alice, 2)), passed()));
        assertUnreachable(() -> store.roster().members(election, passed()));
        assertUnreachable(() -> store.roster().leave(List.of(election), alice.instance(), passed()));
        assertThat(members(store)).containsExactly(shown(before));
    }

    private boolean lacksARoster() {
        return lacks(Capability.ROSTER, () -> store.roster());
    }

    private List<Enrolment> attend(LeaseStore handle, Enrolment entry) {
        Map<String, List<Enrolment>> found = handle.roster().attend(Map.of(election, entry), soon());
        assertThat(found).containsOnlyKeys(election);
        return shown(found.getOrDefault(election, List.of()));
    }

    private List<Enrolment> members(LeaseStore handle) {
        return shown(handle.roster().members(election, soon()));
    }

    private Enrolment entry(Identity candidate, long beat) {
        return new Enrolment(candidate, 5, "1.4.2", true, 1, beat(beat));
    }

    private Enrolment.Beat beat(long number) {
        return new Enrolment.Beat(number, wall(), contract.ttl());
    }

    private static List<Enrolment> shown(List<Enrolment> entries) {
        return entries.stream().map(RosterBehaviour::shown).toList();
    }

    /** Returns an entry without the time of its beat, which a store may take from its own clock. */
    private static Enrolment shown(Enrolment entry) {
        return new Enrolment(
                entry.candidate(),
                entry.priority(),
                entry.version(),
                entry.able(),
                entry.leads(),
                new Enrolment.Beat(
                        entry.beat().number(), Instant.EPOCH, entry.beat().validFor()));
    }
}
