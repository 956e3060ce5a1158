package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.RecordedLogs;
import dev.tenure.internal.fixtures.RecordingListener;
import dev.tenure.internal.fixtures.StalledChannel;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** One election is stuck in some way, and stays so, while the other loses its lease: its work must hear of that. */
@Isolated("holds up the log of the whole JVM")
@Tag("slow")
@DisplayName("R18 Nothing blocks the loop")
class R18NothingBlocksTheLoopTest {
    private static final Duration LIMIT = Duration.ofSeconds(Wait.SECONDS);
    private static final Timing TIMING =
            Timing.of(Duration.ofSeconds(6), Duration.ofMillis(200)).withCallTimeout(Duration.ofMillis(500));
    private static final String NAME = "node-r18";
    private static final String STUCK = "stuck";
    private static final String WELL = "well";

    private final InMemoryStore store = new InMemoryStore();
    private final StalledChannel channel = new StalledChannel();
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final CountDownLatch wellIsTold = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);
    private Candidate node =
            Candidate.on(store).named(NAME).timing(TIMING).withoutShutdownHook().start();

    @AfterEach
    void close() {
        letGo.countDown();
        channel.answer();
        RecordedLogs.before(line -> {});
        node.close();
    }

    /** Waits until it is interrupted, as well-behaved work does. */
    private void lead(Election election) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        election.lead(term -> {
            started.countDown();
            try {
                letGo.await();
            } catch (InterruptedException told) {
                wellIsTold.countDown();
            }
        });
        Wait.until(started);
    }

    private void takeAway(String election) {
        store.records.put(election, new Sighting.Released(Long.MAX_VALUE / 2, 0, null, "taken away"));
    }

    private void assertTheOtherIsToldOfItsLoss() {
        takeAway(WELL);
        Wait.until(wellIsTold);
    }

    private void transfer() {
        try {
            channel.transfer();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    @Test
    void workInAStalledChannelDelaysNoOtherElection() throws InterruptedException {
        lead(node.stand(WELL));
        node.stand(STUCK).lead(term -> transfer());
        channel.awaitTransfer();
        takeAway(STUCK);
        channel.awaitInterrupt();

        assertTheOtherIsToldOfItsLoss();
    }

    @Test
    void aStoreCallInAStalledChannelDelaysNoOtherElection() throws InterruptedException {
        lead(node.stand(WELL));
        AtomicBoolean first = new AtomicBoolean(true);
        store.before = (call, election) -> {
            if (call.equals("renew") && election.equals(STUCK) && first.getAndSet(false)) {
                transfer();
            }
        };
        node.stand(STUCK);
        channel.awaitInterrupt();

        assertTheOtherIsToldOfItsLoss();
    }

    @Test
    void workThatHoldsTheMonitorOfItsThreadDelaysNoOtherElection() throws InterruptedException {
        lead(node.stand(WELL));
        RecordingListener heard = new RecordingListener();
        Election stuck = node.stand(STUCK);
        stuck.subscribe(heard);
        stuck.lead(term -> {
            synchronized (Thread.currentThread()) {
                entered.countDown();
                Wait.stubbornly(letGo);
            }
        });
        Wait.until(entered);
        takeAway(STUCK);
        awaitLoss(stuck);

        assertTheOtherIsToldOfItsLoss();
    }

    /** Waits until the term is over by what the loop says, not by the clock: only then was its work cancelled. */
    private void awaitLoss(Election election) {
        CountDownLatch lost = new CountDownLatch(1);
        election.subscribe(event -> {
            if (election.term().isEmpty()) {
                lost.countDown();
            }
        });
        Wait.until(lost);
    }

    @Test
    @SuppressWarnings("OverrideThrowableToString") // as users do
    void anExceptionThatCannotBePrintedDelaysNoOtherElection() throws InterruptedException {
        lead(node.stand(WELL));
        node.stand(STUCK).lead(term -> {
            throw new IllegalStateException() {
                @Override
                public String toString() {
                    entered.countDown();
                    Wait.stubbornly(letGo);
                    return "at last";
                }
            };
        });
        Wait.until(entered);

        assertTheOtherIsToldOfItsLoss();
    }

    @Test
    void aLogThatBlocksDelaysNoOtherElection() throws InterruptedException {
        store.capabilities.add(Capability.ROSTER);
        node.close();
        node = Candidate.on(store)
                .named(NAME)
                .timing(TIMING)
                .withoutShutdownHook()
                .start();
        lead(node.stand(WELL));
        RecordedLogs.before(line -> {
            if (Thread.currentThread().getName().contains(NAME) && line.contains("the roster could not")) {
                entered.countDown();
                Wait.stubbornly(letGo);
            }
        });
        store.before = (call, election) -> {
            if (call.equals("roster")) {
                throw new StoreException(Kind.UNREACHABLE, "no roster today");
            }
        };
        Wait.until(entered);

        assertTheOtherIsToldOfItsLoss();
    }

    @Test
    void aWatchThatBlocksDelaysNoOtherElection() throws InterruptedException {
        store.capabilities.add(Capability.WATCH);
        node.close();
        node = Candidate.on(store)
                .named(NAME)
                .timing(TIMING)
                .withoutShutdownHook()
                .start();
        lead(node.stand(WELL));
        store.beforeWatch = () -> {
            entered.countDown();
            Wait.stubbornly(letGo);
        };
        node.stand(STUCK);
        Wait.until(entered);

        assertTheOtherIsToldOfItsLoss();
    }

    @Test
    void noCodeOfUsersRunsOnTheLoopWhenThreadsAreStarted() throws InterruptedException {
        node.close();
        List<String> copiedBy = new CopyOnWriteArrayList<>();
        InheritableThreadLocal<String> context = new InheritableThreadLocal<>() {
            @Override
            protected String childValue(String parent) {
                copiedBy.add(Thread.currentThread().getName());
                return parent;
            }
        };
        context.set("request 7");
        try {
            node = Candidate.on(store)
                    .named(NAME)
                    .timing(TIMING)
                    .withoutShutdownHook()
                    .start();
            lead(node.stand(WELL));
        } finally {
            context.remove();
        }

        assertThat(copiedBy).doesNotContain("tenure-loop-" + NAME);
    }

    @Test
    void closingEndsThoughWorkAndAListenerAreInStalledChannels() throws InterruptedException {
        StalledChannel listening = new StalledChannel();
        try {
            Election election = node.stand(STUCK);
            election.subscribe(event -> {
                try {
                    listening.transfer();
                } catch (IOException closed) {
                    throw new UncheckedIOException(closed);
                }
            });
            listening.awaitTransfer();
            election.lead(term -> transfer());
            channel.awaitTransfer();

            CompletableFuture.runAsync(node::close, task -> new Thread(task, "closes").start())
                    .orTimeout(2 * LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .join();

            channel.awaitInterrupt();
            listening.awaitInterrupt();
        } finally {
            listening.answer();
        }
    }
}
