package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.Term;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.BrokerState;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.kafka.KafkaStoreBuilder;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.store.kafka.client.ClientSettings;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Faults of groups, caused by administrators and broken clients: never two leaders, and never none for good. */
@Tag("server")
class GroupFaultTest {
    private final String election = KafkaTestData.newElection();
    private final GoNeli goNeli = GoNeli.of(election).withHeartbeatTimeout(KafkaTestData.TIMING.ttl());

    private KafkaStoreBuilder store() {
        return TestBroker.shared().store().sharedWith(goNeli);
    }

    @Test
    @DisplayName("members that an administrator removes lose their term at once, and one leads again (NL-D1)")
    void removedMemberLosesTerm() throws Exception {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING);
                Admin admin = TestBroker.shared().admin()) {
            Election alices = rivals.stand("alice", store().open());
            Term first = rivals.awaitTermAbove(0);
            rivals.stand("bob", store().open());

            admin.removeMembersFromConsumerGroup(goNeli.group(), new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get();
            ElectionEvent.Lost lost = rivals.heardBy(alices).await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT);
            rivals.awaitTermAbove(lost.token());

            assertThat(lost.token()).isGreaterThanOrEqualTo(first.token()); // greater if bob's joining moved the term
            assertThat(lost.cause()).contains("has given this member up");
            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("tokens grow after the group was deleted")
    void tokensGrowAfterGroupIsDeleted() throws Exception {
        Term first;
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            rivals.stand("alice", store().open());
            first = rivals.awaitTermAbove(0);
        }
        try (Admin admin = TestBroker.shared().admin();
                CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            admin.deleteConsumerGroups(List.of(goNeli.group())).all().get();
            rivals.stand("bob", store().open());

            assertThat(rivals.awaitTermAbove(0).token()).isGreaterThan(first.token());
        }
    }

    @Test
    @DisplayName("tokens grow after the topic was deleted, whether the leader continues in the new topic or stops")
    void tokensGrowAfterTopicIsDeleted() throws Exception {
        long since1970 = TimeSource.system().wallMillis() * 1000;
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING);
                LeaseStore other = store().open();
                Admin admin = TestBroker.shared().admin()) {
            rivals.stand("alice", store().open());
            rivals.stand("bob", store().open());
            Term first = rivals.awaitTermAbove(since1970); // offsets alone would begin again with 0
            Uuid topic = BrokerState.id(admin, goNeli.topic());

            admin.deleteTopics(List.of(goNeli.topic())).all().get();
            StoreTestSteps.await(
                    "there is another topic",
                    () -> !BrokerState.id(admin, goNeli.topic()).equals(topic));
            StoreTestSteps.await( // members notice, leave and join again: several sessions on a busy machine
                    "it says who leads",
                    Duration.ofMinutes(2),
                    () -> other.inspect(election, StoreTestSteps.soon()) instanceof Sighting.Held);
            Term going = rivals.awaitTermAbove(since1970);
            rivals.leader().resign();
            Term next = rivals.awaitTermAbove(going.token());

            assertThat(going.token()).isGreaterThanOrEqualTo(first.token());
            assertThat(next.token()).isGreaterThan(first.token());
            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("a member that can join but not write leaves the group, and another leads (NL-D9)")
    void memberThatCannotWriteLeavesGroup() {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            Election mutes = rivals.stand(
                    "mute", store().clientSetting("max.request.size", 100).open());
            StoreTestSteps.await("it fails to lead", () -> mutes.status().consecutiveFailures() > 0);
            Election bobs = rivals.stand("bob", store().open());

            Term term = rivals.awaitTermAbove(0);

            assertThat(bobs.term().map(Term::token)).contains(term.token());
            assertThat(rivals.heardBy(mutes).all())
                    .filteredOn(ElectionEvent.Warning.class::isInstance)
                    .extracting(ElectionEvent::cause)
                    .anyMatch(cause -> cause.contains("max.message.bytes"));
        }
    }

    @Test
    @DisplayName("a missing topic is reported once for each attempt to join; once it exists the candidate leads")
    void missingTopicIsReportedUntilCreated() throws Exception {
        try (KafkaStore store = store().createIfMissing(false).open();
                Admin admin = TestBroker.shared().admin()) {
            StoreCaller caller = new StoreCaller(store, election);
            try (Registration entry = store.register(election, caller.self(), new RecordedRevocations())) {
                StoreTestSteps.await("it is reported", () -> claim(caller).isEmpty());
                entry.willing(false); // as candidates do when their claims fail
                StoreTestSteps.await(
                        "it is not reported again", () -> claim(caller).isPresent());
                entry.willing(true);
                admin.createTopics(List.of(new NewTopic(goNeli.topic(), 1, (short) 1)))
                        .all()
                        .get();

                StoreTestSteps.await(
                        "it leads",
                        () -> claim(caller)
                                .filter(Answer.Granted.class::isInstance)
                                .isPresent());
            }
        }
    }

    private static Optional<Answer> claim(StoreCaller caller) {
        try {
            return Optional.of(caller.claim(caller.look(), StoreTestSteps.soon()));
        } catch (StoreException failed) {
            assertThat(failed.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED);
            return Optional.empty();
        }
    }

    @Test
    @DisplayName("a caller that claims without standing leaves the group within a session after its release")
    void unregisteredClaimantLeavesGroupAfterSession() {
        try (KafkaStore store = store().open();
                CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING)) {
            Lease lease = new StoreCaller(store, election).lead();
            store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
            rivals.stand("bob", store().open());

            assertThat(rivals.awaitTermAbove(lease.token()).token()).isGreaterThan(lease.token());
            StoreTestSteps.await("the other has left", () -> BrokerState.members(goNeli.group()) == 1);
        }
    }

    @Test
    @DisplayName("a producer that takes over ends the term with the next renewal: lost, not refused")
    void laterProducerEndsTerm() {
        Duration ttl = Duration.ofMinutes(1); // longer than the test takes on a busy machine
        GoNeli patient = goNeli.withHeartbeatTimeout(ttl);
        ClientSettings clients = new ClientSettings(
                Map.of("bootstrap.servers", TestBroker.shared().address()));
        try (KafkaStore store = TestBroker.shared().store().sharedWith(patient).open();
                TermProducer producer =
                        new TermProducer(new GroupSettings(clients, patient), ElectionNames.of(patient))) {
            StoreCaller caller = new StoreCaller(store, election, ttl);
            Lease first = caller.lead();

            producer.take(first.ttl(), StoreTestSteps.soon());

            assertThat(caller.tryToRenew(first, StoreTestSteps.LIMIT))
                    .isInstanceOfSatisfying(
                            Renewal.Lost.class, lost -> assertThat(lost.cause()).contains("taken over the writing"));
            assertThat(caller.lead().token()).isGreaterThan(first.token());
        }
    }

    @Test
    @DisplayName("the topic shows the leader and its token to every reader")
    void topicShowsLeader() {
        try (CompetingCandidates rivals = new CompetingCandidates(election, KafkaTestData.TIMING);
                LeaseStore other = store().open()) {
            rivals.stand("alice", store().open());
            Term term = rivals.awaitTermAbove(0);

            Sighting seen = other.inspect(election, Deadline.after(TimeSource.system(), StoreTestSteps.LIMIT));

            assertThat(seen).isInstanceOfSatisfying(Sighting.Held.class, held -> {
                assertThat(held.lease().token()).isEqualTo(term.token());
                assertThat(held.lease().holder()).isEqualTo(term.candidate());
            });
        }
    }
}
