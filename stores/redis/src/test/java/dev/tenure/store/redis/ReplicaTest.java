package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.RecordingListener;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A claim counts only once a replica has it. */
@Tag("server")
@Timeout(60)
class ReplicaTest {
    private static final Duration SHORT = Duration.ofMillis(400);
    private static final TestServer MASTER = TestServer.start();
    private static final TestServer REPLICA = replica();

    private final String prefix = "replica-" + UUID.randomUUID();
    private final RedisStore store = open().open();

    private static TestServer replica() {
        TestServer replica = TestServer.start("--replicaof", "127.0.0.1 " + MASTER.port());
        awaitInStep(replica);
        return replica;
    }

    private static void awaitInStep(TestServer replica) {
        StoreTestSteps.await("in step", () -> replica.says("replication", "master_link_status:up"));
        StoreTestSteps.await("seen", () -> MASTER.says("replication", "state=online"));
    }

    private RedisStoreBuilder open() {
        return RedisStore.on("127.0.0.1", MASTER.port()).prefix(prefix);
    }

    @AfterEach
    void close() {
        store.close();
        REPLICA.signal("CONT");
    }

    @AfterAll
    static void stop() {
        MASTER.close();
        REPLICA.close();
    }

    @Test
    void aClaimWithoutReplicaIsUnknownAndHiddenUntilReplicated() {
        REPLICA.signal("STOP");
        Ballot ballot = StoreTestSteps.ballot("a");

        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, StoreTestSteps.within(SHORT)))
                .withMessageMatching(".*(0 of 1 replicas|no answer).*");
        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", StoreTestSteps.within(SHORT)));
        REPLICA.signal("CONT");

        Lease shown = StoreTestSteps.held(store.inspect("a", StoreTestSteps.soon()));
        assertThat(shown.stamp().attempt()).isEqualTo(ballot.stamp().attempt());
    }

    @Test
    void anUnreplicatedRenewalIsNotShownByTheNext() {
        Lease lease = StoreTestSteps.elect(store, "a");
        REPLICA.signal("STOP");
        RenewalRequest first = StoreTestSteps.extension(lease);
        RenewalRequest second = StoreTestSteps.extension(lease);

        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(first, StoreTestSteps.within(SHORT)));
        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(second, StoreTestSteps.within(SHORT)));
        REPLICA.signal("CONT");

        assertThat(store.renew(second, StoreTestSteps.soon()))
                .isInstanceOfSatisfying(
                        Renewal.Refused.class,
                        refused -> assertThat(
                                        StoreTestSteps.held(refused.found()).isSameWrite(first.next()))
                                .isTrue());
    }

    @Test
    void aSecondClaimDoesNotShowAnUnreplicatedRecord() {
        REPLICA.signal("STOP");
        Ballot ballot = StoreTestSteps.ballot("a");

        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, StoreTestSteps.within(SHORT)));
        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, StoreTestSteps.within(SHORT)));
    }

    @Test
    void aBatchCountsOnceAReplicaHasAllOfIt() {
        List<RenewalRequest> batch = List.of(
                StoreTestSteps.extension(StoreTestSteps.elect(store, "a")),
                StoreTestSteps.extension(StoreTestSteps.elect(store, "b")));
        REPLICA.signal("STOP");

        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renewAll(batch, StoreTestSteps.within(SHORT)));
        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("b", StoreTestSteps.within(SHORT)));
        REPLICA.signal("CONT");

        assertThat(StoreTestSteps.held(store.inspect("b", StoreTestSteps.soon()))
                        .isSameWrite(batch.get(1).next()))
                .isTrue();
    }

    @Test
    void otherCandidatesSeeAnUnreplicatedRecordAndAreRefused() {
        Lease lease = StoreTestSteps.elect(store, "a");
        REPLICA.signal("STOP");
        try (RedisStore other = open().open()) {
            assertThat(StoreTestSteps.held(other.inspect("a", StoreTestSteps.soon())))
                    .isEqualTo(lease);
            assertThat(other.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()))
                    .isInstanceOf(Answer.Refused.class);
        }
    }

    /** A master that was cut off sees no replicas after a while, like one that has none. */
    @Test
    void aMasterThatLostItsReplicasStillWaitsForOne() {
        Lease lease = StoreTestSteps.elect(store, "a");
        REPLICA.kill();
        StoreTestSteps.await("the replica is gone", () -> MASTER.says("replication", "connected_slaves:0"));
        try {
            try (RedisStore fresh = open().open()) {
                RenewalRequest next = StoreTestSteps.extension(lease);
                StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> fresh.renew(next, StoreTestSteps.within(SHORT)));
            }
            try (RedisStore told = open().replicas(0).open()) {
                Lease held = StoreTestSteps.held(told.inspect("a", StoreTestSteps.soon()));
                assertThat(told.renew(StoreTestSteps.extension(held), StoreTestSteps.soon()))
                        .isInstanceOf(Renewal.Renewed.class);
            }
            try (RedisStore fresh = open().open()) {
                Lease held = StoreTestSteps.held(fresh.inspect("a", StoreTestSteps.soon()));
                assertThat(fresh.renew(StoreTestSteps.extension(held), StoreTestSteps.soon()))
                        .isInstanceOf(Renewal.Renewed.class);
            }
        } finally {
            REPLICA.restart();
            awaitInStep(REPLICA);
        }
    }

    @Test
    void tooFewReplicasNeverConfirm() {
        try (RedisStore strict = open().replicas(2).open()) {
            StoreTestSteps.assertFails(
                            Kind.OUTCOME_UNKNOWN,
                            () -> strict.claim(StoreTestSteps.ballot("a"), StoreTestSteps.within(SHORT)))
                    .withMessageMatching(".*(1 of 2 replicas|no answer).*");
        }
    }

    /** How many replicas one candidate asked for is not what all others need from then on. */
    @Test
    void theReplicaSettingOfOneStoreDoesNotBindOthers() {
        try (RedisStore strict = open().replicas(2).open()) {
            StoreTestSteps.assertFails(
                    Kind.OUTCOME_UNKNOWN, () -> strict.claim(StoreTestSteps.ballot("a"), StoreTestSteps.within(SHORT)));
        }
        Sighting found = store.inspect("a", StoreTestSteps.soon());

        StoreTestSteps.granted(store.claim(StoreTestSteps.ballot("a", found), StoreTestSteps.soon()));
    }

    /** Two candidates on one store: the result of one call must not confirm the write of the other. */
    @Test
    void aRefusalLeavesWritesOfOtherCallsUnconfirmed() {
        REPLICA.signal("STOP");
        List<Ballot> ballots =
                Stream.generate(() -> StoreTestSteps.ballot("a")).limit(4).toList();
        ballots.parallelStream().forEach(ballot -> {
            try {
                store.claim(ballot, StoreTestSteps.within(SHORT));
            } catch (StoreException expected) {
                assertThat(expected.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
            }
        });

        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", StoreTestSteps.within(SHORT)));
    }

    @Test
    void aWritableReplicaIsRecognised() {
        StoreTestSteps.elect(store, "a");
        try (Jedis client = REPLICA.client();
                RedisStore wrong = RedisStore.on("127.0.0.1", REPLICA.port())
                        .prefix(prefix)
                        .open()) {
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> wrong.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("replica");
            client.configSet("replica-read-only", "no");
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE, () -> wrong.claim(StoreTestSteps.ballot("b"), StoreTestSteps.soon()))
                    .withMessageContaining("replica");
            client.configSet("replica-read-only", "yes");
        }
        assertThat(store.inspect("b", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
    }

    @Test
    void aLeaderOnAMasterWithoutReplicasStopsLeading() throws InterruptedException {
        RecordingListener heard = new RecordingListener();
        try (Candidate node = Candidate.on(open().open())
                .closingStore()
                .timing(Timing.of(Duration.ofSeconds(2)))
                .start()) {
            Election election = node.stand("a");
            election.subscribe(heard);
            Term term = election.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
            REPLICA.signal("STOP");

            heard.await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT);
            assertThat(term.isCurrent()).isFalse();
            REPLICA.signal("CONT");

            Term next = election.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
            assertThat(next.token()).isGreaterThan(term.token());
        }
    }
}
