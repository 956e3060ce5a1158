package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.route53.FakeRoute53.Fate;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.RecordingListener;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.route53.Route53Client;

/** Candidates on a zone that fails: never two leaders, tokens grow, and soon one leads again. */
@Order(1) // takes longest, so that it starts first
@Tag("slow")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class ElectionFaultTest extends Fixture {
    /** Short, but with room for the pauses of a busy machine. */
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(3), Duration.ofMillis(100));

    private static final String CHANGE = "ChangeResourceRecordSets";
    private static final String ELECTION = "faults";

    private final CompetingCandidates rivals = new CompetingCandidates(ELECTION, TIMING);
    private final LeaseStore looking = OurZone.on(client).open();

    /** Whoever stands here knocks at a door of its own, to the same zone. */
    private final FakeRoute53 door = new FakeRoute53();

    private final Route53Client doorClient = OurZone.client(door.address());

    ElectionFaultTest() {
        door.restoreZone(OurZone.ID, zone);
    }

    @Override
    @AfterEach
    void close() throws Exception {
        door.pass();
        rivals.close();
        doorClient.close();
        door.close();
        super.close();
        assertThat(rivals.history().findings()).isEmpty();
    }

    private Election standBehindTheDoor(String name) {
        return rivals.stand(name, OurZone.on(doorClient).open());
    }

    private Election stand(String name) {
        return rivals.stand(name, OurZone.on(client).open());
    }

    private Lease lease() {
        return StoreTestSteps.held(StoreTestSteps.inspect(looking, ELECTION));
    }

    private void awaitRenewals(Term term, int more) {
        long until = lease().stamp().renewal() + more;
        StoreTestSteps.await("renewed " + more + " times", () -> lease().stamp().renewal() >= until);
        assertThat(lease().token()).isEqualTo(term.token());
    }

    @Test
    void aClaimWhoseAnswerIsLostIsAdopted() throws InterruptedException {
        AtomicInteger lost = new AtomicInteger();
        door.rule(call -> call.action().equals(CHANGE) && lost.getAndIncrement() == 0 ? Fate.ANSWER_LOST : Fate.PASS);

        Term term = standBehindTheDoor("alice")
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();

        assertThat(lease().token()).isEqualTo(term.token());
        awaitRenewals(term, 2);
    }

    @Test
    void aLeaderSurvivesRenewalsWhoseAnswersAreLost() throws InterruptedException {
        Term term = standBehindTheDoor("alice")
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();
        stand("bob");
        AtomicInteger renewals = new AtomicInteger();
        door.rule(call ->
                call.action().equals(CHANGE) && renewals.getAndIncrement() % 2 == 0 ? Fate.ANSWER_LOST : Fate.PASS);

        awaitRenewals(term, 8);

        assertThat(term.isCurrent()).isTrue();
    }

    @Test
    void aReleaseWhoseAnswerIsLostHandsOverAllTheSame() throws InterruptedException {
        Election alices = standBehindTheDoor("alice");
        Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        stand("bob");
        door.rule(CHANGE, Fate.ANSWER_LOST);

        alices.resign();

        assertThat(rivals.awaitTermAbove(term.token()).candidate().name()).isEqualTo("bob");
    }

    /** Throttled, or without its rights, for longer than a ttl. */
    @ParameterizedTest
    @CsvSource({"400,Throttling", "403,AccessDenied"})
    void whoCannotRenewStepsDownInTimeAndAnotherLeads(int status, String code) throws InterruptedException {
        Election alices = standBehindTheDoor("alice");
        Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        RecordingListener heard = new RecordingListener();
        alices.subscribe(heard);
        stand("bob");
        door.rule(call -> Fate.error(status, code));

        Term next = rivals.awaitTermAbove(term.token());

        assertThat(next.candidate().name()).isEqualTo("bob");
        assertThat(term.isCurrent()).isFalse();
        heard.await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT);
    }

    @Test
    void aLoneCandidateLeadsAgainWhenItIsThrottledNoMore() throws InterruptedException {
        Term term = standBehindTheDoor("alice")
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();
        door.limit(0, 0.001);
        StoreTestSteps.await("stepped down", () -> !term.isCurrent());

        door.limit(1_000, 1_000);

        assertThat(rivals.awaitTermAbove(term.token()).candidate().name()).isEqualTo("alice");
    }

    @Test
    void aLeaderIsNotFelledByThrottlingThatPasses() throws InterruptedException {
        Term term = standBehindTheDoor("alice")
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();
        AtomicInteger renewals = new AtomicInteger();
        door.rule(call -> call.action().equals(CHANGE) && renewals.getAndIncrement() % 3 != 2
                ? Fate.error(400, renewals.get() % 2 == 0 ? "Throttling" : "PriorRequestNotComplete")
                : Fate.PASS);

        awaitRenewals(term, 4);

        assertThat(term.isCurrent()).isTrue();
    }

    @Test
    void aZoneThatIsDeletedAndMadeAnewHasALeaderAgain() throws InterruptedException {
        Term term = stand("alice").awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        server.deleteZone(OurZone.ID);
        StoreTestSteps.await("stepped down", () -> !term.isCurrent());

        server.createZone(OurZone.ID, OurZone.DOMAIN);

        assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
    }

    @ParameterizedTest
    @CsvSource({"true,false", "false,true", "true,true"})
    void aLeaderWhoseRecordsAreDeletedStepsDownAndSoonOneLeadsAgain(boolean ofLock, boolean ofSide)
            throws InterruptedException {
        Term term = stand("alice").awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        Election bobs = stand("bob");
        StoreTestSteps.await("bob has seen alice", () -> bobs.status().leader() != null);

        if (ofLock) {
            zone.remove(lockName(ELECTION), "TXT");
        }
        if (ofSide) {
            zone.remove(sideName(ELECTION), "TXT");
        }

        assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
        assertThat(term.isCurrent()).isFalse();
    }

    /** SC-D-l: a record edited by hand makes no second leader, and wedges nothing. */
    @ParameterizedTest
    @CsvSource({"300,", "60,\"by hand\"", "60,\"somebody 4102444800\""})
    void aLockEditedByHandIsSoonRenewedOrReplaced(long ttl, String value) throws InterruptedException {
        Term term = stand("alice").awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        Election bobs = stand("bob");
        StoreTestSteps.await("bob has seen alice", () -> bobs.status().leader() != null);

        zone.put(lockName(ELECTION), "TXT", ttl, value == null ? String.valueOf(lock(ELECTION)) : value);

        if (value == null) {
            awaitRenewals(term, 3);
        } else {
            assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void stepsOfTheClocksOfLeaderAndFollowerChangeNothingAndTokensGrow(int hours) throws InterruptedException {
        SteppingWall wall = new SteppingWall();
        Election alices = rivals.stand("alice", OurZone.on(client).time(wall).open());
        Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        rivals.stand("bob", OurZone.on(client).time(wall).open());
        long end = end(ELECTION);

        wall.step(Duration.ofHours(hours));

        awaitRenewals(term, 35); // longer than a ttl
        assertThat(term.isCurrent()).isTrue();
        assertThat(end(ELECTION)).as("never back").isGreaterThanOrEqualTo(end);
        alices.resign();
        assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
    }
}
