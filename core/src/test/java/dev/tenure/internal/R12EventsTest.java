package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.Subscription;
import dev.tenure.Term;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualClock;
import dev.tenure.internal.fixtures.RecordingListener;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Snapshot;
import dev.tenure.internal.protocol.Trust;
import dev.tenure.internal.runtime.LeadershipView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R12 Events: to every subscriber, in order")
class R12EventsTest {
    private static final Duration LIMIT = Duration.ofSeconds(Wait.SECONDS);

    private final InMemoryStore store = new InMemoryStore();
    private final Candidate node =
            Candidate.on(store).named("node-1").withoutShutdownHook().start();
    private final RecordingListener heard = new RecordingListener();

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void everyListenerHearsTheSameInOrder() throws InterruptedException {
        Election election = node.stand("payroll");
        RecordingListener other = new RecordingListener();
        election.subscribe(heard);
        election.subscribe(other);
        long token = election.awaitLeadership(LIMIT).orElseThrow().token();
        election.resign();
        heard.await(ElectionEvent.Resigned.class);
        other.await(ElectionEvent.Resigned.class);

        assertThat(heard.all().get(0)).isInstanceOf(ElectionEvent.Present.class);
        assertThat(heard.all(ElectionEvent.Resigned.class).get(0).token()).isEqualTo(token);
        assertThat(withoutPresent(heard))
                .endsWith(heard.all(ElectionEvent.Resigned.class).get(0));
        assertThat(withoutPresent(other)).isSubsetOf(withoutPresent(heard));
    }

    private static Iterable<ElectionEvent> withoutPresent(RecordingListener heard) {
        return heard.all().stream()
                .filter(event -> !(event instanceof ElectionEvent.Present))
                .toList();
    }

    @Test
    void aLateSubscriberFirstHearsHowThingsStand() throws InterruptedException {
        Election election = node.stand("payroll");
        Term term = election.awaitLeadership(LIMIT).orElseThrow();
        election.subscribe(heard);
        ElectionEvent.Present present = heard.await(ElectionEvent.Present.class);
        election.resign();
        heard.await(ElectionEvent.Resigned.class);

        assertThat(present.status().role()).isEqualTo(Role.LEADER);
        assertThat(present.status().token()).isEqualTo(term.token());
        assertThat(present.status().leader()).isEqualTo(node.identity());
        assertThat(present.cause()).isEqualTo("subscribed");
        assertThat(heard.all().get(0)).isSameAs(present);
        assertThat(heard.all(ElectionEvent.Acquired.class)).as("which is past").isEmpty();
    }

    @Test
    void aClosedSubscriptionHearsNothingMore() throws InterruptedException {
        Election election = node.stand("payroll");
        Subscription subscription = election.subscribe(heard);
        election.awaitLeadership(LIMIT);
        heard.await(ElectionEvent.Present.class);
        subscription.close();
        subscription.close();
        RecordingListener other = new RecordingListener();
        election.subscribe(other);
        election.resign();
        other.await(ElectionEvent.Resigned.class);

        assertThat(heard.all(ElectionEvent.Resigned.class)).isEmpty();
    }

    @Test
    @DisplayName("RV-20: a slow listener misses nothing, and holds nobody up")
    void aSlowListenerMissesNothing() throws InterruptedException {
        Election election = node.stand("payroll");
        CountDownLatch letGo = new CountDownLatch(1);
        election.subscribe(event -> {
            Wait.until(letGo);
            heard.on(event);
        });
        election.awaitLeadership(LIMIT);
        RecordingListener other = new RecordingListener();
        election.subscribe(other);
        election.resign();
        other.await(ElectionEvent.Resigned.class);
        letGo.countDown();
        heard.await(ElectionEvent.Resigned.class);

        assertThat(heard.all(ElectionEvent.Present.class)).hasSize(1);
        assertThat(heard.all().get(0)).isInstanceOf(ElectionEvent.Present.class);
    }

    @Test
    void anAttemptCanBeAwaited() throws InterruptedException {
        Election election = node.stand("payroll");
        Status first = election.awaitAttempt(Instant.EPOCH, LIMIT).orElseThrow();

        assertThat(first.role()).isEqualTo(Role.LEADER);
        assertThat(election.awaitAttempt(Instant.MAX, Duration.ZERO)).isEmpty();
        assertThat(election.awaitLeadership(Duration.ZERO)).isPresent();
    }

    @Test
    void aFollowerKnowsWhoLeads() throws InterruptedException {
        Election leader = node.stand("payroll");
        leader.awaitLeadership(LIMIT);
        try (Candidate other = Candidate.on(store)
                .named("node-2")
                .reachableAt("http://node-2")
                .withoutShutdownHook()
                .start()) {
            Election follower = other.stand("payroll");
            Status status = follower.awaitAttempt(Instant.EPOCH, LIMIT).orElseThrow();

            assertThat(status.role()).isEqualTo(Role.FOLLOWER);
            assertThat(status.leader()).isEqualTo(node.identity());
            assertThat(status.token()).isEqualTo(leader.status().token());
            assertThat(follower.isLeader()).isFalse();
            assertThat(follower.awaitLeadership(Duration.ofMillis(1))).isEmpty();
        }
    }

    @Test
    @DisplayName("all that wait for leadership return with one announcement, none with a term that is over")
    void everyWaiterIsServed() throws Exception {
        ManualClock clock = new ManualClock();
        LeadershipView view = new LeadershipView(Records.ELECTION, clock, (token, reason, cause) -> {});
        ClockReading now = ClockReading.of(clock);
        Trust trust = Trust.earned(now, CampaignRig.TTL, CampaignRig.TIMING);
        List<CompletableFuture<Term>> waiting =
                Stream.generate(() -> waitingFor(view)).limit(5).toList();
        view.publish(new Snapshot(Records.foreign(5, 0), trust, true, false, null, now, 0, null, now, false));

        for (CompletableFuture<Term> each : waiting) {
            assertThat(each.get(Wait.SECONDS, TimeUnit.SECONDS).token()).isEqualTo(5);
        }
        clock.advance(CampaignRig.TRUSTED);
        assertThat(view.awaitTerm(Duration.ZERO)).isEmpty();
    }

    /** Returns when somebody really waits, or has been served at once. */
    private static CompletableFuture<Term> waitingFor(LeadershipView view) {
        CompletableFuture<Term> served = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                served.complete(view.awaitTerm(Duration.ofDays(1)).orElseThrow());
            } catch (InterruptedException | RuntimeException e) {
                served.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
        return served;
    }
}
