package dev.tenure.store.redis.topology;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Replies;
import dev.tenure.store.redis.connection.ConnectionPools;
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
 * The masters of a Redis Cluster: a slot map that is read from its nodes and corrected by redirections. Thread-safe.
 *
 * <p>A node may have lost its map, or have an old one because it is cut off from most others. A map that leaves slots
 * without a master, or names one that failed recently, is used only if no other node has a better one.
 */
public final class ClusterTopology implements Topology {
    private static final long NO_MASTER = Long.MAX_VALUE;

    /** A map this young is not read again: thousands of calls that fail at one node would all ask the others. */
    private static final Duration FRESH_FOR = Duration.ofMillis(50);

    private final ConnectionPools connections;
    private final List<HostAndPort> seeds;
    private final FailingNodes failing = new FailingNodes();
    private final VoterPoll poll = new VoterPoll(this::vote);
    private final Map<HostAndPort, String> ids = new ConcurrentHashMap<>();
    /** Usually new nodes. They vote too, but CLUSTER SLOTS does not list them. */
    private volatile Set<HostAndPort> withoutSlots = Set.of();

    private SlotMap map = new SlotMap();
    private @Nullable Deadline freshUntil;

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
        return master == null ? NO_MASTER : failing.rank(master);
    }

    @Override
    public synchronized @Nullable HostAndPort knownMasterOf(int slot) {
        return map.master(slot);
    }

    private synchronized boolean isFresh() {
        return freshUntil != null && !freshUntil.hasPassed();
    }

    @Override
    public synchronized void slotMoved(int slot, HostAndPort to) {
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
        refreshMap(
                each -> each.masters().stream().mapToLong(failing::rank).max().orElse(NO_MASTER), deadline);
        synchronized (this) {
            return map.masters();
        }
    }

    @Override
    public boolean hasVoters() {
        return true;
    }

    /**
     * Asks all known nodes, and nodes they name, until there is a majority; the node itself names the id by which the
     * others know it.
     */
    @Override
    public MasterVotes askVoters(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
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

    /** Returns the addresses of nodes that are not among the given ones, neither by address nor by id. */
    private Set<HostAndPort> others(Map<String, HostAndPort> named, Set<HostAndPort> addresses) {
        Set<String> known = addresses.stream().map(this::voterNameOf).collect(Collectors.toSet());
        return named.entrySet().stream()
                .filter(each -> !known.contains(each.getKey()) && !addresses.contains(each.getValue()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toUnmodifiableSet());
    }

    private MasterVote vote(HostAndPort node, Deadline deadline) {
        Object answer = connections.ask(
                node,
                "asking a node for the masters",
                RedisCommand.command(0, Protocol.Command.CLUSTER, "NODES"),
                deadline);
        MasterVote vote = ClusterNodesReply.read(node, Replies.text(answer));
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
            String text = Replies.text(info);
            if (!text.contains("cluster_state:ok")) {
                return List.of(CheckResult.fail(
                        "cluster", master + " reports that the cluster is incomplete", "bring its nodes back"));
            }
        }
        return List.of(
                CheckResult.ok("cluster", all.size() + " masters, and each reports that the cluster is complete"));
    }

    /**
     * Asks one node after the other, each with a share of the time, until a map has rank 0, and takes the best. Failing
     * nodes come last, and only while no other node has a usable map.
     */
    private void refreshMap(ToLongFunction<SlotMap> rank, Deadline deadline) {
        deadline.requireLeft();
        List<SlotMap> maps = new ArrayList<>();
        StoreException last = null;
        List<HostAndPort> asked = knownNodes();
        for (int i = 0; i < asked.size(); i++) {
            HostAndPort reporter = asked.get(i);
            if (failing.contains(reporter) && maps.stream().anyMatch(each -> rank.applyAsLong(each) != NO_MASTER)) {
                break;
            }
            Deadline share =
                    Deadline.after(TimeSource.system(), deadline.remaining().dividedBy(asked.size() - i + 1L));
            try {
                SlotMap read = ask(reporter, share);
                maps.add(read);
                if (rank.applyAsLong(read) == 0) {
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
                        "none of " + asked + " has a slot map: create the cluster, or correct the addresses");
        use(maps.stream()
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

    private SlotMap ask(HostAndPort reporter, Deadline deadline) {
        Object ranges = connections.ask(
                reporter, "reading the slot map", RedisCommand.command(0, Protocol.Command.CLUSTER, "SLOTS"), deadline);
        return SlotMap.read(reporter, (List<?>) ranges);
    }

    @Override
    public void close() {
        poll.close();
    }

    private synchronized void use(SlotMap newMap) {
        map = newMap;
        freshUntil = Deadline.after(TimeSource.system(), FRESH_FOR);
    }
}
