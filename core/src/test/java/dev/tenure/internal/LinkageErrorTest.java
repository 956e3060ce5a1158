package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.RecordingListener;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Roster;
import dev.tenure.spi.TakeoverDelay;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("R4 Errors are not loss: a client library that does not fit is for a person to mend, and is told once")
class LinkageErrorTest {
    private static final Timing TIMING = Timing.of(Duration.ofMinutes(2), Duration.ofMillis(50));
    private static final Duration LONG = Duration.ofSeconds(50);

    private final InMemoryStore store = new InMemoryStore();
    private final RecordingListener heard = new RecordingListener();
    private final CountDownLatch failed = new CountDownLatch(4);

    @AfterEach
    void mend() {
        store.before = (call, election) -> {};
    }

    private Candidate candidate() {
        return Candidate.on(store).named("alice").timing(TIMING).start();
    }

    private void breakOn(String broken, Error error) {
        store.before = (call, election) -> {
            if (call.equals(broken)) {
                failed.countDown();
                throw error;
            }
        };
    }

    private List<ElectionEvent.Warning> troubles() {
        return heard.all(ElectionEvent.Warning.class);
    }

    @Test
    void aClaimThatMeetsAnOldLibraryIsMisconfiguredAndToldOnce() {
        breakOn("claim", new NoSuchMethodError("'void old.Client.call()'"));
        try (Candidate alice = candidate()) {
            Election election = alice.stand("a");
            election.subscribe(heard);

            Wait.until(failed);

            assertThat(troubles()).hasSize(1);
            assertThat(troubles().get(0).error()).isInstanceOfSatisfying(StoreException.class, error -> {
                assertThat(error.kind()).isEqualTo(Kind.MISCONFIGURED);
                assertThat(error).hasMessageContaining("old.Client").hasMessageContaining("Client 8 or newer");
            });
        }
    }

    @Test
    void leaderWhoseRenewalsFailLeadsWhileTrustLasts() throws InterruptedException {
        try (Candidate alice = candidate()) {
            Election election = alice.stand("a");
            Term term = election.awaitLeadership(LONG).orElseThrow();
            election.subscribe(heard);
            breakOn("renew", new NoClassDefFoundError("old/Client"));

            Wait.until(failed);

            assertThat(term.isCurrent()).isTrue();
            assertThat(troubles()).hasSize(1);
        }
    }

    @Test
    void rosterAndRequestCallsFailTheSameWay() {
        store.capabilities.addAll(List.of(Capability.ROSTER, Capability.REQUESTS));
        store.roster = (Roster) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Roster.class}, (proxy, method, arguments) -> {
                    throw new ExceptionInInitializerError("old.Client");
                });
        breakOn("inspect", new IncompatibleClassChangeError("old.Client"));
        try (Candidate alice = candidate()) {
            assertUnfit(() -> alice.roster("a"));
            assertUnfit(() -> alice.requestResign("a"));
        }
    }

    @Test
    void refusedStartLeavesNoThread() {
        LeaseStore unfit = new ForwardingStore(store) {
            @Override
            public TakeoverDelay takeoverDelay() {
                throw new NoSuchMethodError("old.Client");
            }
        };

        assertUnfit(() -> Candidate.on(unfit).named("refused-start").start());

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("refused-start"));
    }

    private static void assertUnfit(ThrowingCallable call) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(call)
                .matches(error -> error.kind() == Kind.MISCONFIGURED)
                .withMessageContaining("Client 8 or newer");
    }
}
