package dev.tenure.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.Identity;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.Fault;
import dev.tenure.testkit.FaultyStore;
import dev.tenure.testkit.FaultyStore.Operation;
import dev.tenure.testkit.MinimalStore;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The promises of the peer channel, on a store that cannot push. */
@Order(1) // takes longest, so that it starts first
@Tag("slow")
class PeerChannelTest {
    /** A lease that outlasts every pause of a busy machine, renewed often. */
    private static final Timing STEADY = Timing.of(Duration.ofSeconds(20), Duration.ofMillis(50));

    /** Looks are so rare that a quick hand-over proves a push. */
    private static final Timing RARE = Timing.of(Duration.ofMinutes(2), Duration.ofSeconds(40));

    /** A lease that expires soon. */
    private static final Timing QUICK = Timing.of(Duration.ofSeconds(2), Duration.ofMillis(100));

    private static final String ELECTION = "payroll";

    private final MemoryCell cell = new MemoryCell();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    @DisplayName("followers cost the store nothing while the channel is healthy")
    void followersDoNotReadTheStore() throws Exception {
        PeerCandidate alice = node("alice", STEADY);
        lead(alice);
        PeerCandidate bob = node("bob", STEADY);
        Election bobs = bob.stand(ELECTION);
        PeerCandidate carol = node("carol", STEADY);
        carol.stand(ELECTION);
        untilHealthy(bob);
        untilHealthy(carol);
        StoreTestSteps.await("bob has seen who leads", () -> bobs.status().leader() != null);
        int before = bob.line().calls().size() + carol.line().calls().size();

        awaitRenewals(alice, 20);

        assertThat(bob.line().calls().size() + carol.line().calls().size()).isEqualTo(before);
        assertThat(bobs.status().leader()).isEqualTo(alice.candidate().identity());
    }

    @Test
    @DisplayName("a claim in place of a look does not reach the store while the leader's push shows its lease")
    void claimAfterReleaseIsRefusedByThePush() throws Exception {
        PeerCandidate alice = node("alice", STEADY);
        Term term = lead(alice);
        PeerCandidate bob = node("bob", STEADY);
        bob.stand(ELECTION);
        untilHealthy(bob);
        Ballot ballot = new Ballot(
                ELECTION,
                bob.candidate().identity(),
                STEADY.ttl(),
                new WriteStamp(0, 7, Instant.EPOCH),
                ClaimCondition.afterRelease(term.token()));

        Answer answer = bob.store().claim(ballot, StoreTestSteps.soon());

        assertThat(answer).isInstanceOf(Answer.Refused.class);
        assertThat(((Answer.Refused) answer).found()).isInstanceOf(Sighting.Held.class);
        assertThat(bob.line().count(Operation.CLAIM)).isZero();
    }

