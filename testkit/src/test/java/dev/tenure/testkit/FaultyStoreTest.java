package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.FaultyStore.Call;
import dev.tenure.testkit.FaultyStore.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultyStoreTest {
    private static final String ELECTION = "payroll";
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final LeaseStore real = CellStore.over(new MemoryCell());
    private final FaultyStore store = new FaultyStore(real);
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private long attempts;

    @AfterEach
    void stop() {
        thread.shutdownNow();
    }

    @Test
    void anUnreachableStoreDoesNothing() {
        store.next(Operation.CLAIM, Fault.unreachable());

        assertFails(Kind.UNREACHABLE);
        assertThat(look()).isEqualTo(new Sighting.Never());
    }

    @Test
    void aLostRequestDoesNothing() {
        store.next(Operation.CLAIM, Fault.requestLost());

        assertFails(Kind.OUTCOME_UNKNOWN);
        assertThat(look()).isEqualTo(new Sighting.Never());
    }

    @Test
    void aLostAnswerHasTakenEffect() {
        store.next(Operation.CLAIM, Fault.answerLost());

        assertFails(Kind.OUTCOME_UNKNOWN);
        assertThat(look()).isInstanceOf(Sighting.Held.class);
    }

    @Test
    void aLateCallLandsWhenTheTestSaysSo() {
        store.next(Operation.CLAIM, Fault.landsLate());
        assertFails(Kind.OUTCOME_UNKNOWN);
        assertThat(look()).isEqualTo(new Sighting.Never());

        assertThat(store.landLate()).singleElement().isInstanceOf(Answer.Granted.class);

        assertThat(look()).isInstanceOf(Sighting.Held.class);
        assertThat(store.landLate()).isEmpty();
    }

    @Test
    void releasesAndRenewalsGoWrongToo() {
        Lease lease = ((Answer.Granted) claim()).lease();
        store.next(Operation.RENEW, Fault.answerLost());
        store.next(Operation.RELEASE, Fault.landsLate());

        assertThatThrownBy(() -> store.renew(
                        new RenewalRequest(
                                lease, lease.renewed(lease.ttl(), lease.stamp().next(2, Instant.EPOCH))),
                        deadline()))
                .isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.release(lease, Handover.toAnyone(), deadline()))
                .isInstanceOf(StoreException.class);
        assertThat(look())
                .isInstanceOfSatisfying(
                        Sighting.Held.class,
                        held -> assertThat(held.lease().stamp().renewal()).isEqualTo(1));

        assertThat(store.landLate()).hasSize(1);
        assertThat(look()).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void aCallWaitsAtTheDoorBeforeItTakesEffect() throws Exception {
        CallGate gate = CallGate.shut();
        store.next(Operation.CLAIM, Fault.none().heldBefore(gate));
        Future<Answer> answer = thread.submit(this::claim);

        assertThat(gate.awaitCall(LIMIT)).isTrue();
        assertThat(look()).isEqualTo(new Sighting.Never());
        assertThat(answer.isDone()).isFalse();
        gate.open();

        assertThat(answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void anAnswerWaitsAtTheDoorAfterTheCallTookEffect() throws Exception {
        CallGate gate = CallGate.shut();
        store.next(Operation.CLAIM, Fault.none().heldAfter(gate));
        Future<Answer> answer = thread.submit(this::claim);

        assertThat(gate.awaitCall(LIMIT)).isTrue();
        assertThat(look()).isInstanceOf(Sighting.Held.class);
        assertThat(answer.isDone()).isFalse();
        gate.open();

        assertThat(answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void aHangingCallEndsWhenItsThreadIsInterrupted() throws Exception {
        CallGate gate = CallGate.shut();
        store.next(Operation.CLAIM, Fault.none().heldBefore(gate));
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Future<?> call = thread.submit(() -> {
            try {
                claim();
            } catch (StoreException e) {
                failure.complete(e);
            }
        });
        assertThat(gate.awaitCall(LIMIT)).isTrue();

        call.cancel(true);

        assertThat(failure.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .asInstanceOf(type(StoreException.class))
                .extracting(StoreException::kind)
                .isEqualTo(Kind.UNREACHABLE);
        assertThat(look()).isEqualTo(new Sighting.Never());
    }

    @Test
    void faultsAreTakenInOrderThoseOfTheOperationFirst() {
        store.next(Fault.requestLost());
        store.next(Operation.CLAIM, Fault.unreachable());
        store.every(Fault.answerLost());

        assertFails(Kind.UNREACHABLE);
        assertFails(Kind.OUTCOME_UNKNOWN);
        assertThat(look()).isEqualTo(new Sighting.Never());
        assertFails(Kind.OUTCOME_UNKNOWN);
        assertThat(look()).isInstanceOf(Sighting.Held.class);

        store.heal();
        assertThat(claim()).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void aStandingFaultOfOneOperationSparesTheOthers() {
        store.every(Operation.INSPECT, Fault.unreachable());

        assertThat(claim()).isInstanceOf(Answer.Granted.class);
        assertThatThrownBy(() -> store.inspect(ELECTION, deadline())).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.inspect(ELECTION, deadline())).isInstanceOf(StoreException.class);
    }

    @Test
    void callsAreCountedFailedOnesToo() throws Exception {
        store.next(Fault.unreachable());
        Future<Boolean> twoClaims = thread.submit(() -> store.awaitCount(Operation.CLAIM, 2, LIMIT));

        assertFails(Kind.UNREACHABLE);
        claim();
        store.inspect(ELECTION, deadline());

        assertThat(twoClaims.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(store.count(Operation.CLAIM)).isEqualTo(2);
        assertThat(store.calls())
                .containsExactly(
                        new Call(Operation.CLAIM, ELECTION),
                        new Call(Operation.CLAIM, ELECTION),
                        new Call(Operation.INSPECT, ELECTION));
        assertThat(store.awaitCount(Operation.RENEW, 1, Duration.ofMillis(1))).isFalse();
    }

    private void assertFails(Kind kind) {
        assertThatThrownBy(this::claim)
                .asInstanceOf(type(StoreException.class))
                .extracting(StoreException::kind)
                .isEqualTo(kind);
    }

    /** Each attempt has its own id, as the engine gives it: the same id twice would be taken for one attempt. */
    private Answer claim() {
        Ballot ballot = new Ballot(
                ELECTION,
                Identity.ofInstance("i").withName("node"),
                Duration.ofSeconds(10),
                new WriteStamp(0, ++attempts, Instant.EPOCH),
                ClaimCondition.judged(new Sighting.Never(), 0));
        return store.claim(ballot, deadline());
    }

    private Sighting look() {
        return real.inspect(ELECTION, deadline());
    }

    private static Deadline deadline() {
        return Deadline.after(TimeSource.system(), LIMIT);
    }
}
