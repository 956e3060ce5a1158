package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.Term;
import dev.tenure.spi.LeaseStore;
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
            Election alices = rivals.stand("alice", broker.store().open());
            Term first = rivals.awaitTermAbove(0);
            rivals.stand("bob", broker.store().open());

            Election carols = rivals.stand("carol", broker.store().open());
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
            rivals.stand("alice", broker.store().open());
            Term first = rivals.awaitTermAbove(0);
            rivals.stand("bob", broker.store().open());

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
                "GROUP            | READ     | Read on the group",
                "TRANSACTIONAL_ID | WRITE    | Write and Describe on the transactional id",
            })
    @DisplayName("a missing right is reported with the right to grant")
    void missingRightIsReportedWithRemedy(ResourceType type, AclOperation operation, String remedy) throws Exception {
        try (LeaseStore warm = broker.store().open();
                Admin admin = broker.admin();
                CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            warm.requests().submit(KafkaTestData.request(election), StoreTestSteps.soon()); // so that the topic exists
            deny(admin, type, operation);
            Election stand = rivals.stand("alice", broker.store().open());

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
        GoNeli goNeli = GoNeli.of(election).withHeartbeatTimeout(Duration.ofSeconds(3));
        lead(goNeli);
        broker.backUp();
        lead(goNeli);
        List<Long> last = lead(goNeli);
        broker.restore();

        List<Long> next = lead(goNeli);

        assertThat(next.get(0)).isGreaterThan(last.get(0));
        assertThat(next.get(1)).isGreaterThan(last.get(1));
    }

    /** Leads once in an election of Tenure alone and once beside goNELI, as new processes, and returns the tokens. */
    private List<Long> lead(GoNeli goNeli) {
        try (KafkaStore alone = broker.store().open();
                KafkaStore shared =
                        KafkaStore.on(broker.address()).sharedWith(goNeli).open()) {
            return List.of(
                    new StoreCaller(alone, election).leadAndRelease(),
                    new StoreCaller(shared, election).leadAndRelease());
        }
    }

    private AclBinding deny(Admin admin, ResourceType type, AclOperation operation) throws Exception {
        AclBinding denied = new AclBinding(
                new ResourcePattern(type, TopicNames.of("tenure", election), PatternType.LITERAL),
                new AccessControlEntry("User:ANONYMOUS", "*", operation, AclPermissionType.DENY));
        admin.createAcls(List.of(denied)).all().get();
        return denied;
    }

    @Test
    @DisplayName("a leader that cannot write any more stops in time, and one leads once it can (NL-D9)")
    void leaderThatCannotWriteStops() throws Exception {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING);
                Admin admin = broker.admin()) {
            Election alices = rivals.stand("alice", broker.store().open());
            Term first = rivals.awaitTermAbove(0);
            rivals.stand("bob", broker.store().open());

            AclBinding denied = deny(admin, ResourceType.TOPIC, AclOperation.WRITE);
            rivals.heardBy(alices).await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT);
            admin.deleteAcls(List.of(denied.toFilter())).all().get();
            rivals.awaitTermAbove(first.token());

            assertThat(rivals.history().findings()).isEmpty();
        }
    }
}
