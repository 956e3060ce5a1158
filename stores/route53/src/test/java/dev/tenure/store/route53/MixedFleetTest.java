package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.RecordingListener;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Candidates and coordinators of shardcoordinator in one election, in real time: at most one of them leads. */
@Tag("slow")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class MixedFleetTest extends Fixture {
    private final String election = "mixed";
    private final LeaseStore looking =
            OurZone.on(client).sharedWith(Shardcoordinator.balanced()).open();
    private final Thread watching = new Thread(this::watch, "watch");
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<GoCoordinator> coordinators = new CopyOnWriteArrayList<>();
    private final List<Election> stands = new CopyOnWriteArrayList<>();
    private volatile boolean done;
    private volatile int overlaps;

    @BeforeEach
    void begin() {
        watching.start();
    }

    @Override
    @AfterEach
    void close() throws Exception {
        done = true;
        watching.join();
        candidates.forEach(Candidate::close);
        coordinators.forEach(GoCoordinator::close);
        super.close();
        assertThat(overlaps).isZero();
    }

    /** Lets a candidate stand whose wall clock is wrong by so much. */
    private Election stand(Duration wrongBy) {
        LeaseStore store = OurZone.on(client)
                .sharedWith(new Shardcoordinator(GoCoordinator.LEASE, GoCoordinator.RENEW, Duration.ofMillis(500)))
                .time(new SteppingWall().step(wrongBy))
                .open();
        Candidate candidate = Candidate.on(store)
                .closingStore()
                .named("java-1")
                .timing(Timing.of(Duration.ofSeconds(3), Duration.ofMillis(200)))
                .start();
        candidates.add(candidate);
        Election stand = candidate.stand(election);
        stands.add(stand);
        return stand;
    }

    private GoCoordinator coordinate(String owner) {
        GoCoordinator coordinator = new GoCoordinator(new GoNode(client, election, owner));
        coordinators.add(coordinator);
        return coordinator;
    }

    private GoCoordinator leadingCoordinator() {
        GoCoordinator coordinator = coordinate("go-1");
        StoreTestSteps.await("the coordinator leads", coordinator::isLeader);
        return coordinator;
    }

    private void watch() {
        int found = 0;
        while (!done) {
            for (GoCoordinator coordinator : coordinators) {
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
    void aCoordinatorThatStopsIsFollowedAndFollowsAgain() throws InterruptedException {
        GoCoordinator coordinator = leadingCoordinator();
        Election stand = stand(Duration.ZERO);
        StoreTestSteps.await("it is known who leads", () -> stand.status().leader() != null);
        assertThat(String.valueOf(stand.status().leader())).contains("go-1");

        coordinator.close();
        Term term = stand.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        GoCoordinator next = coordinate("go-2");
        candidates.forEach(Candidate::close);
        StoreTestSteps.await("the next coordinator leads", next::isLeader);

        assertThat(StoreTestSteps.inspect(looking, election).lastToken()).isEqualTo(term.token());
    }

    /** SC-D-a to SC-D-d: it still says that it leads when its lease has run out; the grace outlasts that. */
    @Test
    void aCoordinatorThatNoticesLateIsWaitedFor() throws InterruptedException {
        GoCoordinator coordinator = leadingCoordinator();
        Election stand = stand(Duration.ZERO);
        RecordingListener heard = new RecordingListener();
        stand.subscribe(heard);

        coordinator.goDeaf();

        assertThat(stand.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
        assertThat(heard.all())
                .filteredOn(ElectionEvent.Warning.class::isInstance)
                .anySatisfy(event -> assertThat(event.toString()).contains("leads only in 1.0 s"));
    }

    /** SC-D-e, SC-D-f: neither robs the other, though the clock of one is an hour off. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void aCandidateWhoseClockIsAnHourOffLeadsAndFollowsLikeAnyOther(int hours) throws InterruptedException {
        Election stand = stand(Duration.ofHours(hours));
        Term term = stand.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        GoCoordinator coordinator = coordinate("go-1");
        long until = renewal() + 20;

        StoreTestSteps.await("led through a whole lease", () -> renewal() >= until);

        assertThat(term.isCurrent()).isTrue();
        assertThat(coordinator.isLeader()).isFalse();
        stand.resign();
        StoreTestSteps.await("the coordinator leads", coordinator::isLeader);
        long end = statedEnd();
        StoreTestSteps.await("the coordinator renews for a whole lease", () -> statedEnd() > end + 3);
        assertThat(stand.isLeader()).isFalse();
    }

    private long renewal() {
        return StoreTestSteps.held(StoreTestSteps.inspect(looking, election))
                .stamp()
                .renewal();
    }

    private long statedEnd() {
        return end(election);
    }
}
