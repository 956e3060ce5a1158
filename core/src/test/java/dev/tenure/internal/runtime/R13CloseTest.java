package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Role;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Term;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualClock;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Snapshot;
import dev.tenure.internal.protocol.Trust;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R13 close()")
class R13CloseTest {
    private static final Duration LIMIT = Duration.ofSeconds(Wait.SECONDS);

    private final InMemoryStore store = new InMemoryStore();
    private final Candidate node = builder().start();
    private final CountDownLatch letGo = new CountDownLatch(1);

    private CandidateBuilder builder() {
        return Candidate.on(store).closingStore().named("node-1").withoutShutdownHook();
    }

    @AfterEach
    void close() {
        letGo.countDown();
        node.close();
    }

    private Election leading(String name) throws InterruptedException {
        Election election = node.stand(name);
        assertThat(election.awaitLeadership(LIMIT)).isPresent();
        return election;
    }

    @Test
    void closeReleasesTheLeaseAndClosesTheStoreOnce() throws InterruptedException {
        Election payroll = leading("payroll");
        Election billing = leading("billing");
        Term term = payroll.term().orElseThrow();
        node.close();
        node.close();

        assertThat(payroll.isLeader()).isFalse();
        assertThat(billing.isLeader()).isFalse();
        assertThat(term.isCurrent()).isFalse();
        assertThat(payroll.status().role()).isEqualTo(Role.CLOSED);
        assertThat(store.records.values()).hasSize(2).allMatch(Sighting.Released.class::isInstance);
        assertThat(store.closed).hasValue(1);
    }

