package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.Term;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.goneli.GoNeli;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Elections on a broker that is paused, dies, is restored from a copy, or denies rights. */
@Order(1) // restarts its broker several times, so it starts first
@Tag("server")
@Timeout(300)
@SuppressWarnings("NullAway.Init") // set before all tests
class BrokerFaultTest {
    private static TestBroker broker;

    private final String election = KafkaTestData.newElection();

    /** Opens a store whose topic, and group if it has one, is called as the election. */
    private KafkaStore open() {
        return broker.store().topic(election).open();
    }

    private KafkaStore openShared() {
        return broker.store().sharedWith(goNeli()).open();
    }

    private GoNeli goNeli() {
        return GoNeli.of(election).withTopic(election).withHeartbeatTimeout(KafkaTestData.TIMING.ttl());
    }

    @BeforeAll
    static void start() {
        broker = TestBroker.start(
                """
                authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
                allow.everyone.if.no.acl.found=true
                broker.session.timeout.ms=2000
                broker.heartbeat.interval.ms=200
                """); // with a short session, or a broker that is started again waits for the end of its old one
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    @DisplayName("a paused broker ends the term, followers can close, and later one leads again (NL-13, NL-25)")
    void pausedBrokerEndsTermAndLeaderFollows() throws Exception {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            Election alices = rivals.stand("alice", open());
            Term first = rivals.awaitTermAbove(0);
            rivals.stand("bob", open());

            Election carols = rivals.stand("carol", open());
            StoreTestSteps.await("carol follows", () -> carols.status().leader() != null);

            broker.pause();
            try {
                rivals.heardBy(alices).await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT);
                carols.close(); // ends although no broker answers
            } finally {
                broker.goOn();
            }
            rivals.awaitTermAbove(first.token());

            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("a broker that is killed and restarted keeps the leader and the tokens")
    void killedBrokerKeepsLeaderAndTokens() throws Exception {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            rivals.stand("alice", open());
            Term first = rivals.awaitTermAbove(0);
            rivals.stand("bob", open());

            broker.restart();
            StoreTestSteps.await(
                    "it is renewed, or another leads",
                    () -> first.remaining().compareTo(Duration.ofSeconds(2)) > 0
                            || rivals.history().terms().size() > 1);

            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TOPIC            | WRITE    | Read, Write and Describe on the topic",
                "TOPIC            | READ     | Read, Write and Describe on the topic",
                "GROUP            | READ     | Read on the group",
                "TRANSACTIONAL_ID | WRITE    | Write and Describe on the transactional id",
            })
    @DisplayName("a missing right is reported with the right to grant")
    void missingRightIsReportedWithRemedy(ResourceType type, AclOperation operation, String remedy) throws Exception {
        try (LeaseStore warm = open();
                Admin admin = broker.admin();
                CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            warm.requests().submit(KafkaTestData.request(election), StoreTestSteps.soon()); // so that there is a topic
            deny(admin, type, operation);
            Election stand = rivals.stand("alice", type == ResourceType.TOPIC ? open() : openShared());

            StoreTestSteps.await(
                    "it is reported",
                    () -> rivals.heardBy(stand).all().stream()
                            .anyMatch(event -> event instanceof ElectionEvent.Warning warning
                                    && warning.cause().contains(remedy)
                                    && warning.error() instanceof StoreException failed
                                    && failed.kind() == StoreException.Kind.MISCONFIGURED));
            assertThat(stand.isLeader()).isFalse();
        }
    }

    @Test
    @DisplayName("the next token is higher after the brokers' data was restored from an older copy (R15)")
    void tokenGrowsAfterDataIsRestored() throws Exception {
        lead();
        broker.backUp();
        lead();
        List<Long> last = lead();
        broker.restore();

        List<Long> next = lead();

        assertThat(next.get(0)).isGreaterThan(last.get(0));
        assertThat(next.get(1)).isGreaterThan(last.get(1));
    }

    /** Leads once in an election of Tenure alone and once beside goNELI, as new processes, and returns the tokens. */
    private List<Long> lead() {
        GoNeli apart = goNeli().withTopic(election + ".neli");
        try (KafkaStore alone = open();
                KafkaStore shared = broker.store().sharedWith(apart).open()) {
            return List.of(
                    new StoreCaller(alone, election).leadAndRelease(),
                    new StoreCaller(shared, election).leadAndRelease());
        }
    }

    @Test
    @DisplayName("a leader whose records were lost is refused, though the log has grown beyond them since (R4)")
    void leaderWhoseRecordsWereLostIsRefused() throws Exception {
        Duration ttl = Duration.ofMinutes(5); // longer than two restarts of the broker
        try (KafkaStore alices =
                        KafkaStore.on(broker.addressOfLine()).topic(election).open();
                KafkaStore others = open()) {
            others.requests()
                    .submit(KafkaTestData.request(election), StoreTestSteps.soon()); // so that there is a topic
            broker.backUp();
            StoreCaller alice = new StoreCaller(alices, election, ttl);
            Lease held = alice.renew(alice.renew(alice.lead()));
            broker.line().refuse();
            broker.restore();
            for (int each = 0; each < 20; each++) {
                others.requests().submit(KafkaTestData.request(election), StoreTestSteps.soon());
            }
            broker.line().pass();

            StoreTestSteps.await("the renewal is refused", () -> renewal(alice, held) instanceof Renewal.Refused);
            assertThat(alice.look()).isInstanceOf(Sighting.Never.class);
        }
    }

    /** Renews, and returns null if that fails because the connection is not there yet. */
    private static @Nullable Renewal renewal(StoreCaller caller, Lease held) {
        try {
            return caller.tryToRenew(held, Duration.ofSeconds(2));
        } catch (StoreException notYet) {
            return null;
        }
    }

    private AclBinding deny(Admin admin, ResourceType type, AclOperation operation) throws Exception {
        AclBinding denied = new AclBinding(
                new ResourcePattern(type, election, PatternType.LITERAL),
                new AccessControlEntry("User:ANONYMOUS", "*", operation, AclPermissionType.DENY));
        admin.createAcls(List.of(denied)).all().get();
        return denied;
    }

    @Test
    @DisplayName("a leader that cannot write any more stops in time, and one leads once it can (NL-D9)")
    void leaderThatCannotWriteStops() throws Exception {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING);
                Admin admin = broker.admin()) {
            Election alices = rivals.stand("alice", open());
            Term first = rivals.awaitTermAbove(0);
            rivals.stand("bob", open());

            AclBinding denied = deny(admin, ResourceType.TOPIC, AclOperation.WRITE);
            rivals.heardBy(alices).await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT);
            admin.deleteAcls(List.of(denied.toFilter())).all().get();
            rivals.awaitTermAbove(first.token());

            assertThat(rivals.history().findings()).isEmpty();
        }
    }
}
