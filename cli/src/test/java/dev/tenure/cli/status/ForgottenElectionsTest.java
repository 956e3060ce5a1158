package dev.tenure.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ForgottenElectionsTest {
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Identity ALICE = Identity.ofInstance("alice");

    private final LeaseStore store = Stores.open("memory:" + UUID.randomUUID());
    private final Instant eightDaysLater = wall().plus(Duration.ofDays(8));

    private static boolean isForgotten(LeaseStore store, Instant now) {
        StatusLine line = StatusLine.of("orders/0", store.inspect("orders/0", soon()), now);
        return new ForgottenElections(store, now, ForgottenElectionsTest::soon).contains(line);
    }

    private static Deadline soon() {
        return Deadline.after(TimeSource.system(), LONG);
    }

    private static Instant wall() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }

    /** Returns a candidate that leads. */
    private Candidate leader() throws InterruptedException {
        Candidate leader = Candidate.on(store).withoutShutdownHook().start();
        assertThat(leader.stand("orders/0").awaitLeadership(LONG)).isPresent();
        return leader;
    }

    private LeaseStore released() throws InterruptedException {
        leader().close();
        return store;
    }

    private LeaseStore without(Capability missing) throws InterruptedException {
        return new ForwardingStore(released()) {
            @Override
            public Set<Capability> capabilities() {
                return EnumSet.complementOf(EnumSet.of(missing));
            }
        };
    }

    @Test
    void electionIsForgottenWhenItWasFreeForAWeek() throws InterruptedException {
        released();

        assertThat(isForgotten(store, wall())).isFalse();
        assertThat(isForgotten(store, wall().plus(Duration.ofDays(6)))).isFalse();
        assertThat(isForgotten(store, eightDaysLater)).isTrue();
    }

    @Test
    void electionThatIsLedIsNeverForgotten() throws InterruptedException {
        try (Candidate leader = leader()) {
            assertThat(isForgotten(store, eightDaysLater)).isFalse();
            assertThat(leader.elections()).hasSize(1);
        }
    }

    /** The term began long ago, as its token tells, and ended lately. */
    @Test
    void recentEntryInTheHistoryShowsAnElection() throws InterruptedException {
        released()
                .history()
                .append(HistoryEntry.of("orders/0", eightDaysLater, ALICE, What.RESIGNED, 7, "resigned"), soon());

        assertThat(isForgotten(store, eightDaysLater)).isFalse();
    }

    @Test
    void releasedElectionOfAStoreWithoutAHistoryIsShown() throws InterruptedException {
        assertThat(isForgotten(without(Capability.HISTORY), eightDaysLater)).isFalse();
    }

    @Test
    void candidatesOfTheElectionOrItsSetShowIt() throws InterruptedException {
        released();
        for (String roster : new String[] {"orders/0", "orders/all"}) {
            RosterEntry.Heartbeat beat = new RosterEntry.Heartbeat(1, eightDaysLater, Duration.ofSeconds(15));
            Map<String, RosterEntry> own = Map.of(roster, new RosterEntry(ALICE, 0, "", true, 0, beat));
            LeaseStore attended = attended(own);

            assertThat(isForgotten(attended, eightDaysLater)).as(roster).isFalse();
        }
        assertThat(isForgotten(without(Capability.ROSTER), eightDaysLater)).isTrue();
    }

    /** The store in memory has a clock of its own, which does not go on so far. */
    private LeaseStore attended(Map<String, RosterEntry> members) {
        return new ForwardingStore(store) {
            @Override
            public Roster roster() {
                return new FixedRoster(members);
            }
        };
    }

    @Test
    void storeThatDoesNotAnswerForgetsNothing() throws InterruptedException {
        released();
        LeaseStore silent = new ForwardingStore(store) {
            @Override
            public Roster roster() {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "down");
            }
        };

        assertThat(isForgotten(silent, eightDaysLater)).isFalse();
    }
}
