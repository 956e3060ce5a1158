package dev.tenure.chaos;

import static dev.tenure.testkit.StoreTestSteps.LIMIT;
import static dev.tenure.testkit.StoreTestSteps.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.RosterMember;
import dev.tenure.Shards;
import dev.tenure.Successor;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.testkit.RecordingListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A program that uses every ability of docs/leading.md, on the store of a URI. */
final class EveryAbility implements AutoCloseable {
    /** Long enough that no busy machine loses a lease. */
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(15), Duration.ofMillis(500));

    private static final int SHARDS = 4;

    private final String uri;
    private final Candidate first;
    private final Candidate second;
    private final Candidate console;
    private final AtomicInteger steps = new AtomicInteger();

    EveryAbility(String uri) {
        this.uri = uri;
        this.first = candidate("first", 50);
        this.second = candidate("second", 50);
        this.console = Candidate.on(uri).named("console").start();
    }

    private Candidate candidate(String name, int priority) {
        return Candidate.on(uri)
                .named(name)
                .timing(TIMING)
                .priority(priority)
                .version("2.1")
                .preferNewest()
                .ableToLead(() -> true)
                .grace(Duration.ofSeconds(10))
                .start();
    }

    void run() throws InterruptedException {
        RecordingListener heard = new RecordingListener();
        AtomicInteger hooks = new AtomicInteger();
        Election orders = first.prepare("orders")
                .onAcquire(term -> hooks.incrementAndGet())
                .onLose(term -> hooks.incrementAndGet())
                .stallAfter(Duration.ofMinutes(1))
                .stand();
        orders.subscribe(heard);
        AtomicInteger barriers = new AtomicInteger();
        orders.subscribeBarrier(event -> barriers.incrementAndGet());
        orders.lead(this::work);
        Term term = orders.awaitLeadership(LIMIT).orElseThrow();
        assertThat(orders.requireTerm()).isEqualTo(term);
        assertThat(orders.runIfLeader(current -> steps.incrementAndGet())).isTrue();
        await("the work makes progress", () -> steps.get() > 2);

        transfersMove(orders);
        assertThat(hooks).hasValueGreaterThanOrEqualTo(2);
        assertThat(barriers).hasValueGreaterThanOrEqualTo(2);
        assertThat(heard.all()).noneMatch(ElectionEvent.Lost.class::isInstance);
        preferenceMoves();
        shardsAreShared();
        tasksRepeat();
        peopleSeeWhatHappened();
    }

    private void work(Term term) throws InterruptedException {
        while (term.pause(Duration.ofMillis(50))) {
            steps.incrementAndGet();
            term.progress();
        }
    }

    /** From here, and from a process that does not stand. */
    private void transfersMove(Election orders) throws InterruptedException {
        ElectionView view = console.observe("orders");
        Election seconds = second.stand("orders");
        moveTo("second", view, () -> orders.transferTo(Successor.named("second")));
        assertThat(seconds.awaitLeadership(LIMIT)).isPresent();
        moveTo("first", view, () -> console.requestTransfer("orders", Successor.named("first"), LIMIT));
        await("first is known to lead", () -> orders.isLeader());
        console.requestResign("orders", LIMIT);
        await("second leads again", () -> leads(view, "second"));
        view.close();
    }

    /**
     * Once the successor is able, which it is not for a while after its own term; again if it missed its reservation.
     */
    private void moveTo(String name, ElectionView view, Runnable transfer) {
        await(name + " leads", LIMIT.multipliedBy(2), () -> {
            if (!leads(view, name) && isAble(name)) {
                try {
                    transfer.run();
                } catch (IllegalArgumentException | IllegalStateException notYet) {
                    return false; // the leader does not know it yet, or nobody leads at this moment
                }
            }
            return leads(view, name);
        });
    }

    private boolean isAble(String name) {
        return console.roster("orders", LIMIT).stream()
                .anyMatch(member -> member.isAble() && member.identity().name().equals(name));
    }

    private static boolean leads(ElectionView view, String name) {
        var leader = view.status().leader();
        return leader != null && leader.name().equals(name);
    }

    private void preferenceMoves() throws InterruptedException {
        ElectionView view = console.observe("orders");
        first.reconfigure(settings -> settings.withPriority(10));
        await("the better one leads", LIMIT.multipliedBy(2), () -> leads(view, "first"));
        view.close();
    }

    private void shardsAreShared() {
        Shards mine = first.standForShards("parcels", SHARDS);
        mine.lead((shard, term) -> work(term));
        Shards theirs = second.standForShards("parcels", SHARDS);
        await(
                "two each",
                LIMIT.multipliedBy(2),
                () -> mine.led().size() == 2 && theirs.led().size() == 2);
        theirs.close();
        await("all four", LIMIT.multipliedBy(2), () -> mine.led().size() == SHARDS);
        mine.close();
    }

    private void tasksRepeat() {
        AtomicInteger runs = new AtomicInteger();
        try (Election books = second.stand("books")) {
            books.leadEvery(Duration.ofMillis(50), term -> runs.incrementAndGet());
            await("two runs", () -> runs.get() >= 2);
        }
    }

    private void peopleSeeWhatHappened() {
        await(
                "the roster shows both, the leader first",
                () -> console.roster("orders", LIMIT).stream()
                        .map(RosterMember::identity)
                        .map(who -> who.name())
                        .toList()
                        .equals(List.of("first", "second")));
        await("the history has every change", () -> {
            List<HistoryEntry> history = console.history("orders", LIMIT);
            return history.stream()
                                    .filter(entry -> entry.what() == What.ACQUIRED)
                                    .count()
                            >= 4
                    && history.stream().anyMatch(entry -> entry.cause().equals("resigned as console asked"));
        });
    }

    @Override
    public void close() {
        first.close();
        second.close();
        console.close();
    }
}
