package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Entry;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Recall;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What administrators, and clients that are half broken, do to a group: never two leaders, and never none for good. */
class GroupFaultTest {
    private static final String PREFIX = "faults";

    private static final Recall NO_RECALL = new Recall() {
        @Override
        public void handOver(long token, String cause) {}

        @Override
        public void lost(long token, String cause) {}
    };

    private final String election = Given.newElection();
    private final String group = Names.of(PREFIX, election);

    private static KafkaStoreBuilder store() {
        return TestBroker.shared().store().topicPrefix(PREFIX);
    }

    @Test
    @DisplayName("members that an administrator removes lose their term at once, and one of them leads again (NL-D1)")
    void aRemovedMemberIsFenced() throws Exception {
        try (Reigns reigns = new Reigns(election);
                Admin admin = TestBroker.shared().admin()) {
            Election alices = reigns.stand("alice", store().open());
            Term first = reigns.awaitTermAbove(0);
            reigns.stand("bob", store().open());

            admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get();
            ElectionEvent.Fenced fenced = reigns.heardBy(alices).await(ElectionEvent.Fenced.class, Given.LIMIT);
            reigns.awaitTermAbove(first.token());

            assertThat(fenced.token()).isEqualTo(first.token());
            assertThat(fenced.cause()).contains("has given this member up");
            assertThat(reigns.findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("tokens grow over the deletion of the group")
    void tokensSurviveTheGroup() throws Exception {
        Term first;
        try (Reigns reigns = new Reigns(election)) {
            reigns.stand("alice", store().open());
            first = reigns.awaitTermAbove(0);
        }
        try (Admin admin = TestBroker.shared().admin();
                Reigns reigns = new Reigns(election)) {
            admin.deleteConsumerGroups(List.of(group)).all().get();
            reigns.stand("bob", store().open());

            assertThat(reigns.awaitTermAbove(0).token()).isGreaterThan(first.token());
        }
    }

    @Test
    @DisplayName(
            "tokens grow over the deletion of the topic, too, whether its leader goes on in a new one or steps down")
    void tokensSurviveTheTopic() throws Exception {
        long since1970 = dev.tenure.spi.TimeSource.system().wallMillis() * 1000;
        try (Reigns reigns = new Reigns(election);
                LeaseStore other = store().open();
                Admin admin = TestBroker.shared().admin()) {
            reigns.stand("alice", store().open());
            reigns.stand("bob", store().open());
            Term first = reigns.awaitTermAbove(since1970); // offsets alone would begin again with 0
            Uuid topic = Topics.id(admin, group);

            admin.deleteTopics(List.of(group)).all().get();
            Given.await("there is another topic", () -> !Topics.id(admin, group).equals(topic));
            Given.await("it says who leads", () -> other.inspect(election, Given.soon()) instanceof Sighting.Held);
            Term going = reigns.awaitTermAbove(since1970);
            reigns.leader().resign();
            Term next = reigns.awaitTermAbove(going.token());

            assertThat(going.token()).isGreaterThanOrEqualTo(first.token());
            assertThat(next.token()).isGreaterThan(first.token());
            assertThat(reigns.findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("a member that can join but not write gives the partition up, and another leads (NL-D9)")
    void whoCannotWriteGivesUp() {
        try (Reigns reigns = new Reigns(election)) {
            Election mutes = reigns.stand(
                    "mute", store().clientSetting("max.request.size", 100).open());
            Given.await("it fails to lead", () -> mutes.status().consecutiveFailures() > 0);
            Election bobs = reigns.stand("bob", store().open());

            Term term = reigns.awaitTermAbove(0);

            assertThat(bobs.term().map(Term::token)).contains(term.token());
            assertThat(reigns.heardBy(mutes).all())
                    .filteredOn(ElectionEvent.Trouble.class::isInstance)
                    .extracting(ElectionEvent::cause)
                    .anyMatch(cause -> cause.contains("max.message.bytes"));
        }
    }

    @Test
    @DisplayName("who could not join for want of a topic is told once a time, and leads when there is one")
    void anOldProblemDoesNotLast() throws Exception {
        try (KafkaStore store = store().createTopics(false).open();
                Admin admin = TestBroker.shared().admin()) {
            Asking asking = new Asking(store, election);
            try (Entry entry = store.enter(election, asking.self(), NO_RECALL)) {
                Given.await("it is told", () -> claim(asking).isEmpty());
                entry.willing(false); // as candidates do when their claims fail
                Given.await("it is told no more", () -> claim(asking).isPresent());
                entry.willing(true);
                admin.createTopics(List.of(new NewTopic(group, 1, (short) 1)))
                        .all()
                        .get();

                Given.await(
                        "it leads",
                        () -> claim(asking)
                                .filter(Answer.Granted.class::isInstance)
                                .isPresent());
            }
        }
    }

    private static Optional<Answer> claim(Asking asking) {
        try {
            return Optional.of(asking.claim(asking.look(), Given.soon()));
        } catch (StoreException failed) {
            assertThat(failed.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED);
            return Optional.empty();
        }
    }

    @Test
    @DisplayName("who claims without standing, and releases, is in nobody's way for more than a session")
    void whoOnlyClaimsGoesAgain() {
        try (KafkaStore store = store().open();
                Reigns reigns = new Reigns(election)) {
            Lease lease = new Asking(store, election).lead();
            store.release(lease, Handover.toAnyone(), Given.soon());
            reigns.stand("bob", store().open());

            assertThat(reigns.awaitTermAbove(lease.token()).token()).isGreaterThan(lease.token());
            Given.await("the other has left", () -> Topics.members(group) == 1);
        }
    }

    @Test
    @DisplayName("a producer that began later shuts the leader out at its next heartbeat: fenced, never revoked")
    void aFencedProducerLosesItsTerm() {
        try (Reigns reigns = new Reigns(election);
                Pen pen = new Pen(new ClientSettings(store()), new Site(election, group, group))) {
            Election alices = reigns.stand("alice", store().open());
            Term first = reigns.awaitTermAbove(0);

            pen.take(Given.TIMING.ttl(), Given.soon());
            ElectionEvent.Fenced fenced = awaitFenced(reigns, alices);
            reigns.awaitTermAbove(first.token());

            assertThat(fenced.cause()).contains("taken over the writing");
            assertThat(reigns.heardBy(alices).all()).noneMatch(ElectionEvent.Revoked.class::isInstance);
            assertThat(reigns.findings()).isEmpty();
        }
    }

    private static ElectionEvent.Fenced awaitFenced(Reigns reigns, Election stand) {
        try {
            return reigns.heardBy(stand).await(ElectionEvent.Fenced.class, Given.LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("of four nodes that join and close one after the other each leads once: three changes in all (NL-26)")
    void leadershipMovesOnlyWhenItMust() {
        try (Reigns reigns = new Reigns(election)) {
            List<Election> stands = new ArrayList<>();
            for (int node = 0; node < 4; node++) {
                Election joined = reigns.stand("node-" + node, store().open());
                stands.add(joined);
                Given.await("the group has " + stands.size(), () -> Topics.members(group) == stands.size());
                Given.await("it leads or follows", () -> joined.status().leader() != null);
            }
            assertThat(reigns.reigns()).hasSize(1);
            long token = stands.get(0).term().orElseThrow().token();
            while (stands.size() > 1) {
                Election leads =
                        stands.stream().filter(Election::isLeader).findFirst().orElseThrow();
                assertThat(leads.term().map(Term::token)).contains(token);
                leads.close();
                stands.remove(leads);
                token = reigns.awaitTermAbove(token).token();
            }

            Given.await("all are told", () -> reigns.acquired() >= 4);
            assertThat(reigns.acquired()).isEqualTo(4);
            assertThat(reigns.findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("a term that was opened is in the topic for all to read, with who leads, where and since when")
    void theTopicSaysWhoLeads() {
        try (Reigns reigns = new Reigns(election);
                LeaseStore other = store().open()) {
            reigns.stand("alice", store().open());
            Term term = reigns.awaitTermAbove(0);

            Sighting seen = other.inspect(election, Deadline.after(dev.tenure.spi.TimeSource.system(), Given.LIMIT));

            assertThat(seen).isInstanceOfSatisfying(Sighting.Held.class, held -> {
                assertThat(held.lease().token()).isEqualTo(term.token());
                assertThat(held.lease().holder()).isEqualTo(term.candidate());
            });
        }
    }
}
