package dev.tenure.aws.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.RecordingListener;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Candidates and coordinators of shardcoordinator in one election, in real time: at most one of them leads. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
public abstract class MixedFleetContract {
    private static final Shardcoordinator FLEET =
            new Shardcoordinator(ShardcoordinatorProcess.LEASE, ShardcoordinatorProcess.RENEW, Duration.ofMillis(500));

    private final Thread watching = new Thread(this::watch, "watch");
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<ShardcoordinatorProcess> coordinators = new CopyOnWriteArrayList<>();
    private final List<Election> stands = new CopyOnWriteArrayList<>();
    private volatile boolean done;
    private volatile int overlaps;

    /** Opens a store that is shared with this fleet and reads these clocks. */
    protected abstract LeaseStore openShared(Shardcoordinator fleet, TimeSource time);

    /** Returns a node of the fleet. */
    protected abstract ShardcoordinatorNode node(String owner);

    /** Returns the name of the election. */
    protected abstract String election();

    /** Returns the end that the lock states, as a second since 1970. */
    protected abstract long statedEnd();

    /** Closes what the subclass opened; called after each test, when all candidates are closed. */
    protected void closeServers() {}

    @BeforeEach
    void begin() {
        watching.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        done = true;
        watching.join();
        candidates.forEach(Candidate::close);
        coordinators.forEach(ShardcoordinatorProcess::close);
        closeServers();
        assertThat(overlaps).isZero();
    }

    /** Lets a candidate stand whose wall clock is wrong by this much. */
    private Election stand(Duration wrongBy) {
        Candidate candidate = Candidate.on(openShared(FLEET, new OffsetWallClock().step(wrongBy)))
                .closingStore()
                .named("java-1")
                .timing(Timing.of(Duration.ofSeconds(3), Duration.ofMillis(200)))
                .start();
        candidates.add(candidate);
        Election stand = candidate.stand(election());
        stands.add(stand);
        return stand;
    }

    private ShardcoordinatorProcess coordinate(String owner) {
        ShardcoordinatorProcess coordinator = new ShardcoordinatorProcess(node(owner));
        coordinators.add(coordinator);
        return coordinator;
    }

    private ShardcoordinatorProcess leadingCoordinator() {
        ShardcoordinatorProcess coordinator = coordinate("go-1");
        StoreTestSteps.await("the coordinator leads", coordinator::isLeader);
        return coordinator;
    }

    private void watch() {
        int found = 0;
        while (!done) {
            for (ShardcoordinatorProcess coordinator : coordinators) {
                for (Election stand : stands) {
                    boolean before = coordinator.isLeader();
                    boolean ours = stand.isLeader();
                    if (before && ours && coordinator.isLeader()) {
                        found++;
                        overlaps = found;
                    }
                }
            }
            LockSupport.parkNanos(200_000);
        }
    }

    @Test
    void leadershipMovesFromCoordinatorToCandidateAndBack() throws InterruptedException {
        ShardcoordinatorProcess coordinator = leadingCoordinator();
        Election stand = stand(Duration.ZERO);
        StoreTestSteps.await("the leader is known", () -> stand.status().leader() != null);
        assertThat(String.valueOf(stand.status().leader())).contains("go-1");

        coordinator.close();
        Term term = stand.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        ShardcoordinatorProcess next = coordinate("go-2");
        candidates.forEach(Candidate::close);
        StoreTestSteps.await("the next coordinator leads", next::isLeader);

        try (LeaseStore looking = openShared(FLEET, TimeSource.system())) {
            assertThat(StoreTestSteps.inspect(looking, election()).lastToken()).isEqualTo(term.token());
        }
    }

    /** SC-D-a to SC-D-d: it still says that it leads when its lease has expired; the takeover delay outlasts that. */
    @Test
    void coordinatorThatNoticesItsLossLateIsWaitedFor() throws InterruptedException {
        ShardcoordinatorProcess coordinator = leadingCoordinator();
        Election stand = stand(Duration.ZERO);
        RecordingListener heard = new RecordingListener();
        stand.subscribe(heard);

        coordinator.cutOff();

        assertThat(stand.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
        assertThat(heard.all())
                .filteredOn(ElectionEvent.Warning.class::isInstance)
                .anySatisfy(event -> assertThat(event.toString()).contains("leads only in 1.0 s"));
    }

    /** SC-D-e, SC-D-f: neither takes the lease of the other, though the clock of one is an hour off. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void candidateWhoseClockIsAnHourOffLeadsAndFollows(int hours) throws InterruptedException {
        Election stand = stand(Duration.ofHours(hours));
        Term term = stand.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        ShardcoordinatorProcess coordinator = coordinate("go-1");
        try (LeaseStore looking = openShared(FLEET, TimeSource.system())) {
            long until = renewal(looking) + 15; // 3 s
            StoreTestSteps.await("led through a whole lease", () -> renewal(looking) >= until);
        }

        assertThat(term.isCurrent()).isTrue();
        assertThat(coordinator.isLeader()).isFalse();
        stand.resign();
        StoreTestSteps.await("the coordinator leads", coordinator::isLeader);
        long end = statedEnd();
        StoreTestSteps.await("the coordinator renews for a whole lease", () -> statedEnd() > end + 3);
        assertThat(stand.isLeader()).isFalse();
    }

    private long renewal(LeaseStore looking) {
        return StoreTestSteps.held(StoreTestSteps.inspect(looking, election()))
                .stamp()
                .renewal();
    }
}
