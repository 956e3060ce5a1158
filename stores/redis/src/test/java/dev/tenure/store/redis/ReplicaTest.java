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
import dev.tenure.testkit.Given;
import dev.tenure.testkit.Heard;
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
        Given.await("in step", () -> replica.says("replication", "master_link_status:up"));
        Given.await("seen", () -> MASTER.says("replication", "state=online"));
    }

    private RedisStoreBuilder open() {
        return RedisStore.at("127.0.0.1", MASTER.port()).prefix(prefix);
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
        Ballot ballot = Given.ballot("a");

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, Given.within(SHORT)))
                .withMessageContaining("0 of 1 replicas");
        Given.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", Given.within(SHORT)));
        REPLICA.signal("CONT");

        Lease shown = Given.held(store.inspect("a", Given.soon()));
        assertThat(shown.stamp().attempt()).isEqualTo(ballot.stamp().attempt());
    }

    @Test
    void anUnreplicatedRenewalIsNotShownByTheNext() {
        Lease lease = Given.elect(store, "a");
        REPLICA.signal("STOP");
        RenewalRequest first = Given.extension(lease);
        RenewalRequest second = Given.extension(lease);

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(first, Given.within(SHORT)));
        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(second, Given.within(SHORT)));
        REPLICA.signal("CONT");

        assertThat(store.renew(second, Given.soon()))
                .isInstanceOfSatisfying(
                        Renewal.Refused.class,
                        refused -> assertThat(Given.held(refused.found()).isSameWrite(first.next()))
                                .isTrue());
    }

    @Test
    void aSecondClaimDoesNotShowAnUnreplicatedRecord() {
        REPLICA.signal("STOP");
        Ballot ballot = Given.ballot("a");

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, Given.within(SHORT)));
        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, Given.within(SHORT)));
    }

    @Test
    void aBatchCountsOnceAReplicaHasAllOfIt() {
        List<RenewalRequest> batch =
                List.of(Given.extension(Given.elect(store, "a")), Given.extension(Given.elect(store, "b")));
        REPLICA.signal("STOP");

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renewAll(batch, Given.within(SHORT)));
        Given.assertFails(Kind.UNREACHABLE, () -> store.inspect("b", Given.within(SHORT)));
        REPLICA.signal("CONT");

        assertThat(Given.held(store.inspect("b", Given.soon()))
                        .isSameWrite(batch.get(1).next()))
                .isTrue();
    }

    @Test
    void otherCandidatesSeeAnUnreplicatedRecordAndAreRefused() {
        Lease lease = Given.elect(store, "a");
        REPLICA.signal("STOP");
        try (RedisStore other = open().open()) {
            assertThat(Given.held(other.inspect("a", Given.soon()))).isEqualTo(lease);
            assertThat(other.claim(Given.ballot("a"), Given.soon())).isInstanceOf(Answer.Refused.class);
        }
    }

    /** A master that was cut off sees no replicas after a while, like one that has none. */
    @Test
    void aMasterThatLostItsReplicasStillWaitsForOne() {
        Lease lease = Given.elect(store, "a");
        REPLICA.kill();
        Given.await("the replica is gone", () -> MASTER.says("replication", "connected_slaves:0"));
        try {
            try (RedisStore fresh = open().open()) {
                RenewalRequest next = Given.extension(lease);
                Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> fresh.renew(next, Given.within(SHORT)));
            }
            try (RedisStore told = open().replicas(0).open()) {
                Lease held = Given.held(told.inspect("a", Given.soon()));
                assertThat(told.renew(Given.extension(held), Given.soon())).isInstanceOf(Renewal.Renewed.class);
            }
            try (RedisStore fresh = open().open()) {
                Lease held = Given.held(fresh.inspect("a", Given.soon()));
                assertThat(fresh.renew(Given.extension(held), Given.soon())).isInstanceOf(Renewal.Renewed.class);
            }
        } finally {
            REPLICA.restart();
            awaitInStep(REPLICA);
        }
    }

    @Test
    void tooFewReplicasNeverConfirm() {
        try (RedisStore strict = open().replicas(2).open()) {
            Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> strict.claim(Given.ballot("a"), Given.within(SHORT)))
                    .withMessageContaining("1 of 2 replicas");
        }
    }

    /** How many replicas one candidate asked for is not what all others need from then on. */
    @Test
    void theReplicaSettingOfOneStoreDoesNotBindOthers() {
        try (RedisStore strict = open().replicas(2).open()) {
            Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> strict.claim(Given.ballot("a"), Given.within(SHORT)));
        }
        Sighting found = store.inspect("a", Given.soon());

        Given.granted(store.claim(Given.ballot("a", found), Given.soon()));
    }

    /** Two candidates on one store: the result of one call must not confirm the write of the other. */
    @Test
    void aRefusalLeavesWritesOfOtherCallsUnconfirmed() {
        REPLICA.signal("STOP");
        List<Ballot> ballots = Stream.generate(() -> Given.ballot("a")).limit(4).toList();
        ballots.parallelStream().forEach(ballot -> {
            try {
                store.claim(ballot, Given.within(SHORT));
            } catch (StoreException expected) {
                assertThat(expected.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
            }
        });

        Given.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", Given.within(SHORT)));
    }

    @Test
    void aWritableReplicaIsRecognised() {
        Given.elect(store, "a");
        try (Jedis client = REPLICA.client();
                RedisStore wrong = RedisStore.at("127.0.0.1", REPLICA.port())
                        .prefix(prefix)
                        .open()) {
            Given.assertFails(Kind.UNREACHABLE, () -> wrong.inspect("a", Given.soon()))
                    .withMessageContaining("replica");
            client.configSet("replica-read-only", "no");
            Given.assertFails(Kind.UNREACHABLE, () -> wrong.claim(Given.ballot("b"), Given.soon()))
                    .withMessageContaining("replica");
            client.configSet("replica-read-only", "yes");
        }
        assertThat(store.inspect("b", Given.soon())).isEqualTo(new Sighting.Never());
    }

    @Test
    void aLeaderOnAMasterWithoutReplicasStopsLeading() throws InterruptedException {
        Heard heard = new Heard();
        try (Candidate node = Candidate.on(open().open())
                .closingStore()
                .timing(Timing.of(Duration.ofSeconds(2)))
                .start()) {
            Election election = node.stand("a");
            election.subscribe(heard);
            Term term = election.awaitLeadership(Given.LIMIT).orElseThrow();
            REPLICA.signal("STOP");

            heard.await(ElectionEvent.Lost.class, Given.LIMIT);
            assertThat(term.isCurrent()).isFalse();
            REPLICA.signal("CONT");

            Term next = election.awaitLeadership(Given.LIMIT).orElseThrow();
            assertThat(next.token()).isGreaterThan(term.token());
        }
    }
}
