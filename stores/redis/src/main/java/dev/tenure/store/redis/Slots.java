package dev.tenure.store.redis;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/**
 * The map of a Redis Cluster: which master has which slot, asked of its nodes and corrected as we go. Thread-safe.
 *
 * <p>A node may have lost its map, or, cut off from most others, have an old one. So one that names no master, or one
 * that just failed us, is not believed while another names a better.
 */
final class Slots implements Topology {
    private static final long UNSERVED = Long.MAX_VALUE;

    /** A map this new is not drawn again: thousands of calls that fail at one node would all ask the others. */
    private static final Duration DRAWN_JUST_NOW = Duration.ofMillis(50);

    private final Switchboard switchboard;
    private final List<HostAndPort> seeds;
    private final Suspects suspects = new Suspects();
    private final Poll poll = new Poll(this::vote);
    private final Map<HostAndPort, String> ids = new ConcurrentHashMap<>();
    /** New nodes, as a rule: they decide, too, and CLUSTER SLOTS does not tell of them. */
    private volatile Set<HostAndPort> withoutSlots = Set.of();

    private SlotMap map = new SlotMap();
    private @Nullable Deadline fresh;

    Slots(Switchboard switchboard, List<HostAndPort> seeds) {
        this.switchboard = switchboard;
        this.seeds = List.copyOf(seeds);
    }

    @Override
    public HostAndPort home(int slot, Deadline deadline) {
        HostAndPort known = known(slot);
        if (known == null && !isFresh()) {
            draw(each -> rank(each.master(slot)), deadline);
            known = known(slot);
        }
        if (known == null) {
            throw new StoreException(
                    Kind.UNREACHABLE, "no node of the cluster serves slot " + slot + ": bring its nodes back");
        }
        return known;
    }

    private long rank(@Nullable HostAndPort master) {
        return master == null ? UNSERVED : suspects.rank(master);
    }

    @Override
    public synchronized @Nullable HostAndPort known(int slot) {
        return map.master(slot);
    }

    private synchronized boolean isFresh() {
        return fresh != null && !fresh.hasPassed();
    }

    @Override
    public synchronized void moved(int slot, HostAndPort to) {
        map.put(slot, to);
    }

    @Override
    public synchronized void doubt(HostAndPort node) {
        suspects.add(node);
        if (!isFresh()) {
            map.remove(node);
        }
    }

    @Override
    public List<HostAndPort> masters(Deadline deadline) {
        draw(each -> each.masters().stream().mapToLong(suspects::rank).max().orElse(UNSERVED), deadline);
        synchronized (this) {
            return map.masters();
        }
    }

    @Override
    public boolean isVotedOn() {
        return true;
    }

    /**
     * Asks all nodes that are known, and those that they tell of until it is decided; the node itself tells by which id
     * the others know it.
     */
    @Override
    public Tally poll(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        Set<HostAndPort> asked = new LinkedHashSet<>(List.of(node));
        asked.addAll(tellers());
        Set<HostAndPort> withSlots = Set.copyOf(asked);
        asked.addAll(withoutSlots);
        int known;
        synchronized (this) {
            known = map.nodes().size();
        }
        Tally tally = poll.take(
                asked,
                new Tally("nodes of the cluster", Math.max(1, known)),
                each -> ids.containsKey(node) && slots.stream().allMatch(slot -> each.winner(slot) != null),
                vote -> others(vote.voters(), asked),
                deadline);
        if (!tally.isEmpty()) {
            withoutSlots = others(tally.voters(), withSlots);
        }
        return tally;
    }

    /** Returns where those nodes are that have none of these addresses, nor are known by one of them. */
    private Set<HostAndPort> others(Map<String, HostAndPort> told, Set<HostAndPort> addresses) {
        Set<String> known = addresses.stream().map(this::calledByVoters).collect(Collectors.toSet());
        return told.entrySet().stream()
                .filter(each -> !known.contains(each.getKey()) && !addresses.contains(each.getValue()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Vote vote(HostAndPort node, Deadline deadline) {
        Object told = switchboard.ask(
                node,
                "asking a node who the masters are",
                Call.command(0, Protocol.Command.CLUSTER, "NODES"),
                deadline);
        Vote vote = ClusterVote.read(node, new String((byte[]) told, StandardCharsets.UTF_8));
        ids.put(node, vote.voter());
        return vote;
    }

    @Override
    public String calledByVoters(HostAndPort node) {
        return ids.getOrDefault(node, "");
    }

    @Override
    public boolean isCluster() {
        return true;
    }

    @Override
    public List<CheckResult> diagnose(Deadline deadline) {
        List<HostAndPort> all = masters(deadline);
        for (HostAndPort master : all) {
            Object info = switchboard.ask(
                    master,
                    "asking a node about the cluster",
                    Call.command(0, Protocol.Command.CLUSTER, "INFO"),
                    deadline);
            String text = new String((byte[]) info, StandardCharsets.UTF_8);
            if (!text.contains("cluster_state:ok")) {
                return List.of(CheckResult.fail(
                        "cluster", master + " says that the cluster is not whole", "bring its nodes back"));
            }
        }
        return List.of(CheckResult.ok("cluster", all.size() + " masters, and each says that the cluster is whole"));
    }

    /**
     * Asks the nodes in turn, each with a share of the time, until one has a map that is ranked 0, and takes the best.
     * Suspects come last, and are only waited for while nobody else has a map that helps.
     */
    private void draw(ToLongFunction<SlotMap> rank, Deadline deadline) {
        deadline.requireLeft();
        List<SlotMap> drawn = new ArrayList<>();
        StoreException last = null;
        List<HostAndPort> asked = tellers();
        for (int i = 0; i < asked.size(); i++) {
            HostAndPort teller = asked.get(i);
            if (suspects.contains(teller) && drawn.stream().anyMatch(each -> rank.applyAsLong(each) != UNSERVED)) {
                break;
            }
            Deadline share =
                    Deadline.after(TimeSource.system(), deadline.remaining().dividedBy(asked.size() - i + 1L));
            try {
                SlotMap told = ask(teller, share);
                drawn.add(told);
                if (rank.applyAsLong(told) == 0) {
                    break;
                }
            } catch (StoreException e) {
                last = e;
            }
        }
        StoreException why = last != null
                ? last
                : new StoreException(
                        Kind.UNREACHABLE,
                        "none of " + asked
                                + " knows who serves the slots: create the cluster, or correct the addresses");
        take(drawn.stream()
                .filter(each -> !each.nodes().isEmpty())
                .min(Comparator.comparingLong(rank))
                .orElseThrow(() -> why));
    }

    private List<HostAndPort> tellers() {
        Set<HostAndPort> all = new LinkedHashSet<>();
        synchronized (this) {
            all.addAll(map.nodes());
        }
        all.addAll(seeds);
        return all.stream().sorted(Comparator.comparingLong(suspects::rank)).toList();
    }

    private SlotMap ask(HostAndPort teller, Deadline deadline) {
        Object ranges = switchboard.ask(
                teller, "reading the map of the cluster", Call.command(0, Protocol.Command.CLUSTER, "SLOTS"), deadline);
        return SlotMap.read(teller, (List<?>) ranges);
    }

    @Override
    public void close() {
        poll.close();
    }

    private synchronized void take(SlotMap drawn) {
        map = drawn;
        fresh = Deadline.after(TimeSource.system(), DRAWN_JUST_NOW);
    }
}
