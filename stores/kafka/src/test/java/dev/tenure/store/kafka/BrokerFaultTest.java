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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broker that stands still, dies, or forbids something. */
@Tag("server")
@Timeout(180)
@SuppressWarnings("NullAway.Init") // set before all tests
class BrokerFaultTest {
    private static TestBroker broker;

    private final String election = Sample.newElection();

    @BeforeAll
    static void start() {
        broker = TestBroker.start("""
                authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
                allow.everyone.if.no.acl.found=true
                """);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    @DisplayName(
            "while the broker stands still the leader stops, others can close, then one leads again (NL-13, NL-25)")
    void aBrokerThatStandsStill() throws Exception {
        try (CompetingCandidates rivals = new CompetingCandidates(election, Sample.TIMING)) {
            Election alices = rivals.stand("alice", broker.store().open());
            Term first = rivals.awaitTermAbove(0);
            rivals.stand("bob", broker.store().open());

            Election carols = rivals.stand("carol", broker.store().open());
            StoreTestSteps.await("carol follows", () -> carols.status().leader() != null);

            broker.pause();
            try {
                rivals.heardBy(alices).await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT);
                carols.close(); // ends, though nobody hears of it
            } finally {
                broker.goOn();
            }
            rivals.awaitTermAbove(first.token());

            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("a broker that is killed and started again forgets neither who led nor the tokens")
    void aBrokerThatDies() throws Exception {
        try (CompetingCandidates rivals = new CompetingCandidates(election, Sample.TIMING)) {
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
    @DisplayName("what the broker forbids is told at once, with what to grant")
    void whatIsForbiddenIsTold(ResourceType type, AclOperation operation, String remedy) throws Exception {
        try (LeaseStore warm = broker.store().open();
                Admin admin = broker.admin();
                CompetingCandidates rivals = new CompetingCandidates(election, Sample.TIMING)) {
            warm.requests().submit(Sample.request(election), StoreTestSteps.soon()); // so that the topic is there
            deny(admin, type, operation);
            Election stand = rivals.stand("alice", broker.store().open());

            StoreTestSteps.await(
                    "it is told",
                    () -> rivals.heardBy(stand).all().stream()
                            .anyMatch(event -> event instanceof ElectionEvent.Warning warning
                                    && warning.cause().contains(remedy)
                                    && warning.error() instanceof StoreException failed
                                    && failed.kind() == StoreException.Kind.MISCONFIGURED));
            assertThat(stand.isLeader()).isFalse();
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
    @DisplayName("a leader that can no longer write stops in time, and one leads when that is over (NL-D9)")
    void aLeaderThatCannotWriteStops() throws Exception {
        try (CompetingCandidates rivals = new CompetingCandidates(election, Sample.TIMING);
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
