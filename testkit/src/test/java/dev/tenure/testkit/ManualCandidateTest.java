package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenure.Candidate;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.RosterMember;
import dev.tenure.Shards;
import dev.tenure.Successor;
import dev.tenure.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ManualCandidateTest {
    private final ManualCandidate node = new ManualCandidate("node-1");
    private final List<String> order = new ArrayList<>();

    @Test
    void electionsAreFoundByName() {
        node.stand("nightly");

        node.election("nightly").acquire();

        assertThat(node.election("nightly").isLeader()).isTrue();
        assertThatThrownBy(() -> node.election("weekly")).hasMessageContaining("stands in [nightly]");
        assertThatThrownBy(() -> node.stand("nightly")).hasMessageContaining("already");
    }

    @Test
    void hooksRunAroundTheTerm() {
        RecordingListener heard = new RecordingListener();
        node.prepare("nightly")
                .onAcquire(term -> order.add(
                        "acquire hook, announced: " + node.election("nightly").isLeader()))
                .onLose(term -> order.add("lose hook, current: " + term.isCurrent()))
                .stand()
                .subscribe(heard);

        assertThat(node.election("nightly").acquire()).isPresent();
        node.election("nightly").resign("test");

        assertThat(order).containsExactly("acquire hook, announced: false", "lose hook, current: false");
        assertThat(kinds(heard)).containsExactly("Present", "Acquired", "Resigned");
    }

    @Test
    void failingAcquireHookRefusesTerm() {
        RecordingListener heard = new RecordingListener();
        node.prepare("nightly")
                .onAcquire(term -> {
                    throw new IllegalStateException("cache is cold");
                })
                .onLose(term -> order.add("lose hook"))
                .stand()
                .subscribe(heard);

        assertThat(node.election("nightly").acquire()).isEmpty();

        assertThat(node.election("nightly").isLeader()).isFalse();
        assertThat(order).containsExactly("lose hook");
        assertThat(kinds(heard)).containsExactly("Present", "Warning", "Warning");
        assertThat(heard.all().get(1).cause())
                .contains("the acquire hook failed")
                .contains("cache is cold");
    }

    @Test
    void lossDuringAcquireHookInterruptsHook() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Optional<?>> acquired = new CompletableFuture<>();
        node.prepare("nightly")
                .onAcquire(term -> {
                    running.countDown();
                    new CountDownLatch(1).await();
                })
                .stand();
        Thread acquiring =
                new Thread(() -> acquired.complete(node.election("nightly").acquire()));
        acquiring.start();
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();

        node.election("nightly").lose("trust ended");

        assertThat(acquired.get(20, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void workThatPausesIsNotStalled() {
        node.prepare("nightly").stallAfter(Duration.ofMinutes(1)).stand();
        ManualElection nightly = node.election("nightly");
        nightly.lead(term -> term.pause(Duration.ofDays(1)));
        nightly.acquire();
        nightly.settle();

        nightly.elapse(Duration.ofHours(1));

        assertThat(nightly.isLeader()).isTrue();
    }

    @Test
    void workWithoutProgressLosesItsTerm() throws InterruptedException {
        RecordingListener heard = new RecordingListener();
        node.prepare("nightly").stallAfter(Duration.ofMinutes(1)).stand().subscribe(heard);
        ManualElection nightly = node.election("nightly");
        CountDownLatch running = new CountDownLatch(1);
        nightly.lead(term -> {
            running.countDown();
            new CountDownLatch(1).await();
        });
        nightly.acquire();
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();

        nightly.elapse(Duration.ofSeconds(59));
        assertThat(nightly.isLeader()).isTrue();

        nightly.elapse(Duration.ofSeconds(1));
        assertThat(nightly.isLeader()).isFalse();
        assertThat(heard.all().get(2).cause()).isEqualTo("no progress for 60.0 s");
    }

    @Test
    void observerSeesLeader() {
        RecordingListener heard = new RecordingListener();
        ElectionView view = node.observe("nightly");
        view.subscribe(heard);

        node.leaderIs("nightly", "node-2");

        assertThat(view.status().leader()).extracting(Identity::name).isEqualTo("node-2");
        assertThat(kinds(heard)).containsExactly("Present", "LeaderChanged");
    }

    @Test
    void eachShardIsAcquiredAlone() throws Exception {
        CompletableFuture<Integer> ran = new CompletableFuture<>();
        Shards orders = node.standForShards("orders", 4);
        orders.lead((shard, term) -> {
            ran.complete(shard);
            term.pause(Duration.ofDays(1));
        });

        node.election("orders/2").acquire();

        assertThat(orders.led()).containsExactly(2);
        assertThat(ran.get(20, TimeUnit.SECONDS)).isEqualTo(2);
        orders.close();
        assertThat(orders.led()).isEmpty();
    }

    @Test
    void requestsAreAnsweredBeforeCallReturns() {
        node.stand("nightly");
        ManualElection nightly = node.election("nightly");
        assertThatThrownBy(() -> node.requestResign("nightly")).hasMessageContaining("nobody leads");
        nightly.addCandidate("node-2");
        nightly.acquire();

        node.requestTransfer("nightly", Successor.named("node-2"));
        assertThat(nightly.status().leader()).extracting(Identity::name).isEqualTo("node-2");

        node.elapse(Duration.ofMinutes(1)); // after a request to resign the candidate stays back
        node.requestTransfer("nightly", Successor.named("node-1"));
        assertThat(nightly.isLeader()).isTrue();

        node.requestResign("nightly");
        assertThat(nightly.status().leader()).isNull();
        assertThat(node.history("nightly"))
                .extracting(HistoryEntry::what)
                .containsExactly(
                        HistoryEntry.What.ACQUIRED,
                        HistoryEntry.What.RESIGNED,
                        HistoryEntry.What.ACQUIRED,
                        HistoryEntry.What.RESIGNED);
    }

    @Test
    void transferToTheLeaderChangesNothing() {
        node.stand("nightly");
        ManualElection nightly = node.election("nightly");
        Term term = nightly.acquire().orElseThrow();

        nightly.transferTo(Successor.named("node-1"));
        node.requestTransfer("nightly", Successor.named("node-1"));
        node.requestTransfer("nightly", Successor.instance(term.candidate().instance()));

        assertThat(term.isCurrent()).isTrue();
        assertThat(term.isEnding()).isFalse();
        assertThat(node.history("nightly")).extracting(HistoryEntry::what).containsExactly(HistoryEntry.What.ACQUIRED);
    }

    @Test
    void finishedTermSaysThatItsWorkHasEnded() {
        RecordingListener heard = new RecordingListener();
        node.stand("nightly").subscribe(heard);
        node.election("nightly").acquire().orElseThrow().finish("all invoices are sent");

        assertThat(node.election("nightly").isLeader()).isFalse();
        assertThat(node.history("nightly"))
                .extracting(HistoryEntry::reason, HistoryEntry::cause)
                .endsWith(tuple(Reason.WORK_ENDED, "all invoices are sent"));
        assertThat(heard.all())
                .last()
                .extracting(ElectionEvent::reason, ElectionEvent::cause)
                .containsExactly(Reason.WORK_ENDED, "all invoices are sent");
    }

    @Test
    void rosterShowsCandidateAndLeader() {
        node.stand("nightly");
        node.election("nightly").leaderIs("node-2");

        assertThat(node.roster("nightly"))
                .extracting(member -> member.identity().name())
                .containsExactly("node-2", "node-1");
        assertThat(node.roster("nightly")).extracting(RosterMember::isLeading).containsExactly(true, false);
    }

    @Test
    void closedCandidateClosesItsElections() {
        node.stand("nightly");
        node.election("nightly").acquire();

        node.close();

        assertThat(node.election("nightly").status().role()).isEqualTo(Role.CLOSED);
        Candidate closed = node;
        assertThatThrownBy(() -> closed.stand("weekly")).hasMessageContaining("closed");
    }

    private static List<String> kinds(RecordingListener heard) {
        return heard.all().stream()
                .map(ElectionEvent::getClass)
                .map(Class::getSimpleName)
                .toList();
    }
}
