package dev.tenure.cli.doctor;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Lets many claim the same record at once. Claims in sequence prove little: some servers check conditions only while
 * nobody else writes.
 */
final class ClaimRace {
    private static final int ROUNDS = 5;
    private static final int CLAIMANTS = 16;

    private final ScratchElection scratch;

    ClaimRace(ScratchElection scratch) {
        this.scratch = scratch;
    }

    /**
     * The outcome of all rounds.
     *
     * @param rounds how many rounds there were
     * @param most the most winners a round had
     * @param fewest the fewest winners a round had, among those where every call was answered
     * @param failures what the store said instead of an answer
     */
    record Result(int rounds, int most, int fewest, List<String> failures) {

        CheckResult finding() {
            String what = CLAIMANTS + " claims at once, " + rounds + " times: ";
            if (most > 1) {
                return CheckResult.fail(
                        "race", what + "up to " + most + " were granted together", ConditionalWriteChecks.UNSAFE);
            }
            if (fewest < 1) {
                return CheckResult.fail(
                        "race",
                        what + "once none was granted, though the record was free",
                        ConditionalWriteChecks.UNSAFE);
            }
            return failures.isEmpty()
                    ? CheckResult.ok("race", what + "one was granted each time")
                    : CheckResult.warn(
                            "race",
                            what + "never more than one was granted, but " + failures.size() + " calls failed: "
                                    + failures.get(0),
                            "see whether the store limits connections or requests; so many candidates would be slow to"
                                    + " elect one");
        }
    }

    CheckResult run() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(CLAIMANTS);
        try {
            int most = 0;
            int fewest = CLAIMANTS;
            List<String> failures = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                int failedBefore = failures.size();
                List<Lease> winners = round(threads, failures);
                most = Math.max(most, winners.size());
                fewest = failures.size() > failedBefore ? fewest : Math.min(fewest, winners.size());
                // A failed claim may still have taken effect, so the record decides which lease to continue with.
                scratch.ours().ifPresent(scratch::hold);
            }
            return new Result(ROUNDS, most, fewest, failures).finding();
        } finally {
            threads.shutdownNow();
        }
    }

    private List<Lease> round(ExecutorService threads, List<String> failures) throws InterruptedException {
        Sighting seen = scratch.look();
        CountDownLatch ready = new CountDownLatch(CLAIMANTS);
        List<Callable<Answer>> claims = new ArrayList<>();
        for (int number = 0; number < CLAIMANTS; number++) {
            Identity who = scratch.contestant(number);
            claims.add(() -> {
                ready.countDown();
                ready.await();
                return scratch.claim(who, seen);
            });
        }
        List<Lease> winners = new ArrayList<>();
        for (Future<Answer> claim : threads.invokeAll(claims)) {
            try {
                if (claim.get() instanceof Answer.Granted granted) {
                    winners.add(granted.lease());
                }
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof StoreException failed)) {
                    throw new IllegalStateException("a claim failed in a way no store may fail", e.getCause());
                }
                failures.add(String.valueOf(failed.getMessage()));
            }
        }
        return winners;
    }
}
