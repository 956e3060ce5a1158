package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.store.dynamodb.FrontDoor.Fate;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.RecordingListener;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Candidates on a table that fails: never two leaders, and soon one again. */
@Order(1) // takes longest, so that it starts first
@Tag("server")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class ElectionFaultTest {
    /** Short, but with room for the pauses of a busy machine. */
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(3), Duration.ofMillis(100));

    private static final String TABLE = TestServer.newTable();
    private static final long SLOW_NANOS = 20_000_000;

    private final String election = "faults-" + TestServer.newName();
    private final CompetingCandidates rivals = new CompetingCandidates(election, TIMING);
    private final FrontDoor door = new FrontDoor();
    private final List<DynamoDbClient> clients = new ArrayList<>();
    private final LeaseStore looking =
            DynamoDbStore.on(TestServer.CLIENT, TABLE).open();

    @AfterEach
    void close() {
        door.pass();
        rivals.close();
        for (DynamoDbClient client : clients) {
            client.close();
        }
        door.close();
        assertThat(rivals.history().findings()).isEmpty();
    }

    /** One who stands behind the door that the test works. */
    private Election standBehindTheDoor(String name) {
        DynamoDbClient client = door.client();
        clients.add(client);
        return rivals.stand(name, DynamoDbStore.on(client, TABLE).open());
    }

    private Election stand(String name) {
        return rivals.stand(name, DynamoDbStore.on(TestServer.CLIENT, TABLE).open());
    }

    /** One whose wall clock the test works. */
    private Election stand(String name, SteppingWall wall) {
        return rivals.stand(
                name, DynamoDbStore.on(TestServer.CLIENT, TABLE).time(wall).open());
    }

    private Lease lease() {
        return StoreTestSteps.held(StoreTestSteps.inspect(looking, election));
    }

    private void awaitRenewals(Term term, int more) {
        long until = lease().stamp().renewal() + more;
        StoreTestSteps.await("renewed " + more + " times", () -> lease().stamp().renewal() >= until);
        assertThat(lease().token()).isEqualTo(term.token());
    }

    @Test
    void aClaimWhoseAnswerIsLostIsAdopted() throws InterruptedException {
        AtomicInteger lost = new AtomicInteger();
        door.rule(call -> call.action().equals("TransactWriteItems") && lost.getAndIncrement() == 0
                ? Fate.ANSWER_LOST
                : Fate.PASS);

        Term term = standBehindTheDoor("alice")
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();

        assertThat(lease().token()).isEqualTo(term.token());
        assertThat(lost).as("claimed once only").hasValue(1);
        awaitRenewals(term, 2);
    }

    @Test
    void aLeaderSurvivesRenewalsWhoseAnswersAreLost() throws InterruptedException {
        Term term = standBehindTheDoor("alice")
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();
        stand("bob");
        AtomicInteger renewals = new AtomicInteger();
        door.rule(call -> call.action().equals("UpdateItem") && renewals.getAndIncrement() % 2 == 0
                ? Fate.ANSWER_LOST
                : Fate.PASS);

        awaitRenewals(term, 8);

        assertThat(term.isCurrent()).isTrue();
    }

    @Test
    void aReleaseWhoseAnswerIsLostHandsOverAllTheSame() throws InterruptedException {
        Election alices = standBehindTheDoor("alice");
        Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        stand("bob");
        door.rule("TransactWriteItems", Fate.ANSWER_LOST);

        alices.resign();

        Term next = rivals.awaitTermAbove(term.token());
        assertThat(next.candidate().name()).isEqualTo("bob");
    }

    @ParameterizedTest
    @CsvSource({"400,ProvisionedThroughputExceededException", "400,AccessDeniedException", "500,InternalServerError"})
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

    /** The cause ends: whoever was throttled, or had lost its rights, leads again. */
    @ParameterizedTest
    @ValueSource(strings = {"ThrottlingException", "ResourceNotFoundException", "AccessDeniedException"})
    void aLoneCandidateLeadsAgainWhenTheCauseHasEnded(String code) throws InterruptedException {
        Election alices = standBehindTheDoor("alice");
        Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        AtomicInteger inVain = new AtomicInteger();
        door.rule(call -> {
            if (!term.isCurrent()) {
                inVain.incrementAndGet();
            }
            return Fate.error(400, code);
        });
        StoreTestSteps.await("stepped down, and tried in vain", () -> inVain.get() > 0);

        door.pass();

        assertThat(rivals.awaitTermAbove(term.token()).candidate().name()).isEqualTo("alice");
    }

    @Test
    void aLeaderIsNotFelledByThrottlingThatPasses() throws InterruptedException {
        Term term = standBehindTheDoor("alice")
                .awaitLeadership(StoreTestSteps.LIMIT)
                .orElseThrow();
        AtomicInteger renewals = new AtomicInteger();
        door.rule(call -> call.action().equals("UpdateItem") && renewals.getAndIncrement() % 3 != 2
                ? Fate.error(400, "ThrottlingException")
                : Fate.PASS);

        awaitRenewals(term, 4);

        assertThat(term.isCurrent()).isTrue();
    }

    /** By the table's own cleaning, or by hand; the token's item, too, or not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLeaderWhoseLockIsDeletedStepsDownAndSoonOneLeadsAgain(boolean withToken) throws InterruptedException {
        Term term = stand("alice").awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        Election bobs = stand("bob");
        StoreTestSteps.await("bob has seen alice", () -> bobs.status().leader() != null);

        TestServer.delete(TABLE, election, "LOCK");
        if (withToken) {
            TestServer.delete(TABLE, election, "TOKEN");
        }

        assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
        assertThat(term.isCurrent()).isFalse();
    }

    /** The leader's and the follower's, while they lead and follow: neither is asked who leads, or for how long. */
    @ParameterizedTest
    @CsvSource({"1,0", "-1,0", "0,1", "0,-1", "-1,1"})
    void wallClocksThatStepByAnHourChangeNothing(int leadersHours, int followersHours) throws InterruptedException {
        SteppingWall leaders = new SteppingWall();
        SteppingWall followers = new SteppingWall();
        Election alices = stand("alice", leaders);
        Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        Election bobs = stand("bob", followers);
        StoreTestSteps.await("bob has seen alice", () -> bobs.status().leader() != null);

        leaders.step(Duration.ofHours(leadersHours));
        followers.step(Duration.ofHours(followersHours));

        awaitRenewals(term, 35); // more than a ttl
        assertThat(term.isCurrent()).isTrue();
        alices.resign();
        Term next = rivals.awaitTermAbove(term.token());
        assertThat(next.candidate().name()).isEqualTo("bob");
        awaitRenewals(next, 3);
    }

    @Test
    void aTableThatIsDeletedEndsTheTermAndIsUsedAgainWhenItIsBack() throws InterruptedException {
        String doomed = TestServer.newTable();
        LeaseStore store = DynamoDbStore.on(TestServer.CLIENT, doomed).open();
        Election alices = rivals.stand("alice", store);
        Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        Election bobs =
                rivals.stand("bob", DynamoDbStore.on(TestServer.CLIENT, doomed).open());
        StoreTestSteps.await("bob has seen alice", () -> bobs.status().leader() != null);

        TestServer.CLIENT.deleteTable(delete -> delete.tableName(doomed));
        StoreTestSteps.await("stepped down", () -> !term.isCurrent());
        DynamoDbStore.on(TestServer.CLIENT, doomed).createIfMissing(true).open().close();

        assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
    }

    @ParameterizedTest
    @CsvSource({"token,5", "token,", "renewal,0", "ttl,4102444800", "ownerId,"})
    void aRecordEditedByHandMakesNoSecondLeader(String attribute, Long number) throws InterruptedException {
        Term term = stand("alice").awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        Election bobs = stand("bob");
        StoreTestSteps.await("bob has seen alice", () -> bobs.status().leader() != null);

        long before = lease().stamp().renewal();
        TestServer.edit(
                TABLE,
                election,
                "LOCK",
                attribute,
                number == null ? AttributeValue.fromS("edited") : AttributeValue.fromN(number.toString()));

        StoreTestSteps.await(
                "it is renewed on, or there is a new term",
                () -> StoreTestSteps.inspect(looking, election) instanceof Sighting.Held held
                        && held.lease().ttl().equals(TIMING.ttl())
                        && (held.lease().token() > term.token()
                                || (held.lease().token() == term.token()
                                        && held.lease().stamp().renewal() > before + 3)));
        rivals.awaitTermAbove(term.token() - 1);
    }

    /** SC-14, SC-D-g: two processes with one name are two candidates. */
    @Test
    void twoProcessesOfTheSameNameAreTwoCandidates() throws InterruptedException {
        Term term = stand("twin").awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        Election other = stand("twin");
        StoreTestSteps.await("the other follows", () -> other.status().leader() != null);
        awaitRenewals(term, 3);
        assertThat(other.isLeader()).isFalse();

        TestServer.delete(TABLE, election, "LOCK");

        rivals.awaitTermAbove(term.token());
    }

    /** SC-20: slow, and a third of the calls fail. */
    @Test
    void aStoreThatOftenFailsIsSurvived() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        door.rule(call -> {
            LockSupport.parkNanos(SLOW_NANOS);
            return switch (calls.getAndIncrement() % 6) {
                case 1 -> Fate.error(500, "InternalServerError");
                case 3 -> Fate.ANSWER_LOST;
                default -> Fate.PASS;
            };
        });
        Election alices = standBehindTheDoor("alice");
        standBehindTheDoor("bob");
        Term term = rivals.awaitTermAbove(0);
        StoreTestSteps.await("led for a while", () -> calls.get() > 60);

        assertThat(alices.status()).isNotNull();
        assertThat(lease().token()).isGreaterThanOrEqualTo(term.token());
    }
}
