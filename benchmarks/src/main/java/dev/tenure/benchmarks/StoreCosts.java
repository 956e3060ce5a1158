package dev.tenure.benchmarks;

import dev.tenure.Identity;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prints how long each call of a store takes, whichever it is. */
final class StoreCosts {
    private static final Duration TTL = Duration.ofHours(1);
    private static final Identity ALICE = Identity.ofInstance("instance-1").withName("alice");
    private static final int WARM_UP = 200;
    private static final int ROUNDS = 1_000;
    private static final int LEASES = 1_000;
    private static final int ROSTERS = 500;

    private final LeaseStore store;
    private long attempts;

    private StoreCosts(LeaseStore store) {
        this.store = store;
    }

    /** Measures every call, on records that are there afterwards. */
    static void print(LeaseStore store) throws Exception {
        new StoreCosts(store).calls();
    }

    /** Returns a deadline that is far enough away for anything. */
    static Deadline soon() {
        return Deadline.after(TimeSource.system(), Duration.ofSeconds(30));
    }

    private void calls() throws Exception {
        Rounds.timed(WARM_UP, ROUNDS, number -> claim("claimed-" + number)).print("claim, of an empty seat");
        Rounds.timed(WARM_UP, ROUNDS, number -> store.inspect("claimed-" + number, soon()))
                .print("look");
        Rounds.timed(WARM_UP, ROUNDS, number -> store.claim(ballot("claimed-" + number), soon()))
                .print("claim, refused");
        List<Lease> one = new ArrayList<>(List.of(claim("renewed")));
        Rounds.timed(WARM_UP, ROUNDS, number -> one.set(0, renewed(store.renew(extension(one.get(0)), soon()))))
                .print("renew");
        Rounds.of(WARM_UP, ROUNDS, number -> {
                    Lease lease = claim("released-" + number);
                    long start = System.nanoTime();
                    store.release(lease, Handover.toAnyone(), soon());
                    return System.nanoTime() - start;
                })
                .print("release");
        batches();
    }

    private void batches() throws Exception {
        List<Lease> many = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int number = 0; number < LEASES; number++) {
            many.add(claim("many-" + number));
            names.add("many-" + number);
        }
        Rounds.of(5, 50, number -> {
                    List<RenewalRequest> all =
                            many.stream().map(this::extension).toList();
                    long start = System.nanoTime();
                    List<Optional<Renewal>> renewed = store.renewAll(all, soon());
                    long took = System.nanoTime() - start;
                    for (int each = 0; each < all.size(); each++) {
                        many.set(each, renewed(renewed.get(each).orElseThrow()));
                    }
                    return took;
                })
                .print("renew " + LEASES + " together");
        Rounds.timed(WARM_UP, ROUNDS, number -> store.roster().attend(entries(1, number), soon()))
                .print("attend 1 roster");
        Rounds.timed(5, 50, number -> store.roster().attend(entries(ROSTERS, number), soon()))
                .print("attend " + ROSTERS + " rosters");
        Rounds.timed(WARM_UP, ROUNDS, number -> store.requests().pending(names.subList(0, ROSTERS), soon()))
                .print("requests of " + ROSTERS + " elections");
    }

    private static Map<String, RosterEntry> entries(int rosters, int heartbeat) {
        Map<String, RosterEntry> entries = new HashMap<>();
        for (int roster = 0; roster < rosters; roster++) {
            RosterEntry.Heartbeat mark = new RosterEntry.Heartbeat(heartbeat, wall(), TTL);
            entries.put("many-" + roster, new RosterEntry(ALICE, 5, "", true, 0, mark));
        }
        return entries;
    }

    private Lease claim(String election) {
        if (store.claim(ballot(election), soon()) instanceof Answer.Granted granted) {
            return granted.lease();
        }
        throw new IllegalStateException("the claim to " + election + " was refused");
    }

    private static Lease renewed(Renewal renewal) {
        if (renewal instanceof Renewal.Renewed renewed) {
            return renewed.lease();
        }
        throw new IllegalStateException("a renewal was refused: " + renewal);
    }

    private Ballot ballot(String election) {
        return new Ballot(election, ALICE, TTL, new WriteStamp(0, ++attempts, wall()), ClaimCondition.unseen());
    }

    private RenewalRequest extension(Lease held) {
        return new RenewalRequest(held, held.renewed(held.ttl(), held.stamp().next(++attempts, wall())));
    }

    private static Instant wall() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }
}