    @Test
    void aSharedStoreIsLeftOpen() throws InterruptedException {
        Candidate other = Candidate.on(store).withoutShutdownHook().start();
        other.stand("payroll").awaitLeadership(LIMIT);
        other.close();

        assertThat(store.closed).hasValue(0);
        assertThat(store.show("payroll")).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void secondCloseWaitsForTheFirst() throws Exception {
        leading("payroll");
        CountDownLatch releasing = new CountDownLatch(1);
        store.before = (call, election) -> {
            if (call.equals("release")) {
                releasing.countDown();
                Wait.until(letGo);
            }
        };
        CompletableFuture<Void> first = inAThread(node::close);
        Wait.until(releasing);
        CompletableFuture<Void> second = inAThread(node::close);
        assertThat(second).isNotDone();
        letGo.countDown();
        second.get(Wait.SECONDS, TimeUnit.SECONDS);

        assertThat(store.closed).hasValue(1);
        first.get(Wait.SECONDS, TimeUnit.SECONDS);
    }

    private static CompletableFuture<Void> inAThread(Runnable task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                task.run();
                done.complete(null);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    @Test
    void aSeatOnceClosedStaysClosedWhateverIsPublishedLater() {
        ManualClock clock = new ManualClock();
        LeadershipView view = new LeadershipView(Records.ELECTION, clock, (token, reason, cause) -> {});
        ClockReading now = ClockReading.of(clock);
        Trust trust = Trust.earned(now, CampaignRig.TTL, CampaignRig.TIMING);
        Snapshot leading = new Snapshot(Records.foreign(5, 0), trust, true, false, null, now, 0, null, now, false);
        view.publish(leading);
        assertThat(view.isLeader()).isTrue();
        view.close();
        view.publish(leading);

        assertThat(view.isLeader()).isFalse();
        assertThat(view.term()).isEmpty();
        assertThat(view.status().role()).isEqualTo(Role.CLOSED);
    }

    @Test
    void aCandidateThatCannotReleaseIsClosedAllTheSame() throws InterruptedException {
        Election payroll = leading("payroll");
        store.before = (call, election) -> {
            throw new StoreException(Kind.UNREACHABLE, "refused");
        };
        node.close();

        assertThat(payroll.isLeader()).isFalse();
        assertThat(store.show("payroll")).as("left to run out").isInstanceOf(Sighting.Held.class);
        assertThat(store.closed).hasValue(1);
    }

    @Test
    void workThatClosesItsOwnCandidateDoesNotWaitForItself() throws InterruptedException {
        Election payroll = node.stand("payroll");
        CountDownLatch returned = new CountDownLatch(1);
        payroll.lead(term -> {
            node.close();
            returned.countDown();
        });
        Wait.until(returned);
        node.close();

        assertThat(payroll.isLeader()).isFalse();
        assertThat(store.show("payroll")).isInstanceOf(Sighting.Released.class);
        assertThat(store.closed).hasValue(1);
    }

    @Test
    void workThatClosesItsOwnElectionDoesNotWaitForItself() throws InterruptedException {
        Election payroll = node.stand("payroll");
        CountDownLatch returned = new CountDownLatch(1);
        payroll.lead(term -> {
            payroll.close();
            returned.countDown();
        });
        Wait.until(returned);
        payroll.close();

        assertThat(store.show("payroll")).isInstanceOf(Sighting.Released.class);
        assertThat(payroll.status().role()).isEqualTo(Role.CLOSED);
    }

    @Test
    void aListenerMayCloseItsOwnCandidate() throws InterruptedException {
        Election payroll = node.stand("payroll");
        CountDownLatch returned = new CountDownLatch(1);
        payroll.subscribe(event -> {
            boolean ledBefore = event instanceof ElectionEvent.Present present
                    && present.status().role() == Role.LEADER;
            if (ledBefore || event instanceof ElectionEvent.Acquired) {
                node.close();
                returned.countDown();
            }
        });
        Wait.until(returned);

        assertThat(store.show("payroll")).isInstanceOf(Sighting.Released.class);
        assertThat(store.closed).hasValue(1);
        assertThat(store.closedUnderInterrupt).isFalse();
    }

    @Test
    @DisplayName("a lose hook may ask and close its own election while that is being closed")
    void aLoseHookMayAskItsOwnElection() throws Exception {
        CompletableFuture<Boolean> led = new CompletableFuture<>();
        CompletableFuture<Election> itself = new CompletableFuture<>();
        Election payroll = node.prepare("payroll")
                .onLose(term -> {
                    Election own = itself.get(Wait.SECONDS, TimeUnit.SECONDS);
                    own.status();
                    own.close();
                    led.complete(own.isLeader());
                })
                .stand();
        itself.complete(payroll);
        assertThat(payroll.awaitLeadership(LIMIT)).isPresent();
        inAThread(node::close).get(Wait.SECONDS, TimeUnit.SECONDS);

        assertThat(led).isCompletedWithValue(false);
        assertThat(store.show("payroll")).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void waitingEndsWhenTheElectionIsClosed() throws Exception {
        store.records.put("payroll", Records.held(Records.foreign(5, 0)));
        Election payroll = node.stand("payroll");
        payroll.awaitAttempt(Instant.EPOCH, LIMIT);
        CompletableFuture<Boolean> led = new CompletableFuture<>();
        CompletableFuture<Void> waiting = inAThread(() -> {
            try {
                led.complete(payroll.awaitLeadership(Duration.ofDays(10)).isPresent());
            } catch (InterruptedException e) {
                led.completeExceptionally(e);
            }
        });
        payroll.close();

        assertThat(led.get(Wait.SECONDS, TimeUnit.SECONDS)).isFalse();
        waiting.get(Wait.SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void aClosedElectionLeavesNoWatch() throws InterruptedException {
        store.capabilities.add(Capability.WATCH);
        Election payroll = leading("payroll");
        assertThat(store.watchers).containsOnlyKeys("payroll");
        payroll.close();
        node.close();

        assertThat(store.watchers).isEmpty();
    }

    @Test
    void aClosedCandidateStandsNowhere() {
        node.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> node.stand("payroll"))
                .withMessage("'node-1' is closed: start another candidate");
    }

    @Test
    void aBuilderStartsOneCandidate() {
        CandidateBuilder builder = builder();
        Candidate first = builder.start();

        assertThatIllegalStateException().isThrownBy(builder::start).withMessageContaining("was started already");
        first.close();
    }
}
