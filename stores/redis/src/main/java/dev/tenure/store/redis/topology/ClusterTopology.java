package dev.tenure.store.redis.topology;

import dev.tenure.store.redis.connection.ConnectionPools;

import dev.tenure.store.redis.command.RedisCommand;

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
public final class ClusterTopology implements Topology {
    private static final long UNSERVED = Long.MAX_VALUE;

    /** A map this new is not drawn again: thousands of calls that fail at one node would all ask the others. */
    private static final Duration FRESH_FOR = Duration.ofMillis(50);

    private final ConnectionPools connections;
    private final List<HostAndPort> seeds;
    private final FailingNodes failing = new FailingNodes();
    private final VoterPoll poll = new VoterPoll(this::vote);
    private final Map<HostAndPort, String> ids = new ConcurrentHashMap<>();
    /** New nodes, as a rule: they decide, too, and CLUSTER SLOTS does not tell of them. */
    private volatile Set<HostAndPort> withoutSlots = Set.of();

    private SlotMap map = new SlotMap();
    private @Nullable Deadline fresh;

    public ClusterTopology(ConnectionPools connections, List<HostAndPort> seeds) {
        this.connections = connections;
        this.seeds = List.copyOf(seeds);
    }

    @Override
    public HostAndPort masterOf(int slot, Deadline deadline) {
        HostAndPort known = knownMasterOf(slot);
        if (known == null && !isFresh()) {
            refreshMap(each -> rank(each.master(slot)), deadline);
            known = knownMasterOf(slot);
        }
        if (known == null) {
            throw new StoreException(
                    Kind.UNREACHABLE, "no node of the cluster serves slot " + slot + ": bring its nodes back");
        }
        return known;
    }

    private long rank(@Nullable HostAndPort master) {
        return master == null ? UNSERVED : failing.rank(master);
    }

    @Override
    public synchronized @Nullable HostAndPort knownMasterOf(int slot) {
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
    public synchronized void suspect(HostAndPort node) {
        failing.add(node);
        if (!isFresh()) {
            map.remove(node);
        }
    }

    @Override
    public List<HostAndPort> masters(Deadline deadline) {
        refreshMap(each -> each.masters().stream().mapToLong(failing::rank).max().orElse(UNSERVED), deadline);
        synchronized (this) {
            return map.masters();
        }
    }

    @Override
    public boolean hasVoters() {
        return true;
    }

    /**
     * Asks all nodes that are known, and those that they tell of until it is decided; the node itself tells by which id
     * the others know it.
     */
    @Override
    public MasterVotes poll(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        Set<HostAndPort> asked = new LinkedHashSet<>(List.of(node));
        asked.addAll(knownNodes());
        Set<HostAndPort> withSlots = Set.copyOf(asked);
        asked.addAll(withoutSlots);
        int known;
        synchronized (this) {
            known = map.nodes().size();
        }
        MasterVotes votes = poll.collect(
                asked,
                new MasterVotes("nodes of the cluster", Math.max(1, known)),
                each -> ids.containsKey(node) && slots.stream().allMatch(slot -> each.electedMaster(slot) != null),
                vote -> others(vote.voters(), asked),
                deadline);
        if (!votes.isEmpty()) {
            withoutSlots = others(votes.voters(), withSlots);
        }
        return votes;
    }

    /** Returns where those nodes are that have none of these addresses, nor are known by one of them. */
    private Set<HostAndPort> others(Map<String, HostAndPort> told, Set<HostAndPort> addresses) {
        Set<String> known = addresses.stream().map(this::voterNameOf).collect(Collectors.toSet());
        return told.entrySet().stream()
                .filter(each -> !known.contains(each.getKey()) && !addresses.contains(each.getValue()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toUnmodifiableSet());
    }

    private MasterVote vote(HostAndPort node, Deadline deadline) {
        Object told = connections.ask(
                node,
                "asking a node who the masters are",
                RedisCommand.command(0, Protocol.Command.CLUSTER, "NODES"),
                deadline);
        MasterVote vote = ClusterNodesReply.read(node, new String((byte[]) told, StandardCharsets.UTF_8));
        ids.put(node, vote.voter());
        return vote;
    }

    @Override
    public String voterNameOf(HostAndPort node) {
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
            Object info = connections.ask(
                    master,
                    "asking a node about the cluster",
                    RedisCommand.command(0, Protocol.Command.CLUSTER, "INFO"),
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
    private void refreshMap(ToLongFunction<SlotMap> rank, Deadline deadline) {
        deadline.requireLeft();
        List<SlotMap> maps = new ArrayList<>();
        StoreException last = null;
        List<HostAndPort> asked = knownNodes();
        for (int i = 0; i < asked.size(); i++) {
            HostAndPort teller = asked.get(i);
            if (failing.contains(teller) && maps.stream().anyMatch(each -> rank.applyAsLong(each) != UNSERVED)) {
                break;
            }
            Deadline share =
                    Deadline.after(TimeSource.system(), deadline.remaining().dividedBy(asked.size() - i + 1L));
            try {
                SlotMap told = ask(teller, share);
                maps.add(told);
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
        collect(maps.stream()
                .filter(each -> !each.nodes().isEmpty())
                .min(Comparator.comparingLong(rank))
                .orElseThrow(() -> why));
    }

    private List<HostAndPort> knownNodes() {
        Set<HostAndPort> all = new LinkedHashSet<>();
        synchronized (this) {
            all.addAll(map.nodes());
        }
        all.addAll(seeds);
        return all.stream().sorted(Comparator.comparingLong(failing::rank)).toList();
    }

    private SlotMap ask(HostAndPort teller, Deadline deadline) {
        Object ranges = connections.ask(
                teller, "reading the map of the cluster", RedisCommand.command(0, Protocol.Command.CLUSTER, "SLOTS"), deadline);
        return SlotMap.read(teller, (List<?>) ranges);
    }

    @Override
    public void close() {
        poll.close();
    }

    private synchronized void collect(SlotMap maps) {
        map = maps;
        fresh = Deadline.after(TimeSource.system(), FRESH_FOR);
    }
}
