package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.RecordedLogs;
import dev.tenure.internal.fixtures.RecordingListener;
import dev.tenure.internal.fixtures.Wait;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R11 Callbacks cannot hurt")
class R11CallbacksTest {
    private static final Duration LIMIT = Duration.ofSeconds(Wait.SECONDS);

    private final InMemoryStore store = new InMemoryStore();
    private final Candidate node =
            Candidate.on(store).named("node-1").withoutShutdownHook().start();
    private final RecordingListener heard = new RecordingListener();
    private final CountDownLatch letGo = new CountDownLatch(1);

    @AfterEach
    void close() {
        letGo.countDown();
        node.close();
    }

    private static ElectionListener throwing(Throwable thrown) {
        return event -> R11CallbacksTest.<RuntimeException>sneak(thrown);
    }

    /** Throws anything, checked or not, as a listener in another language might. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // that is the point
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void exceptionOfAListenerIsReportedAndStopsNothing() throws InterruptedException {
        for (Throwable thrown :
                new Throwable[] {new IllegalStateException("a"), new AssertionError("b"), new Exception("c")}) {
            Election election = node.stand("election " + thrown.getMessage());
            RecordingListener other = new RecordingListener();
            election.subscribe(other); // first, or it may come too late for the only failure
            election.subscribe(throwing(thrown));

            assertThat(other.await(ElectionEvent.Warning.class).error()).isSameAs(thrown);
            assertThat(other.await(ElectionEvent.Warning.class).cause()).contains("a listener failed");
            assertThat(election.awaitLeadership(LIMIT)).isPresent();
            election.resign();
            other.await(ElectionEvent.Resigned.class);
        }
    }

    @Test
    void failureOfAListenerIsLoggedOnce() throws InterruptedException {
        Election election = node.stand("logged-once");
        election.subscribe(heard);
        election.subscribe(event -> {
            if (event instanceof ElectionEvent.Acquired) {
                throw new IllegalStateException("no room");
            }
        });
        heard.await(ElectionEvent.Warning.class);
        election.resign();
        heard.await(ElectionEvent.Resigned.class);
        Wait.until(() -> !RecordedLogs.containing("logged-once: node-1 gave up").isEmpty());

        assertThat(RecordedLogs.containing("logged-once"))
                .filteredOn(line -> line.text().contains("a listener failed"))
                .singleElement()
                .satisfies(line -> assertThat(line.thrown()).hasMessage("no room"));
    }

    @Test
    void aListenerThatThrowsHearsEverythingAllTheSame() throws InterruptedException {
        Election election = node.stand("payroll");
        election.subscribe(event -> {
            heard.on(event);
            throw new IllegalStateException("again");
        });
        election.awaitLeadership(LIMIT);
        election.resign();

        heard.await(ElectionEvent.Resigned.class);
    }

    @Test
    void twoListenersThatThrowDoNotKeepEachOtherBusy() throws InterruptedException {
        Election election = node.stand("payroll");
        AtomicInteger calls = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            election.subscribe(event -> {
                calls.incrementAndGet();
                throw new IllegalStateException("on " + event);
            });
        }
        election.subscribe(heard);
        election.awaitLeadership(LIMIT);
        election.resign();
        heard.await(ElectionEvent.Resigned.class);
        node.close();

        assertThat(calls.get())
                .as("three events of its own and three troubles of the other, each")
                .isLessThanOrEqualTo(14);
        assertThat(heard.all(ElectionEvent.Warning.class)).hasSizeLessThanOrEqualTo(7);
    }

    @Test
    void aListenerThatHangsHoldsUpNoOther() throws InterruptedException {
        Election election = node.stand("payroll");
        election.subscribe(event -> Wait.stubbornly(letGo));
        election.subscribe(heard);

        heard.await(ElectionEvent.Present.class);
        election.awaitLeadership(LIMIT);
        election.resign();
        heard.await(ElectionEvent.Resigned.class);
    }

    @Test
    void workThatThrowsAnErrorIsReportedAndItsElectionLivesOn() throws InterruptedException {
        Election election = node.stand("payroll");
        Election other = node.stand("billing");
        election.subscribe(heard);
        Error error = new StackOverflowError("too deep");
        election.lead(term -> {
            throw error;
        });

        assertThat(heard.await(ElectionEvent.Warning.class).error()).isSameAs(error);
        heard.await(ElectionEvent.Resigned.class);
        assertThat(other.awaitLeadership(LIMIT)).isPresent();
        assertThat(election.awaitAttempt(
                        heard.all(ElectionEvent.Resigned.class).get(0).at(), LIMIT))
                .as("it looks on")
                .isPresent();
    }

    @Test
    void workIsInterruptedWhenItsTermEndsAndLearnsItByAsking() throws Exception {
        Election election = node.stand("payroll");
        CompletableFuture<Term> began = new CompletableFuture<>();
        CompletableFuture<Boolean> current = new CompletableFuture<>();
        election.lead(term -> {
            began.complete(term);
            try {
                Wait.until(letGo);
            } catch (AssertionError interrupted) {
                current.complete(term.isCurrent());
            }
        });
        Term term = began.get(Wait.SECONDS, TimeUnit.SECONDS);
        assertThat(term.isCurrent()).isTrue();
        assertThat(term.isEnding()).isFalse();
        assertThat(term.candidate()).isEqualTo(node.identity());
        election.resign();

        assertThat(current.get(Wait.SECONDS, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void aStoreThatThrowsAnythingIsTriedAgain() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        store.before = (call, election) -> {
            switch (calls.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("a bug in the store");
                case 2 -> throw new NoClassDefFoundError("Driver");
                case 3 -> throw new StoreException(Kind.MISCONFIGURED, "no such table");
                default -> {
                    return;
                }
            }
        };
        Election election = node.stand("payroll");
        election.subscribe(heard);

        assertThat(election.awaitLeadership(LIMIT)).isPresent();
        assertThat(calls.get()).isGreaterThan(4);
    }

    @Test
    void aCallThatHangsInOneElectionHoldsUpNoOther() throws InterruptedException {
        store.before = (call, election) -> {
            if (election.startsWith("stuck")) {
                Wait.stubbornly(letGo);
            }
        };
        try (Candidate quick = Candidate.on(store)
                .named("node-2")
                .timing(Timing.local())
                .withoutShutdownHook()
                .start()) {
            for (int i = 0; i < 6; i++) {
                quick.stand("stuck " + i);
            }
            assertThat(quick.stand("payroll").awaitLeadership(LIMIT)).isPresent();
            letGo.countDown();
        }
    }
}