    @Test
    @DisplayName("a leader cut off from its store looks dead to its peers, too, and there are never two (S3-D-e)")
    void leaderCutOffFromItsStoreLooksDead() throws Exception {
        PeerCandidate alice = node("alice", QUICK);
        Election alices = alice.stand(ELECTION);
        Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        PeerCandidate bob = node("bob", QUICK);
        Election bobs = bob.stand(ELECTION);
        untilHealthy(bob);
        CompletableFuture<Boolean> aliceLed = new CompletableFuture<>();
        bobs.lead(next -> {
            assertThat(next.token()).isGreaterThan(term.token());
            aliceLed.complete(alices.isLeader() || term.isCurrent());
        });

        alice.line().every(Fault.unreachable());

        assertThat(aliceLed.get(StoreTestSteps.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isFalse();
    }

    @Test
    @DisplayName("an endpoint that answers all the time keeps no leader alive that does not renew (S3-D-e)")
    void answeringEndpointDoesNotKeepALeaderAlive() throws Exception {
        PeerProcess site = PeerProcess.over(new MinimalStore(CellStore.over(cell)));
        open.add(site);
        Ballot ballot = new Ballot(
                ELECTION,
                Identity.ofInstance("alice-1").withName("alice").withAddress(site.address()),
                QUICK.ttl(),
                new WriteStamp(0, 1, Instant.EPOCH),
                ClaimCondition.judged(new Sighting.Never(), 0));
        site.store().claim(ballot, StoreTestSteps.soon());
        PeerCandidate bob = node("bob", QUICK);
        Election bobs = bob.stand(ELECTION);
        untilHealthy(bob);

        assertThat(bobs.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
    }

    @Test
    @DisplayName("a leader that closes is succeeded by one push, though nobody would look for minutes (S3-D-c)")
    void closedLeaderIsSucceededByOnePush() throws Exception {
        PeerCandidate alice = node("alice", RARE);
        Term term = lead(alice);
        PeerCandidate bob = node("bob", RARE);
        Election bobs = bob.stand(ELECTION);
        StoreTestSteps.await("bob waits for alice", () -> alice.store().waiting() == 1);

        alice.retire();
        Term next = bobs.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();

        assertThat(next.token()).isGreaterThan(term.token());
        assertThat(bob.line().count(Operation.INSPECT)).isLessThanOrEqualTo(4);
    }

    @Test
    @DisplayName("a resignation arrives at once, and so does the next leader's at the one before")
    void leadershipMovesBackAndForth() throws Exception {
        PeerCandidate alice = node("alice", RARE);
        lead(alice);
        PeerCandidate bob = node("bob", RARE);
        Election bobs = bob.stand(ELECTION);
        StoreTestSteps.await("bob waits for alice", () -> alice.store().waiting() == 1);

        alice.retire();
        assertThat(bobs.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
        PeerCandidate carol = node("carol", RARE);
        Election carols = carol.stand(ELECTION);
        StoreTestSteps.await("carol waits for bob", () -> bob.store().waiting() == 1);
        bobs.resign();

        assertThat(carols.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
    }

    @Test
    @DisplayName("a channel that goes silent is not believed: the store is read, and the leader stays")
    void silentChannelFallsBackToTheStore() throws Exception {
        FaultyStore line = new FaultyStore(CellStore.over(cell));
        PeerProcess site = PeerProcess.over(new MinimalStore(line));
        TcpFaultProxy proxy = new TcpFaultProxy(site.socket());
        PeerCandidate alice = PeerCandidate.startAt(PeerProcess.address(proxy.address()), site, line, QUICK);
        open.add(alice);
        open.add(proxy);
        Election alices = alice.stand(ELECTION);
        Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
        PeerCandidate bob = node("bob", QUICK);
        Election bobs = bob.stand(ELECTION);
        untilHealthy(bob);

        proxy.blackHole();
        StoreTestSteps.await(
                "the channel is no longer believed", () -> !bob.store().isHealthy(ELECTION));
        int before = bob.line().count(Operation.INSPECT);
        assertThat(bob.line().awaitCount(Operation.INSPECT, before + 3, StoreTestSteps.LIMIT))
                .isTrue();
        assertThat(bobs.isLeader()).isFalse();
        assertThat(term.isCurrent()).isTrue();
        proxy.pass();
        untilHealthy(bob);

        assertThat(term.isCurrent()).isTrue();
    }

    @Test
    @DisplayName("the channel can be enabled and disabled at run time")
    void channelCanBeEnabledAtRunTime() throws Exception {
        PeerCandidate alice = node("alice", STEADY);
        lead(alice);
        PeerCandidate bob = node("bob", STEADY);
        bob.store().disable();
        bob.stand(ELECTION);
        assertThat(bob.line().awaitCount(Operation.INSPECT, 3, StoreTestSteps.LIMIT))
                .isTrue();
        assertThat(bob.store().isHealthy(ELECTION)).isFalse();

        bob.store().enable(PeerProcess.PLAIN);
        untilHealthy(bob);
        alice.store().disable();
        StoreTestSteps.await("the leader answers no more", () -> !bob.store().isHealthy(ELECTION));
        int before = bob.line().count(Operation.INSPECT);

        assertThat(bob.line().awaitCount(Operation.INSPECT, before + 3, StoreTestSteps.LIMIT))
                .isTrue();
    }

    @Test
    @DisplayName("the store is read now and then although the channel is healthy, if that is asked for")
    void storeIsReadAtTheGivenInterval() throws Exception {
        PeerCandidate alice = node("alice", STEADY);
        lead(alice);
        PeerCandidate bob = node("bob", STEADY);
        bob.store().enable(PeerProcess.PLAIN.readingStoreEvery(Duration.ofMillis(100)));
        bob.stand(ELECTION);
        untilHealthy(bob);
        int before = bob.line().count(Operation.INSPECT);

        assertThat(bob.line().awaitCount(Operation.INSPECT, before + 3, StoreTestSteps.LIMIT))
                .isTrue();
    }

    private PeerCandidate node(String name, Timing timing) {
        PeerCandidate node = PeerCandidate.start(name, cell, timing);
        open.add(node);
        return node;
    }

    private static Term lead(PeerCandidate node) throws InterruptedException {
        return node.stand(ELECTION).awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
    }

    private static void untilHealthy(PeerCandidate node) {
        StoreTestSteps.await(
                "the leader is asked instead of the store", () -> node.store().isHealthy(ELECTION));
    }

    private static void awaitRenewals(PeerCandidate leader, int more) throws InterruptedException {
        int before = leader.line().count(Operation.RENEW);
        assertThat(leader.line().awaitCount(Operation.RENEW, before + more, StoreTestSteps.LIMIT))
                .isTrue();
    }
}
