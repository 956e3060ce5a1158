package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.NotLeaderException;
import dev.tenure.StoreException;
import dev.tenure.Term;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualClock;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.ScriptedBatons;
import dev.tenure.internal.fixtures.ScriptedBatons.Fault;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Snapshot;
import dev.tenure.internal.protocol.Trust;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Lease;
import dev.tenure.spi.WriteStamp;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ElectionBatonTest {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    private static final int SEEDS = 3_000;
    private static final int STEPS = 40;
    private static final List<Fault> FAULTS = List.of(Fault.values());

    private final ManualClock clock = new ManualClock();
    private final ScriptedBatons batons = new ScriptedBatons();

    /** Makes a term that takes itself to be current until its trust ends, whoever else leads. */
    private Term term(long token) {
        LeadershipView view = new LeadershipView(Records.ELECTION, clock, (asked, reason, cause) -> {});
        ForwardingStore store = new ForwardingStore(new InMemoryStore()) {
            @Override
            public Batons batons() {
                return batons;
            }
        };
        view.reachBatonBy(new ElectionBaton(Records.ELECTION, store, view, clock, () -> CALL_TIMEOUT));
        Lease lease = Records.lease(Records.SELF, token, new WriteStamp(0, 1, Instant.EPOCH), CampaignRig.TTL);
        Trust trust = Trust.earned(ClockReading.of(clock), lease.ttl(), CampaignRig.TIMING);
        ClockReading now = ClockReading.of(clock);
        view.publish(new Snapshot(lease, trust, true, false, null, now, 0, null, now, false));
        return view.term().orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String saved(Term term) {
        return term.saved()
                .map(state -> new String(state, StandardCharsets.UTF_8))
                .orElse(null);
    }

    @Test
    void whatATermSavesTheNextOneReads() {
        Term first = term(1);
        assertThat(first.saved()).isEmpty();
        first.save(bytes("a"));
        first.save(bytes(""));
        assertThat(saved(first)).isEmpty();
        first.save(bytes("b"));

        assertThat(saved(term(2))).isEqualTo("b");
    }

    @Test
    @DisplayName("a term that saves without reading is as safe as one that reads first")
    void savingFirstIsSafe() {
        Term old = term(1);
        old.save(bytes("old"));
        Term current = term(2);

        current.save(bytes("new"));

        assertThatExceptionOfType(NotLeaderException.class)
                .isThrownBy(() -> old.save(bytes("late")))
                .satisfies(over -> assertThat(over.token()).isEqualTo(1));
        assertThatExceptionOfType(NotLeaderException.class).isThrownBy(old::saved);
        assertThat(saved(current)).isEqualTo("new");
    }

    @Test
    @DisplayName("what a term was told stays true: a save of the term before that lands later is refused")
    void readingFences() {
        Term old = term(1);
        old.save(bytes("a"));
        batons.next(Fault.LATE);
        assertThatThrownBy(() -> old.save(bytes("late"))).isInstanceOf(StoreException.class);
        Term current = term(2);
        assertThat(saved(current)).isEqualTo("a");

        batons.late().forEach(Runnable::run);

        assertThat(saved(current)).isEqualTo("a");
    }

    @Test
    @DisplayName("so does the first save ever, where there was nothing to read")
    void readingNothingFencesToo() {
        Term old = term(1);
        batons.next(Fault.LATE);
        assertThatThrownBy(() -> old.save(bytes("late"))).isInstanceOf(StoreException.class);
        Term current = term(2);
        assertThat(current.saved()).isEmpty();

        batons.late().forEach(Runnable::run);

        assertThat(current.saved()).isEmpty();
        assertThat(batons.kept().token()).isEqualTo(2);
    }

    @Test
    void aSaveWhoseAnswerIsLostIsSettledByReading() {
        Term term = term(1);
        batons.next(Fault.ANSWER_LOST);
        term.save(bytes("a"));
        assertThat(saved(term)).isEqualTo("a");
    }

    @Test
    @DisplayName("a save of unknown outcome that lands before the next save is replaced by it")
    void anEarlierSaveOfTheSameTermThatLandsLateIsReplaced() {
        Term term = term(1);
        term.save(bytes("a"));
        batons.next(Fault.LATE);
        assertThatThrownBy(() -> term.save(bytes("b"))).isInstanceOf(StoreException.class);
        assertThat(saved(term)).isEqualTo("a");
        batons.late().get(0).run();

        term.save(bytes("c"));
        batons.late().get(0).run();

        assertThat(saved(term)).isEqualTo("c");
    }

    @Test
    void noCallIsMadeForATermThatIsOver() {
        Term term = term(1);
        clock.advance(CampaignRig.TRUSTED);

        assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> term.save(bytes("a")));
        assertThatExceptionOfType(NotLeaderException.class).isThrownBy(term::saved);

        assertThat(batons.deadlines()).isEmpty();
    }

    @Test
    @DisplayName("a call ends by the call timeout or the end of trust, whichever comes first (R3)")
    void callsAreBounded() {
        Term term = term(1);
        term.save(bytes("a"));
        assertThat(batons.deadlines())
                .allSatisfy(deadline -> assertThat(deadline.remaining()).isEqualTo(CALL_TIMEOUT));
        Duration left = Duration.ofMillis(5);
        clock.advance(CampaignRig.TRUSTED.minus(left));
        batons.deadlines().clear();

        term.save(bytes("b"));

        assertThat(batons.deadlines())
                .isNotEmpty()
                .allSatisfy(deadline -> assertThat(deadline.remaining()).isEqualTo(left));
    }

    @Test
    void moreThanFourKibibytesAreRefused() {
        Term term = term(1);
        term.save(new byte[4_096]);

        assertThatThrownBy(() -> term.save(new byte[4_097]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a baton holds at most 4096 bytes, not 4097: keep the rest elsewhere, and save where");
        assertThat(term.saved().orElseThrow()).hasSize(4_096);
    }

    @Test
    @DisplayName("what the application saves and the slot of leadAt do not touch each other")
    void stateAndSlotAreKeptApart() {
        Term first = term(1);
        first.save(new byte[4_096]);
        Instant slot = Instant.parse("2026-06-01T03:00:00.123456789Z");
        ((SlotTerm) first).saveSlot(slot);
        first.save(bytes("b"));
        Term second = term(2);

        assertThat(saved(second)).isEqualTo("b");
        assertThat(((SlotTerm) second).lastSlot()).contains(slot);
    }

    @Test
    void aBatonOfAnotherFormatIsNotOverwritten() {
        batons.write(
                Records.ELECTION, new Baton(1, 1, new byte[] {9, 0, 1}, ""), "", Deadline.after(clock, CALL_TIMEOUT));
        Term term = term(2);

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> term.save(bytes("a")))
                .matches(failure -> failure.kind() == StoreException.Kind.MISCONFIGURED)
                .withMessageContaining("the baton of election 'payroll' is damaged");
        assertThat(batons.kept().content()).containsExactly(9, 0, 1);
    }

    @Test
    @DisplayName(
            "whatever is lost, late or sent twice: a newer term is never overwritten, and nothing confirmed is lost")
    void randomFaultsNeverUndoWhatWasConfirmed() {
        for (int seed = 0; seed < SEEDS; seed++) {
            new RandomRun(seed).run();
        }
    }

    /** Several terms that all take themselves to be current, and writes that are lost or land at any later time. */
    private final class RandomRun {
        private final long seed;
        private final Random random;
        private final List<Term> terms = new ArrayList<>();
        private final Map<Optional<String>, Long> possible = new HashMap<>(); // and which term sent it
        private long highest;
        private int values;

        RandomRun(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            batons.forget();
            possible.put(Optional.empty(), 0L);
            for (int token = 1; token <= 3; token++) {
                terms.add(term(token));
            }
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                if (random.nextInt(3) == 0 && !batons.late().isEmpty()) {
                    batons.late().get(random.nextInt(batons.late().size())).run();
                }
                batons.next(FAULTS.get(random.nextInt(FAULTS.size())));
                int upTo = 1 + step * terms.size() / STEPS;
                Term term = terms.get(random.nextInt(upTo));
                if (random.nextBoolean()) {
                    save(term, step);
                } else {
                    read(term, step);
                }
                batons.clearFaults();
            }
        }

        private void save(Term term, int step) {
            String value = "v" + ++values;
            try {
                term.save(bytes(value));
                isFirstSuccess(term, step);
                possible.clear();
                possible.put(Optional.of(value), term.token());
            } catch (NotLeaderException over) {
                assertThat(term.token()).as("seed %d step %d", seed, step).isLessThan(terms.size());
            } catch (StoreException failed) {
                if (term.token() >= highest) {
                    possible.put(Optional.of(value), term.token());
                }
            }
        }

        private void read(Term term, int step) {
            try {
                Optional<String> found = Optional.ofNullable(saved(term));
                assertThat(possible).as("seed %d step %d", seed, step).containsKey(found);
                if (isFirstSuccess(term, step)) {
                    possible.entrySet()
                            .removeIf(each -> !each.getKey().equals(found) && each.getValue() < term.token());
                }
            } catch (NotLeaderException over) {
                assertThat(term.token()).as("seed %d step %d", seed, step).isLessThan(terms.size());
            } catch (StoreException failed) {
                // nothing was concluded
            }
        }

        /** From now on only this term and later ones count: what earlier ones have sent must not land. */
        private boolean isFirstSuccess(Term term, int step) {
            assertThat(term.token()).as("seed %d step %d", seed, step).isGreaterThanOrEqualTo(highest);
            boolean first = term.token() > highest;
            highest = term.token();
            return first;
        }
    }
}
