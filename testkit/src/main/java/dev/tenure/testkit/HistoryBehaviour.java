package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.wall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.spi.Capability;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store with a history keeps the last entries, in order; a store without one says so. */
abstract class HistoryBehaviour extends StoreBehaviour {
    private static final int MANY = 250;
    private static final int WRITERS = 4;
    private static final int EACH = 20;

    HistoryBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("entries come back in the order they were added, whatever their dates say")
    void entriesComeBackInOrder() {
        if (lacksAHistory()) {
            return;
        }
        LeaseStore other = open();
        for (int number = 1; number <= 6; number++) {
            append(number % 2 == 0 ? store : other, entry(number));
        }

        assertThat(last(other, History.KEPT)).extracting(HistoryEntry::token).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(last(store, 3)).extracting(HistoryEntry::token).containsExactly(4L, 5L, 6L);
        assertThat(last(store, 1)).extracting(HistoryEntry::token).containsExactly(6L);
        assertThat(last(store, 0)).isEmpty();
    }

    @Test
    @DisplayName("entries that are added together come back in their order, each in the history of its election")
    void entriesAddedTogetherComeBackInOrder() {
        if (lacksAHistory()) {
            return;
        }
        append(store, entry(1));
        String other = contract.newElection();
        HistoryEntry elsewhere = HistoryEntry.of(other, wall(), alice, What.ACQUIRED, 7, "elected");
        store.history().appendAll(List.of(entry(2), elsewhere, entry(3), entry(4)), soon());

        assertThat(last(store, History.KEPT)).extracting(HistoryEntry::token).containsExactly(1L, 2L, 3L, 4L);
        assertThat(store.history().last(other, 5, soon()))
                .extracting(HistoryEntry::token)
                .containsExactly(7L);
    }

    @Test
    @DisplayName("every field of an entry is kept: the reason, unusual names, line breaks, and the highest token")
    void everyFieldIsKept() {
        if (lacksAHistory()) {
            return;
        }
        Identity unusual = Identity.ofInstance("id-é-選/…")
                .withName("Zoë \"the\\node\" 選挙 🗳, line")
                .withAddress("https://[::1]:8443/a?b=c&d=é");
        Identity plain = Identity.ofInstance("plain");
        List<HistoryEntry> entries = List.of(
                HistoryEntry.of(election, wall(), unusual, What.ACQUIRED, Lease.MAX_TOKEN, "")
                        .withReason(Reason.ELECTED),
                HistoryEntry.of(election, wall(), plain, What.RESIGNED, 1, "asked by \"Zoë\\\",\r\nfor 選挙 🗳\u2028\t{}")
                        .withReason(Reason.TRANSFERRED),
                HistoryEntry.of(election, wall(), plain, What.LOST, 0, "renewals failed ".repeat(100)));
        entries.forEach(entry -> append(store, entry));

        List<HistoryEntry> found = last(open(), History.KEPT);

        assertThat(found).hasSameSizeAs(entries);
        for (int i = 0; i < entries.size(); i++) {
            HistoryEntry entry = entries.get(i);
            assertThat(shown(found.get(i))).isEqualTo(shown(entry));
            assertThat(found.get(i).at()).isBetween(entry.at().minus(contract.rounding()), entry.at());
        }
    }

    @Test
    @DisplayName("at least the last hundred entries are kept, and always the last of all")
    void theLastHundredAreKept() {
        if (lacksAHistory()) {
            return;
        }
        for (int number = 1; number <= MANY; number++) {
            append(store, entry(number));
        }

        List<HistoryEntry> found = last(open(), MANY);

        assertThat(found).hasSizeBetween(History.KEPT, MANY);
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i).token()).isEqualTo(MANY - found.size() + i + 1);
        }
        assertThat(last(store, History.KEPT)).hasSize(History.KEPT);
    }

    @Test
    @DisplayName("several that write at once lose nothing of each other's")
    void severalThatWriteAtOnceLoseNothing() throws Exception {
        if (lacksAHistory()) {
            return;
        }
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Callable<Void>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                LeaseStore handle = open();
                int first = writer * EACH;
                writers.add(() -> {
                    for (int number = first; number < first + EACH; number++) {
                        append(handle, entry(number));
                    }
                    return null;
                });
            }
            for (Future<Void> written : threads.invokeAll(writers)) {
                written.get();
            }
        } finally {
            threads.shutdownNow();
        }

        List<Long> found =
                last(store, History.KEPT).stream().map(HistoryEntry::token).toList();

        assertThat(found).hasSize(WRITERS * EACH).doesNotHaveDuplicates();
        for (int writer = 0; writer < WRITERS; writer++) {
            long first = (long) writer * EACH;
            assertThat(found.stream().filter(token -> token >= first && token < first + EACH))
                    .as("entries of writer %d", writer)
                    .hasSize(EACH)
                    .isSorted();
        }
    }

    @Test
    @DisplayName("each election has its own history, which is empty at first")
    void historiesAreKeptApart() {
        if (lacksAHistory()) {
            return;
        }
        for (String name : contract.legalNames()) {
            store.history().append(HistoryEntry.of(name + election, wall(), alice, What.ACQUIRED, 1, name), soon());
        }

        for (String name : contract.legalNames()) {
            assertThat(store.history().last(name + election, History.KEPT, soon()))
                    .extracting(HistoryEntry::election, HistoryEntry::cause)
                    .containsExactly(tuple(name + election, name));
        }
        assertThat(last(store, History.KEPT)).isEmpty();
    }

    @Test
    @DisplayName("a history does not touch the record of its election")
    void aHistoryDoesNotTouchTheRecord() {
        if (lacksAHistory()) {
            return;
        }
        append(store, entry(1));
        assertThat(inspect()).isEqualTo(new Sighting.Never());
        Lease lease = elect(alice);

        append(store, entry(2));

        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName("a call whose deadline has passed is not sent (R3)")
    void aCallWhoseDeadlineHasPassedIsNotSent() {
        if (lacksAHistory()) {
            return;
        }
        assertUnreachable(() -> store.history().append(entry(1), passed()));
        assertUnreachable(() -> store.history().last(election, 1, passed()));
        assertThat(last(store, History.KEPT)).isEmpty();
    }

    private boolean lacksAHistory() {
        return lacks(Capability.HISTORY, () -> store.history());
    }

    private void append(LeaseStore handle, HistoryEntry entry) {
        handle.history().append(entry, soon());
    }

    private List<HistoryEntry> last(LeaseStore handle, int most) {
        return handle.history().last(election, most, soon());
    }

    /** Returns an entry that is dated before those with a lower number. */
    private HistoryEntry entry(int number) {
        Instant at = Instant.EPOCH.plusSeconds(MANY - number);
        return HistoryEntry.of(election, at, alice, What.ACQUIRED, number, "entry " + number);
    }

    /** Returns an entry without its time, which a store may round. */
    private static HistoryEntry shown(HistoryEntry entry) {
        return HistoryEntry.of(entry.election(), Instant.EPOCH, entry.who(), entry.what(), entry.token(), entry.cause())
                .withReason(entry.reason());
    }
}
