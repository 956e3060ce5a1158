package dev.tenure.internal;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.StalledChannel;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Code of users, or a store, stalls or fails in one election in every place where the engine calls it. Then the term of
 * another election of the same candidate ends, and its work must be told.
 */
@Tag("slow")
@DisplayName("R18 Nothing blocks the loop: stalls")
class R18StallsTest {
    private static final Timing TIMING =
            Timing.of(Duration.ofSeconds(6), Duration.ofMillis(200)).withCallTimeout(Duration.ofMillis(500));
    private static final String STUCK = "stuck";
    private static final String WELL = "well";

    private final InMemoryStore store = new InMemoryStore();
    private final StalledChannel channel = new StalledChannel();
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final Candidate node = Candidate.on(store)
            .named("node-stalls")
            .timing(TIMING)
            .withoutShutdownHook()
            .start();

    @AfterEach
    void close() {
        letGo.countDown();
        channel.answer();
        node.close();
    }

    /** Where it stalls, and how. */
    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    enum Stall {
        WORK_THAT_IGNORES_INTERRUPTS(test -> test.node.stand(STUCK).lead(term -> test.stall())),
        WORK_OUT_OF_MEMORY(test -> test.node.stand(STUCK).lead(term -> test.fail(new OutOfMemoryError("work")))),
        ACQUIRE_HOOK_THAT_IGNORES_INTERRUPTS(
                test -> test.node.prepare(STUCK).onAcquire(term -> test.stall()).stand()),
        ACQUIRE_HOOK_TOO_DEEP(test -> test.node
                .prepare(STUCK)
                .onAcquire(term -> test.fail(new StackOverflowError("hook")))
                .stand()),
        LOSE_HOOK_THAT_IGNORES_INTERRUPTS(test -> {
            Election stuck =
                    test.node.prepare(STUCK).onLose(term -> test.stall()).stand();
            test.lead(stuck, new CountDownLatch(1));
            test.takeAway(STUCK);
        }),
        LISTENER_IN_STALLED_CHANNEL(test -> test.node.stand(STUCK).subscribe(event -> test.transfer())),
        LISTENER_OUT_OF_MEMORY(
                test -> test.node.stand(STUCK).subscribe(event -> test.fail(new OutOfMemoryError("listener")))),
        BARRIER_IN_STALLED_CHANNEL(test -> test.node.stand(STUCK).subscribeBarrier(event -> test.transfer())),
        CALLER_IN_STALLED_CHANNEL(test -> {
            Election stuck = test.node.stand(STUCK);
            test.lead(stuck, new CountDownLatch(1));
            new Thread(() -> stuck.runIfLeader(term -> test.transfer())).start();
            Wait.until(test.entered);
            test.takeAway(STUCK);
            test.channel.awaitInterrupt();
        }),
        CALLS_OF_MANY_ELECTIONS_THAT_HANG(test -> {
            test.store.before = (call, election) -> {
                if (election.startsWith(STUCK)) {
                    test.stall();
                }
            };
            for (int i = 0; i < 300; i++) {
                test.node.stand(STUCK + " " + i);
            }
        }),
        ALL_CALLS_THAT_HANG(test -> test.store.before = (call, election) -> test.stall());

        private final Consumer<R18StallsTest> injection;

        Stall(Consumer<R18StallsTest> injection) {
            this.injection = injection;
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherElectionIsToldOfTheEndOfItsTerm(Stall stall) {
        CountDownLatch told = new CountDownLatch(1);
        lead(node.stand(WELL), told);
        stall.injection.accept(this);
        Wait.until(entered);

        takeAway(WELL);
        Wait.until(told);
    }

    /** Gives work that waits until it is interrupted, and returns when it has begun. */
    private void lead(Election election, CountDownLatch told) {
        CountDownLatch started = new CountDownLatch(1);
        election.lead(term -> {
            started.countDown();
            try {
                letGo.await();
            } catch (InterruptedException end) {
                told.countDown();
            }
        });
        Wait.until(started);
    }

    /** The term ends at its next renewal; if that cannot be sent, when trust is over. */
    private void takeAway(String election) {
        store.records.put(election, new Sighting.Released(Long.MAX_VALUE / 2, 0, null, "taken away"));
    }

    private void stall() {
        entered.countDown();
        Wait.stubbornly(letGo);
    }

    private void fail(Error error) {
        entered.countDown();
        throw error;
    }

    private void transfer() {
        entered.countDown();
        try {
            channel.transfer();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
