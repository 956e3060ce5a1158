package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.extension;
import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.newAttempt;
import static dev.tenure.testkit.StoreTestSteps.refused;
import static dev.tenure.testkit.StoreTestSteps.released;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static dev.tenure.testkit.StoreTestSteps.wall;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that renews in batches judges each member as if it came alone; a store that does not says so. */
abstract class BatchBehaviour extends StoreBehaviour {
    private static final int SIZE = 5;

    BatchBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("every lease of a batch is renewed, and the outcomes come in the order of the extensions")
    void everyLeaseOfABatchIsRenewed() {
        if (lacksBatches()) {
            return;
        }
        List<RenewalRequest> batch = batch();

        List<Lease> renewed =
                renewAll(batch).stream().map(StoreTestSteps::renewed).toList();

        for (int i = 0; i < SIZE; i++) {
            Lease asked = batch.get(i).next();
            assertThat(renewed.get(i).isSameWrite(asked)).isTrue();
            assertThat(held(store.inspect(asked.election(), soon()))).isEqualTo(renewed.get(i));
        }
    }

    @Test
    @DisplayName("a renewed batch is renewed again")
    void aRenewedBatchIsRenewedAgain() {
        if (lacksBatches()) {
            return;
        }
        List<RenewalRequest> batch = batch();
        for (int times = 1; times <= 3; times++) {
            batch = renewAll(batch).stream()
                    .map(renewal -> extension(renewed(renewal)))
                    .toList();
        }

        assertThat(batch)
                .allSatisfy(extension -> assertThat(
                                held(store.inspect(extension.held().election(), soon()))
                                        .stamp()
                                        .renewal())
                        .isEqualTo(3));
    }

    @Test
    @DisplayName("a lease that was lost is refused and shows what is there; the others are renewed")
    void aLostLeaseIsRefusedAmongOthers() {
        if (lacksBatches()) {
            return;
        }
        List<RenewalRequest> batch = batch();
        Lease lost = batch.get(1).held();
        Lease successor = elect(lost.election(), bob);
        store.release(batch.get(3).held(), Handover.toAnyone(), soon());

        List<Renewal> outcomes = renewAll(batch);

        assertThat(held(refused(outcomes.get(1)))).isEqualTo(successor);
        assertThat(released(refused(outcomes.get(3))).lastToken())
                .isEqualTo(batch.get(3).held().token());
        for (int i : new int[] {0, 2, 4}) {
            assertThat(renewed(outcomes.get(i)).isSameWrite(batch.get(i).next()))
                    .isTrue();
        }
        assertThat(held(store.inspect(lost.election(), soon()))).isEqualTo(successor);
    }

    @Test
    @DisplayName("a batch that lands late is refused, and shows the terms that are still ours")
    void aStaleBatchIsRefused() {
        if (lacksBatches()) {
            return;
        }
        List<RenewalRequest> batch = batch();
        List<Lease> current =
                renewAll(batch).stream().map(StoreTestSteps::renewed).toList();

        List<Lease> found =
                renewAll(batch).stream().map(renewal -> held(refused(renewal))).toList();

        assertThat(found).isEqualTo(current);
    }

    @Test
    @DisplayName("a lease that has run out by the store's clock is refused, in a batch as alone")
    void aLeaseThatHasRunOutIsRefused() {
        if (lacksBatches() || !has(Capability.STORE_CLOCK)) {
            return;
        }
        List<RenewalRequest> batch = batch();
        batch.forEach(extension -> contract.elapse(extension.held().election(), contract.ttl()));

        assertThat(renewAll(batch))
                .hasSize(SIZE)
                .allSatisfy(renewal ->
                        assertThat(held(refused(renewal)).stamp().renewal()).isZero());
    }

    @Test
    @DisplayName("an empty batch is renewed at once")
    void anEmptyBatchIsFine() {
        if (lacksBatches()) {
            return;
        }
        assertThat(store.renewAll(List.of(), soon())).isEmpty();
    }

    @Test
    @DisplayName("a batch whose deadline has passed is not sent (R3)")
    void aBatchWhoseDeadlineHasPassedIsNotSent() {
        if (lacksBatches()) {
            return;
        }
        List<RenewalRequest> batch = batch();

        assertUnreachable(() -> store.renewAll(batch, passed()));
        assertThat(batch)
                .allSatisfy(extension -> assertThat(
                                held(store.inspect(extension.held().election(), soon())))
                        .isEqualTo(extension.held()));
    }

    private boolean lacksBatches() {
        return lacks(Capability.BATCH, () -> store.renewAll(List.of(), soon()));
    }

    /** Returns renewals of leases in as many elections, all of one candidate, in no order of their names. */
    private List<RenewalRequest> batch() {
        List<RenewalRequest> batch = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            batch.add(extension(elect(contract.newElection(), alice)));
        }
        return batch;
    }

    private Lease elect(String name, Identity candidate) {
        Sighting seen = store.inspect(name, soon());
        WriteStamp stamp = new WriteStamp(0, newAttempt(), wall());
        return granted(store.claim(
                new Ballot(name, candidate, contract.ttl(), stamp, ClaimCondition.judged(seen, 0)), soon()));
    }

    /** Nobody else is there, so nothing is contested, and nothing may be skipped. */
    private List<Renewal> renewAll(List<RenewalRequest> batch) {
        List<Optional<Renewal>> outcomes = store.renewAll(batch, soon());
        assertThat(outcomes).hasSameSizeAs(batch).allMatch(Optional::isPresent);
        return outcomes.stream().map(Optional::orElseThrow).toList();
    }
}
