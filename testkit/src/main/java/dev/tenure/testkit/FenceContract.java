package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.StaleTokenException;
import dev.tenure.testkit.FencedSet.Pause;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract that every fence passes: extend it, and bring an adapter for the resource that the fence guards. */
@Timeout(300)
public abstract class FenceContract {
    private static final int ROUNDS = 8;
    private static final long FIRST = 1_794_783_909_303_000L;

    /** Two tokens that are the same number once they were made a floating-point one. */
    private static final long LARGE = (1L << 53) + 1;

    private FencedSet set = new NoSet();

    /** Returns the adapter for a resource that nobody has written to. */
    protected abstract FencedSet newSet() throws Exception;

    /** Ends what the adapter of a test opened. */
    protected void close(FencedSet used) throws Exception {}

    @BeforeEach
    final void openSet() throws Exception {
        set = newSet();
    }

    @AfterEach
    final void closeSet() throws Exception {
        close(set);
    }

    @Test
    void firstTokenCreatesTheFenceAndItsTermWritesOn() throws Exception {
        add(FIRST, "a");
        add(FIRST, "b");

        assertThat(set.words()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void lowerTokenIsRefusedAndBothAreNamed() throws Exception {
        add(FIRST + 1, "a");

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> add(FIRST, "b"))
                .withMessageContainingAll("'payroll'", Long.toString(FIRST), Long.toString(FIRST + 1))
                .satisfies(refusal -> assertThat(refusal.token()).isEqualTo(FIRST))
                .satisfies(refusal -> assertThat(refusal.highestToken()).isEqualTo(FIRST + 1))
                .satisfies(refusal -> assertThat(refusal.election()).isEqualTo("payroll"));
        add(FIRST + 1, "c");
        assertThat(set.words()).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void tokensAreComparedExactlyHoweverLarge() throws Exception {
        add(9, "nine");
        add(10, "ten");
        add(LARGE, "large");

        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> add(LARGE - 1, "one less"));
        add(Long.MAX_VALUE, "largest");
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> add(Long.MAX_VALUE - 1, "one less"));
        assertThat(set.words()).containsExactlyInAnyOrder("nine", "ten", "large", "largest");
    }

    @Test
    void otherElectionIsRefusedByName() throws Exception {
        add(FIRST, "a");

        assertThatIllegalStateException()
                .isThrownBy(() -> set.add("billing", FIRST + 1, "b", Pause.NONE))
                .isNotInstanceOf(StaleTokenException.class)
                .withMessageContainingAll("'payroll'", "'billing'");
        assertThat(set.words()).containsExactly("a");
    }

    /** A mark that is too high, for whatever reason, must not lock everybody out for ever. */
    @Test
    void removedMarkIsCreatedAgainByTheNextWrite() throws Exception {
        add(FIRST + 9, "too high");
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> add(FIRST + 1, "locked out"));

        set = set.withoutMark();

        add(FIRST + 1, "a");
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> add(FIRST, "b"));
        assertThat(set.words()).contains("a").doesNotContain("b", "locked out");
    }

    @Test
    void leaderPausedBeforeItsWriteLosesNothingOfTheNextOne() throws Exception {
        Set<String> written = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            Future<?> old = pausedWhileNextOneWrites(round, set::add, written);

            assertThatExceptionOfType(ExecutionException.class)
                    .as("the old leader of round %d", round)
                    .isThrownBy(() -> old.get(StoreTestSteps.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .withCauseInstanceOf(StaleTokenException.class);
        }

        assertThat(set.words()).containsExactlyInAnyOrderElementsOf(written);
    }

    /** The workload can find lost words: with a check before the write instead of a fence it does. */
    @Test
    void checkBeforeTheWriteLosesWords() throws Exception {
        Set<String> written = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            pausedWhileNextOneWrites(round, set::addAfterCheck, written)
                    .get(StoreTestSteps.LIMIT.toSeconds(), TimeUnit.SECONDS);
            written.add("old-" + round);
        }

        Set<String> lost = new TreeSet<>(written);
        lost.removeAll(set.words());
        assertThat(lost).as("words that were written and are gone").isNotEmpty();
    }

    @Test
    void processStoppedBeforeItsWriteLosesNothingOfTheNextOne() throws Exception {
        Set<String> written = new TreeSet<>();
        try (FencedSetProcess old = new FencedSetProcess(set, FencedSetProcess.Way.FENCE, "payroll")) {
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(stoppedWhileNextOneWrites(round, old, written))
                        .as("the old leader of round %d", round)
                        .startsWith("refused")
                        .contains(Long.toString(FIRST + 2L * round + 1));
            }
        }

        assertThat(set.words()).containsExactlyInAnyOrderElementsOf(written);
    }

    /** The same with a check before the write. */
    @Test
    void processStoppedAfterACheckLosesWords() throws Exception {
        Set<String> written = new TreeSet<>();
        try (FencedSetProcess old = new FencedSetProcess(set, FencedSetProcess.Way.CHECK, "payroll")) {
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(stoppedWhileNextOneWrites(round, old, written)).isEqualTo("written");
                written.add("old-" + round);
            }
        }

        Set<String> lost = new TreeSet<>(written);
        lost.removeAll(set.words());
        assertThat(lost).as("words that were written and are gone").isNotEmpty();
    }

    /** Stops a process between its reading and its writing, and returns what came of it when it went on. */
    private String stoppedWhileNextOneWrites(int round, FencedSetProcess old, Set<String> written) throws Exception {
        long token = FIRST + 2L * round;
        old.beginToAdd(token, "old-" + round);
        old.stop();
        add(token + 1, "new-" + round);
        written.add("new-" + round);
        old.goOn();
        return old.write();
    }

    /** One way of adding a word. */
    private interface Addition {
        void add(String election, long token, String word, Pause pause) throws Exception;
    }

    private Future<?> pausedWhileNextOneWrites(int round, Addition way, Set<String> written) throws Exception {
        long token = FIRST + 2L * round;
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FutureTask<?> old = new FutureTask<>(() -> {
            way.add("payroll", token, "old-" + round, () -> {
                read.countDown();
                goOn.await();
            });
            return null;
        });
        Thread thread = new Thread(old, "paused leader");
        thread.setDaemon(true);
        thread.start();
        StoreTestSteps.await("the old leader has read", () -> read.getCount() == 0 || old.isDone());
        add(token + 1, "new-" + round);
        written.add("new-" + round);
        goOn.countDown();
        return old;
    }

    private void add(long token, String word) throws Exception {
        set.add("payroll", token, word, Pause.NONE);
    }

    /** Before the first test has opened one. */
    private static final class NoSet implements FencedSet {
        @Override
        public String address() {
            throw new IllegalStateException("no set");
        }

        @Override
        public Set<String> words() {
            return Set.of();
        }

        @Override
        public void add(String election, long token, String word, Pause pause) {
            address();
        }

        @Override
        public void addAfterCheck(String election, long token, String word, Pause pause) {
            address();
        }

        @Override
        public FencedSet withoutMark() {
            return this;
        }
    }
}
