package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.testkit.Heard;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Candidates and coordinators of shardcoordinator in one election, in real time: at most one of them leads. */
@Timeout(60)
class MixedFleetTest {
    private static final String TABLE = TestServer.newTable();

    private final String election = "mixed-" + TestServer.newName();
    private final GoCoordinator coordinator = new GoCoordinator(new GoNode(TABLE, election, "go-1"));
    private final Candidate candidate = Candidate.on(DynamoDbStore.on(TestServer.CLIENT, TABLE)
                    .sharedWith(new Shardcoordinator(GoCoordinator.LEASE, GoCoordinator.RENEW, Duration.ofMillis(500)))
                    .open())
            .named("java-1")
            .timing(Timing.of(Duration.ofSeconds(3), Duration.ofMillis(200)))
            .start();
    private final Thread watching = new Thread(this::watch, "watch");
    private volatile Election stand;
    private volatile boolean done;
    private volatile int overlaps;

    @BeforeEach
    void begin() {
        Given.await("the coordinator leads", coordinator::isLeader);
        stand = candidate.stand(election);
        watching.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        done = true;
        watching.join();
        candidate.close();
        coordinator.close();
        assertThat(overlaps).isZero();
    }

    private void watch() {
        int found = 0;
        while (!done) {
            boolean before = coordinator.isLeader();
            boolean ours = stand.isLeader();
            if (before && ours && coordinator.isLeader()) {
                found++;
                overlaps = found;
            }
            LockSupport.parkNanos(200_000);
        }
    }

    @Test
    void aCoordinatorThatStopsIsFollowedAndFollowsAgain() throws InterruptedException {
        Given.await("it is known who leads", () -> stand.status().leader() != null);
        assertThat(stand.status().leader().name()).isEqualTo("go-1");

        coordinator.close();
        Term term = stand.awaitLeadership(Given.LIMIT).orElseThrow();
        try (GoCoordinator next = new GoCoordinator(new GoNode(TABLE, election, "go-2"))) {
            candidate.close();
            Given.await("the next coordinator leads", next::isLeader);
        }

        assertThat(TestServer.item(TABLE, election, "TOKEN").get("token").n())
                .isEqualTo(Long.toString(term.token()));
    }

    /** SC-D-a to SC-D-d: it still says that it leads when its lease has run out; the grace outlasts that. */
    @Test
    void aCoordinatorThatNoticesLateIsWaitedFor() throws InterruptedException {
        Heard heard = new Heard();
        stand.subscribe(heard);

        coordinator.goDeaf();

        stand.awaitLeadership(Given.LIMIT).orElseThrow();
        assertThat(heard.all())
                .filteredOn(ElectionEvent.Trouble.class::isInstance)
                .anySatisfy(event -> assertThat(event.toString()).contains("leads only in 1.5 s"));
    }
}
