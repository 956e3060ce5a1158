package dev.tenure.store.route53;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.aws.ServiceClock;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Releases that come together, in a store that waits for them longer than any thread takes. */
@Tag("slow")
@Timeout(60)
class BatchReleaseTest extends TestZone {
    private static final String LIST = "ListResourceRecordSets";
    private static final String CHANGE = "ChangeResourceRecordSets";
    private static final int MANY = 12;

    private final ExecutorService threads = Executors.newFixedThreadPool(MANY + 1);
    private final LeaseStore store = OurZone.on(client).open();
    private final BatchRelease releases = releases();

    private BatchRelease releases() {
        TimeSource time = TimeSource.system();
        Zone opened =
                new Zone(client, false, OurZone.ID, new RequestRateLimit(OurZone.RATE, time), new ServiceClock(time));
        Route53Cell cell = new Route53Cell(
                opened, new RecordNames("lock", OurZone.DOMAIN), new ShardcoordinatorLocks(null, opened.clock()));
        return new BatchRelease(cell, opened, CellStore.over(cell), Duration.ofSeconds(1));
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private List<Lease> leases() {
        List<Lease> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(StoreTestSteps.elect(store, "e" + i));
        }
        server.takeCalls();
        return all;
    }

    private List<Future<Void>> release(List<Lease> leases) throws InterruptedException {
        List<Callable<Void>> calls = new ArrayList<>();
        for (Lease lease : leases) {
            calls.add(() -> {
                releases.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
                return null;
            });
        }
        return threads.invokeAll(calls);
    }

    private void assertReleased(Lease lease) {
        assertThat(StoreTestSteps.inspect(store, lease.election()))
                .isInstanceOfSatisfying(
                        Sighting.Released.class,
                        mark -> assertThat(mark.lastToken()).isEqualTo(lease.token()));
    }

    @Test
    void releasesThatComeTogetherAreOneRequest() throws Exception {
        List<Lease> leases = leases();

        for (Future<Void> release : release(leases)) {
            release.get();
        }

        assertThat(server.takeActions()).containsExactly(CHANGE);
        leases.forEach(this::assertReleased);
    }

    /** R6: each names its own term, and the records of exactly its last write. */
    @Test
    void endedTermIsSkippedAndOthersAreReleased() throws Exception {
        List<Lease> leases = leases();
        Lease successor = StoreTestSteps.elect(store, "e3");
        StoreTestSteps.renewed(store.renew(StoreTestSteps.extension(leases.get(5)), StoreTestSteps.soon()));
        server.takeCalls();

        for (Future<Void> release : release(leases)) {
            release.get();
        }

        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, "e3"))).isEqualTo(successor);
        leases.stream().filter(lease -> !lease.election().equals("e3")).forEach(this::assertReleased);
    }

    @Test
    void refusalWithoutNamesStillReleasesAll() throws Exception {
        List<Lease> leases = leases();
        Lease successor = StoreTestSteps.elect(store, "e3");
        server.wordless();

        for (Future<Void> release : release(leases)) {
            release.get();
        }

        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, "e3"))).isEqualTo(successor);
        leases.stream().filter(lease -> !lease.election().equals("e3")).forEach(this::assertReleased);
    }

    @Test
    void leaseReleasedTwiceAtOnceIsReleased() throws Exception {
        Lease lease = StoreTestSteps.elect(store, "a");

        for (Future<Void> release : release(List.of(lease, lease))) {
            release.get();
        }

        assertReleased(lease);
    }

    /** A release with unknown outcome must not count as made, or as not made. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allReleasesOfARequestShareItsOutcome(boolean lost) throws Exception {
        List<Lease> leases = leases();
        server.rule(CHANGE, lost ? Fate.ANSWER_LOST : Fate.error(400, "Throttling"));

        for (Future<Void> release : release(leases)) {
            assertThat(failure(release).kind()).isEqualTo(lost ? Kind.OUTCOME_UNKNOWN : Kind.UNREACHABLE);
        }

        assertThat(server.takeActions()).as("it is sent once").containsExactly(CHANGE);
        for (Lease lease : leases) {
            assertThat(StoreTestSteps.inspect(store, lease.election()) instanceof Sighting.Released)
                    .isEqualTo(lost);
        }
    }

    private static StoreException failure(Future<Void> release) throws InterruptedException {
        try {
            release.get();
        } catch (ExecutionException e) {
            return (StoreException) requireNonNull(e.getCause());
        }
        throw new AssertionError("did not fail");
    }

    @Test
    void closingProcessReleasesInFewRequests() {
        Candidate node = Candidate.on(OurZone.on(client).open())
                .closingStore()
                .named("alice")
                .start();
        List<Election> led = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            led.add(node.stand("close" + i));
        }
        StoreTestSteps.await("all are led", () -> led.stream().allMatch(Election::isLeader));
        server.takeCalls();

        node.close();

        assertThat(server.takeActions().stream().filter(CHANGE::equals).count()).isBetween(1L, 39L);
        for (Election election : led) {
            assertThat(StoreTestSteps.inspect(store, election.name())).isInstanceOf(Sighting.Released.class);
        }
        assertThat(server.takeActions()).containsOnly(LIST);
    }
}
