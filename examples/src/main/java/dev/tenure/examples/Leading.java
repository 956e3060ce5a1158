package dev.tenure.examples;

import dev.tenure.Candidate;
import dev.tenure.CatchUp;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.RosterMember;
import dev.tenure.Schedule;
import dev.tenure.Shards;
import dev.tenure.Status;
import dev.tenure.Subscription;
import dev.tenure.Successor;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/** What an application can do around its leadership, one feature a method: the snippets of docs/leading.md. */
final class Leading {
    private final Shop shop;

    /** What the snippets need of an application. */
    interface Shop {
        void handleNext(long token) throws InterruptedException;

        void closeBooks(long token);

        void closeBooks(Instant day, long token);

        boolean isConnected();

        void warmUp();

        void say(String line);

        void handle(int shard, long token) throws InterruptedException;
    }

    Leading(Shop shop) {
        this.shop = shop;
    }

    void work(Candidate node) {
        // snippet: work
        Election orders = node.stand("orders");
        orders.lead(term -> {
            while (!term.isEnding()) { // asked to finish, or over
                shop.handleNext(term.token());
            }
        });
        // end
    }

    void every(Election orders) {
        // snippet: every
        orders.leadEvery(Duration.ofMinutes(5), term -> shop.closeBooks(term.token()));
        // end
    }

    void at(Election orders) {
        // snippet: at
        Schedule nightly = Schedule.cron("0 3 * * MON-FRI", ZoneId.of("Europe/Berlin"));
        orders.leadAt(nightly, CatchUp.ALL, (term, slot) -> shop.closeBooks(slot, term.token()));
        // end
    }

    void baton(Election orders) {
        // snippet: baton
        orders.lead(term -> {
            // where the last leader stopped, whatever happened to it
            int next = term.saved().map(Leading::number).orElse(0);
            while (!term.isEnding()) {
                shop.handle(next, term.token());
                next++;
                term.save(bytes(next)); // up to 4 KiB
            }
        });
        // end
    }

    private static byte[] bytes(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static int number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt();
    }

    Election stall(Candidate node) {
        // snippet: stall
        Election orders =
                node.prepare("orders").stallAfter(Duration.ofMinutes(1)).stand();
        orders.lead(term -> {
            while (!term.isEnding()) {
                shop.handleNext(term.token());
                term.progress();
            }
        });
        // end
        return orders;
    }

    Candidate able(LeaseStore store) {
        // snippet: able
        Candidate node = Candidate.on(store).ableToLead(shop::isConnected).start();
        // end
        return node;
    }

    Election hooks(Candidate node) {
        // snippet: hooks
        Election orders = node.prepare("orders")
                .onAcquire(term -> shop.warmUp()) // if it throws, this candidate does not lead
                .onLose(term -> shop.closeBooks(term.token()))
                .stand();
        // end
        return orders;
    }

    void events(Election orders) {
        // snippet: events
        Subscription log = orders.subscribe(event -> shop.say(event.cause()));
        Subscription barrier = orders.subscribeBarrier(event -> {
            if (event instanceof ElectionEvent.Resigned resigned) {
                shop.closeBooks(resigned.token()); // the lease is released when this has returned
            }
        });
        // end
        log.close();
        barrier.close();
    }

    List<Candidate> preference(LeaseStore store) {
        // snippet: preference
        Candidate preferred =
                Candidate.on(store).named("big-machine").priority(10).start();
        Candidate restarted = Candidate.on(store).version("2.1").preferNewest().start();
        // end
        return List.of(preferred, restarted);
    }

    void handOver(Election orders) {
        // snippet: handover
        orders.resign(); // another one leads next, if there is one
        orders.transferTo(Successor.named("node-2")); // or: this one does
        // end
    }

    void requests(Candidate console) {
        // snippet: requests
        console.requestResign("orders"); // from any process that can reach the store
        console.requestTransfer("orders", Successor.named("node-2"));
        // end
    }

    void observe(Candidate console) {
        // snippet: observe
        ElectionView orders = console.observe("orders");
        orders.subscribe(event -> {
            if (event instanceof ElectionEvent.LeaderChanged changed) {
                shop.say(changed.cause());
            }
        });
        Status status = orders.status(); // who leads, since when, with which token
        // end
        shop.say(status.election());
    }

    void people(Candidate console) {
        // snippet: people
        for (RosterMember member : console.roster("orders")) {
            shop.say(
                    member.identity().name() + (member.isLeading() ? " leads" : member.isAble() ? "" : " is not able"));
        }
        for (HistoryEntry entry : console.history("orders")) {
            shop.say(entry.at() + " " + entry.who().name() + " " + entry.what() + ": " + entry.cause());
        }
        // end
    }

    Shards shards(Candidate node) {
        // snippet: shards
        Shards orders = node.standForShards("orders", 64);
        orders.lead((shard, term) -> {
            while (!term.isEnding()) {
                shop.handle(shard, term.token());
            }
        });
        Set<Integer> mine = orders.led();
        // end
        shop.say(mine.toString());
        return orders;
    }

    void reconfigure(Candidate node) {
        // snippet: reconfigure
        node.reconfigure(settings -> settings.withTiming(Timing.stable()).withPriority(50));
        // end
    }

    void ask(Election orders) {
        // snippet: ask
        boolean leads = orders.isLeader(); // true only if the lease is ours at this very moment
        Term term = orders.requireTerm(); // or throws NotLeaderException
        boolean ran = orders.runIfLeader(current -> shop.closeBooks(current.token())); // on this thread
        // end
        shop.say(leads + " " + ran + " " + term);
    }
}
