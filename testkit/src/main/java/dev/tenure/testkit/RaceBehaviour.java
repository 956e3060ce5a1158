package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.extension;
import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.identity;
import static dev.tenure.testkit.StoreTestSteps.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Of several calls that want to change the same record at the same time, exactly one does. */
abstract class RaceBehaviour extends StoreBehaviour {
    private static final int HANDLES = 4;

    RaceBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("of many that claim at once exactly one is granted, round after round (SC-C9)")
    void ofManyThatClaimAtOnceExactlyOneIsGranted() throws Exception {
        List<LeaseStore> handles = handles();
        ExecutorService threads = Executors.newFixedThreadPool(contract.raceClaimants());
        try {
            long lastToken = 0;
            for (int round = 0; round < contract.raceRounds(); round++) {
                Lease winner = race(threads, handles, round);
                assertThat(winner.token()).as("token of round %d", round).isGreaterThan(lastToken);
                lastToken = winner.token();
                if (round % 2 == 0) {
                    release(winner);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** After an even round the seat is released, after an odd one its holder is judged dead. */
    private Lease race(ExecutorService threads, List<LeaseStore> handles, int round) throws Exception {
        boolean unseen = has(Capability.STORE_CLOCK) && round % 4 == 1;
        ClaimCondition condition = unseen ? ClaimCondition.unseen() : ClaimCondition.judged(inspect(), 0);
        List<Callable<Answer>> claims = new ArrayList<>();
        for (int claimant = 0; claimant < contract.raceClaimants(); claimant++) {
            LeaseStore handle = handles.get(claimant % HANDLES);
            Ballot ballot = ballot(identity("claimant-" + claimant), condition);
            claims.add(() -> handle.claim(ballot, soon()));
        }
        List<Answer> answers = atOnce(threads, claims);
        List<Answer> winners =
                answers.stream().filter(Answer.Granted.class::isInstance).toList();
        assertThat(winners).as("winners of round %d", round).hasSize(1);
        Lease winner = granted(winners.get(0));
        assertThat(answers)
                .filteredOn(Answer.Refused.class::isInstance)
                .as("what the losers of round %d found", round)
                .allSatisfy(answer -> assertThat(held(refused(answer))).isEqualTo(winner));
        assertThat(held(inspect())).isEqualTo(winner);
        return winner;
    }

    @Test
    @DisplayName("a renewal and a claim on the same record never both succeed")
    void aRenewalAndAClaimNeverBothSucceed() throws Exception {
        List<LeaseStore> handles = handles();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < contract.raceRounds(); round++) {
                Lease lease = elect(alice);
                Sighting judged = inspect();
                Identity rival = identity("rival");
                Ballot ballot = ballot(rival, ClaimCondition.judged(judged, 0));
                RenewalRequest extension = extension(lease);
                List<Boolean> succeeded = atOnce(
                        threads,
                        List.of(
                                () -> handles.get(0).claim(ballot, soon()) instanceof Answer.Granted,
                                () -> handles.get(1).renew(extension, soon()) instanceof Renewal.Renewed));

                assertThat(succeeded).as("claimed, renewed in round %d", round).containsOnlyOnce(true);
                assertThat(held(inspect()).holder()).isEqualTo(succeeded.get(0) ? rival : alice);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private List<LeaseStore> handles() {
        List<LeaseStore> handles = new ArrayList<>();
        for (int handle = 0; handle < HANDLES; handle++) {
            handles.add(open());
        }
        return handles;
    }

    /** Runs the calls from one starting line, each on its own thread. */
    private static <T> List<T> atOnce(ExecutorService threads, List<Callable<T>> calls)
            throws InterruptedException, ExecutionException {
        CyclicBarrier line = new CyclicBarrier(calls.size());
        List<Callable<T>> lined = new ArrayList<>();
        for (Callable<T> call : calls) {
            lined.add(() -> {
                line.await();
                return call.call();
            });
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : threads.invokeAll(lined)) {
            results.add(future.get());
        }
        return results;
    }
}
