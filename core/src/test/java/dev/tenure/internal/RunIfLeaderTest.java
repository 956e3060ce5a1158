package dev.tenure.internal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.NotLeaderException;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 Order of loss: code that callers run under a term")
class RunIfLeaderTest {
    private static final String NAME = Records.ELECTION;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final InMemoryStore store = new InMemoryStore();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private Candidate node = candidate(LIMIT);

    private Candidate candidate(Duration grace) {
        return Candidate.on(store)
                .timing(Timing.of(Duration.ofSeconds(1)))
                .grace(grace)
                .start();
    }

    @AfterEach
    void close() {
        mayEnd.countDown();
        node.close();
    }

    private Election leading() throws InterruptedException {
        Election election = node.stand(NAME);
        assertThat(election.awaitLeadership(LIMIT)).isPresent();
        return election;
    }

    /** Runs a call on a thread of its own that stays inside until the test lets it go, whatever it is told. */
    private CompletableFuture<Boolean> stubbornCall(Election election) {
        CompletableFuture<Boolean> interrupted = CompletableFuture.supplyAsync(
                () -> {
                    AtomicBoolean told = new AtomicBoolean();
                    election.runIfLeader(term -> {
                        inside.countDown();
                        told.set(Wait.stubbornly(mayEnd));
                    });
                    return told.get();
                },
                task -> new Thread(task, "caller").start());
        Wait.until(inside);
        return interrupted;
    }

    @Test
    void aLeaderRunsTheTaskOnTheCallersThread() throws InterruptedException {
        Election election = leading();
        List<Thread> threads = new ArrayList<>();
        boolean ran = election.runIfLeader(term -> {
            threads.add(Thread.currentThread());
            assertThat(term.token()).isEqualTo(election.requireTerm().token());
        });

        assertThat(ran).isTrue();
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void aFollowerRunsNothingAndHasNoTerm() throws InterruptedException {
        leading();
        try (Candidate other = candidate(Duration.ZERO)) {
            Election follower = other.stand(NAME);

            assertThat(follower.runIfLeader(term -> {
                        throw new AssertionError("ran on a follower");
                    }))
                    .isFalse();
            assertThatExceptionOfType(NotLeaderException.class)
                    .isThrownBy(follower::requireTerm)
                    .withMessageContaining(NAME);
        }
    }

    @Test
    void exceptionOfTheTaskReachesTheCaller() throws InterruptedException {
        Election election = leading();

        assertThatThrownBy(() -> election.runIfLeader(term -> {
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    void callsMayBeNestedAndComeFromTheWorkItself() throws InterruptedException {
        Election election = node.stand(NAME);
        AtomicInteger runs = new AtomicInteger();
        election.lead(term -> {
            election.runIfLeader(outer -> election.runIfLeader(inner -> runs.incrementAndGet()));
            inside.countDown();
        });
        Wait.until(inside);
        election.runIfLeader(outer -> election.runIfLeader(inner -> runs.incrementAndGet()));

        assertThat(runs).hasValue(2);
    }

    @Test
    void endingTermIsKeptUntilTheCallHasReturned() throws Exception {
        Election election = leading();
        CompletableFuture<Boolean> call = stubbornCall(election);
        Term term = election.requireTerm();
        term.resign();
        Wait.until(term::isEnding);
        assertThat(election.runIfLeader(late -> {})).as("nothing new begins").isFalse();
        assertThat(store.show(NAME)).isInstanceOf(Sighting.Held.class);
        assertThat(term.isCurrent()).isTrue();

        mayEnd.countDown();
        assertThat(call.get(Wait.SECONDS, TimeUnit.SECONDS)).as("interrupted").isFalse();
        Wait.until(() -> store.show(NAME) instanceof Sighting.Released);
    }

    @Test
    void aLossInterruptsTheCallAndTheReleaseWaitsForIt() throws Exception {
        node.close();
        node = candidate(Duration.ZERO);
        Election election = leading();
        CountDownLatch interrupted = new CountDownLatch(1);
        CompletableFuture<Void> call = CompletableFuture.runAsync(
                () -> election.runIfLeader(term -> stayInside(interrupted)),
                task -> new Thread(task, "caller").start());
        Wait.until(inside);
        election.resign(); // without a grace it is cancelled at once
        Wait.until(interrupted);
        assertThat(election.isLeader()).isFalse();
        assertThat(store.show(NAME)).isInstanceOf(Sighting.Held.class);

        mayEnd.countDown();
        call.get(Wait.SECONDS, TimeUnit.SECONDS);
        Wait.until(() -> store.show(NAME) instanceof Sighting.Released);
    }

    /** The next term does not wait for such a hook, so its call must be registered like that of any other thread. */
    @Test
    void aHookThatOutlastsItsTermIsInterruptedInACallUnderTheNext() throws InterruptedException {
        node.close();
        node = candidate(Duration.ZERO);
        CountDownLatch nextTerm = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicReference<Election> standing = new AtomicReference<>();
        AtomicBoolean first = new AtomicBoolean(true);
        Election election = node.prepare(NAME)
                .onLose(over -> {
                    if (first.getAndSet(false)) {
                        Wait.stubbornly(nextTerm);
                        Thread.interrupted(); // that of its own end
                        requireNonNull(standing.get()).runIfLeader(term -> stayInside(interrupted));
                    }
                })
                .stand();
        standing.set(election);
        assertThat(election.awaitLeadership(LIMIT)).isPresent();
        Term before = election.requireTerm();
        before.resign();
        Wait.until(() -> !before.isCurrent());
        assertThat(election.awaitLeadership(LIMIT)).isPresent();
        nextTerm.countDown();
        Wait.until(inside);

        election.resign();

        Wait.until(interrupted);
        assertThat(store.show(NAME)).isInstanceOf(Sighting.Held.class);
    }

    private void stayInside(CountDownLatch interrupted) {
        inside.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
            Wait.stubbornly(mayEnd);
        }
    }

    @Test
    void theInterruptOfALossDoesNotOutlastTheCall() throws Exception {
        node.close();
        node = candidate(Duration.ZERO);
        Election election = leading();
        AtomicBoolean seen = new AtomicBoolean();
        election.runIfLeader(term -> {
            term.resign();
            Wait.until(() -> Thread.currentThread().isInterrupted());
            seen.set(true);
        });

        assertThat(seen).isTrue();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void anInterruptFromElsewhereIsKept() throws InterruptedException {
        Election election = leading();
        election.runIfLeader(term -> Thread.currentThread().interrupt());

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aCallMayCloseItsElection() throws InterruptedException {
        Election election = leading();
        boolean ran = election.runIfLeader(term -> election.close());

        assertThat(ran).isTrue();
        Wait.until(() -> store.show(NAME) instanceof Sighting.Released);
    }

    @Test
    void workThatReturnedLeavesItsCandidateLeading() throws InterruptedException {
        Election election = node.stand(NAME);
        election.lead(term -> inside.countDown());
        Wait.until(inside);
        Term term = election.awaitLeadership(LIMIT).orElseThrow();
        Wait.until(() -> term.remaining().compareTo(Duration.ofMillis(200)) > 0); // renewed, or not yet due
        assertThat(term.isCurrent()).isTrue();
        assertThat(term.isEnding()).isFalse();

        term.resign();
        Wait.until(() -> store.show(NAME) instanceof Sighting.Released);
    }
}
