package dev.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Shards;
import dev.tenure.Successor;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.testkit.ManualElection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The snippets of docs/leading.md do what the page says, as far as an election under manual control can tell. */
class LeadingTest {
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final Leading leading = new Leading(new Shop());
    private final ManualCandidate node = new ManualCandidate("node-1");

    @Test
    void theWorkGoesOnUntilItsTermEnds() {
        leading.work(node);

        orders().acquire();
        orders().resign("test");

        assertThat(orders().isLeader()).isFalse();
    }

    @Test
    void theBooksAreClosedEveryFiveMinutes() {
        leading.every(node.stand("orders"));

        orders().acquire();
        orders().settle();
        orders().elapse(Duration.ofMinutes(5));
        orders().settle();

        assertThat(done).containsExactly("closed under 1", "closed under 1");
    }

    @Test
    void silenceOfAMinuteCostsTheTerm() {
        Election orders = leading.stall(node);
        orders().acquire();

        orders().elapse(Duration.ofMinutes(1));

        assertThat(orders.isLeader()).isFalse();
    }

    @Test
    void hooksRunAroundTheTerm() {
        leading.hooks(node);

        orders().acquire();
        orders().resign("test");

        assertThat(done).containsExactly("warm", "closed under 1");
    }

    @Test
    void eventsAreHeardAndLeadershipIsHandedOn() {
        Election orders = node.stand("orders");
        leading.observe(node);
        leading.events(orders);

        orders().addCandidate("node-2");
        orders().acquire();
        leading.ask(orders);
        leading.reconfigure(node);
        node.requestTransfer("orders", Successor.named("node-2"));
        orders().leaderIsGone();
        leading.people(node);

        assertThat(done)
                .contains(
                        "closed under 1",
                        "true true term 1 of orders",
                        "subscribed",
                        "node-2 leads",
                        "the record shows no leader",
                        "node-1 is not able")
                .anyMatch(line -> line.contains("node-1 RESIGNED: transferred to node-2 as node-1 asked"));
        assertThat(node.settings().priority()).isEqualTo(50);
    }

    @Test
    void shardsAreLedEachByItself() {
        Shards orders = leading.shards(node);

        node.election("orders/5").acquire();

        assertThat(orders.led()).containsExactly(5);
        orders.close();
    }

    @Test
    void booksAreClosedOncePerWorkingDay() {
        ManualCandidate timed = new ManualCandidate("node-1", Duration.ZERO, Instant.parse("2026-06-05T00:30:00Z"));
        timed.stand("orders");
        ManualElection orders = timed.election("orders");
        leading.at(orders);
        orders.acquire();
        orders.settle();
        orders.elapse(Duration.ofHours(1));
        orders.settle();
        orders.lose("trust ended");
        orders.elapse(Duration.ofDays(3));

        orders.acquire();
        orders.settle();

        assertThat(done).containsExactly("closed 2026-06-05T01:00:00Z under 1", "closed 2026-06-08T01:00:00Z under 2");
        timed.close();
    }

    @Test
    void theNextLeaderGoesOnWhereTheLastOneStopped() {
        node.stand("orders");
        orders().acquire();
        orders().requireTerm().save(new byte[] {0, 0, 0, 41});
        orders().lose("trust ended");
        leading.baton(orders());

        orders().acquire();
        orders().lose("trust ended");
        orders().settle();

        assertThat(orders().acquire().orElseThrow().saved().orElseThrow()).containsExactly(0, 0, 0, 41);
    }

    @Test
    void candidatesOfAllKindsStart() {
        MemoryStore store = new MemoryStore(TimeSource.system());

        List<Candidate> candidates = leading.preference(store);
        Candidate able = leading.able(store);

        assertThat(candidates.get(0).settings().priority()).isEqualTo(10);
        candidates.forEach(Candidate::close);
        able.close();
    }

    private ManualElection orders() {
        return node.election("orders");
    }

    /** An application that does nothing, and says so. */
    private final class Shop implements Leading.Shop {
        @Override
        public void handleNext(long token) throws InterruptedException {
            new CountDownLatch(1).await();
        }

        @Override
        public void closeBooks(long token) {
            done.add("closed under " + token);
        }

        @Override
        public void closeBooks(Instant day, long token) {
            done.add("closed " + day + " under " + token);
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public void warmUp() {
            done.add("warm");
        }

        @Override
        public void say(String line) {
            done.add(line);
        }

        @Override
        public void handle(int shard, long token) throws InterruptedException {
            handleNext(token);
        }
    }
}
