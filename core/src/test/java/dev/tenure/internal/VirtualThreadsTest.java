package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Callers on virtual threads, on a JDK that has them. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadsTest {
    private static final int CALLERS = 1_000;

    @Test
    void callersWaitRunAndAreInterruptedOnVirtualThreads() throws Exception {
        // By reflection, as this is compiled for JDK 17.
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        CountDownLatch inside = new CountDownLatch(CALLERS);
        List<Future<Boolean>> interrupted = new ArrayList<>();
        try (Candidate node = Candidate.on(new InMemoryStore())
                .grace(Duration.ZERO)
                .timing(Timing.of(Duration.ofSeconds(10)))
                .start()) {
            Election election = node.stand("virtual");
            for (int i = 0; i < CALLERS; i++) {
                interrupted.add(virtual.submit(() -> runs(election, inside)));
            }
            Wait.until(inside);

            election.resign();

            for (Future<Boolean> each : interrupted) {
                assertThat(each.get()).isTrue();
            }
            Wait.until(() -> !election.isLeader());
        }
        virtual.shutdown();
    }

    private static boolean runs(Election election, CountDownLatch inside) throws InterruptedException {
        assertThat(election.awaitLeadership(Duration.ofMinutes(1))).isPresent();
        CountDownLatch never = new CountDownLatch(1);
        boolean[] interrupted = {false};
        election.runIfLeader(term -> {
            inside.countDown();
            try {
                never.await();
            } catch (InterruptedException asked) {
                interrupted[0] = true;
            }
        });
        return interrupted[0];
    }
}
