package dev.tenure.store.redis.topology;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Replies;
import dev.tenure.store.redis.connection.ConnectionPools;
import dev.tenure.store.redis.connection.NodeConnection;
import dev.tenure.store.redis.topology.MasterVote.ElectedMaster;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/** The master that the sentinels name, asked for at first and after every failure. Thread-safe. */
public final class SentinelTopology implements Topology {
    private static final int LEAST_SENTINELS = 3;
    private static final int ANY_SLOT = 0;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final ConnectionPools connections;
    private final String name;
    private final List<HostAndPort> configured;
    private final FailingNodes failing = new FailingNodes();
    private final VoterPoll poll = new VoterPoll(this::vote);
    /**
     * The largest number of sentinels ever seen: one that lost its memory, and is the only one to answer, must not
     * decide alone.
     */
    private final AtomicInteger largestCount;

    private volatile List<HostAndPort> discovered = List.of();
    private volatile @Nullable HostAndPort master;

    /** Asks these sentinels, over connections of their own, for the master of that name. */
    public SentinelTopology(ConnectionPools connections, List<HostAndPort> sentinels, String name) {
        this.connections = connections;
        this.configured = List.copyOf(sentinels);
        this.largestCount = new AtomicInteger(configured.size());
        this.name = name;
    }

    @Override
    public HostAndPort masterOf(int slot, Deadline deadline) {
        HostAndPort known = master;
        return known != null ? known : find(deadline);
    }

    /**
     * Returns the master that the majority of sentinels names. Without a majority, reads may go to a master that any
     * sentinel names, best one that did not fail recently; claims and renewals do not count there. Half of the time is
     * left for the call to the server.
     */
    private HostAndPort find(Deadline deadline) {
        deadline.requireLeft();
        MasterVotes votes = collectVotes(
                Deadline.after(TimeSource.system(), deadline.remaining().dividedBy(2)));
        ElectedMaster electedMaster = votes.electedMaster(ANY_SLOT);
        HostAndPort best = electedMaster != null
                ? HostAndPort.from(electedMaster.server())
                : votes.countByMaster(ANY_SLOT).keySet().stream()
                        .map(named -> HostAndPort.from(named.server()))
                        .min(Comparator.comparingLong(failing::rank))
                        .orElse(null);
        if (best != null) {
            master = best;
            return best;
        }
        deadline.requireLeft();
        StoreException failed = votes.failure();
        if (failed != null) {
            throw failed;
        }
        throw votes.isEmpty()
                ? new StoreException(Kind.UNREACHABLE, "no sentinel of " + sentinels() + " answered in time")
                : new StoreException(
                        Kind.MISCONFIGURED,
                        "no sentinel of " + sentinels() + " knows a master named '" + name + "': correct the name");
    }

    @Override
    public List<HostAndPort> sentinels() {
        Set<HostAndPort> all = new LinkedHashSet<>(configured);
        all.addAll(discovered);
        return List.copyOf(all);
    }

    @Override
    public boolean hasVoters() {
        return true;
    }

    @Override
    public MasterVotes askVoters(HostAndPort node, Collection<Integer> slots, Deadline deadline) {
        return collectVotes(deadline);
    }

    @Override
    public Connection openToSentinel(HostAndPort sentinel) {
        return connections.open(sentinel, "listening", Deadline.after(TimeSource.system(), CONNECT_TIMEOUT));
    }

    @Override
    public boolean hasMasterChanged(Deadline deadline) {
        HostAndPort before = master;
        ElectedMaster electedMaster = collectVotes(deadline).electedMaster(ANY_SLOT);
        if (electedMaster == null || before == null || before.toString().equals(electedMaster.server())) {
            return false;
        }
        master = HostAndPort.from(electedMaster.server());
        return true;
    }

    /** Asks all known sentinels. If they name more sentinels, and there is no majority yet, asks those too. */
    private MasterVotes collectVotes(Deadline deadline) {
        List<HostAndPort> asked = sentinels();
        MasterVotes votes = collectVotes(asked, deadline);
        if (votes.electedMaster(ANY_SLOT) == null && votes.voterCount() > asked.size() && !deadline.hasPassed()) {
            discover(deadline);
            if (!sentinels().equals(asked)) {
                return collectVotes(sentinels(), deadline);
            }
        }
        return votes;
    }

    private MasterVotes collectVotes(List<HostAndPort> asked, Deadline deadline) {
        MasterVotes empty = new MasterVotes("sentinels", largestCount.get());
        return poll.collect(asked, empty, each -> each.electedMaster(ANY_SLOT) != null, vote -> Set.of(), deadline);
    }

    /**
     * Reads the vote of a sentinel. During a fail-over the first answer names the new master, and the second its epoch.
     */
    private MasterVote vote(HostAndPort sentinel, Deadline deadline) {
        CallPurpose purpose =
                new CallPurpose("asking the sentinel " + sentinel + " for the master", CallPurpose.Type.READ);
        List<Object> answers = connections.run(
                sentinel,
                purpose,
                List.of(call("GET-MASTER-ADDR-BY-NAME", name), call("MASTER", name), call("MYID")),
                deadline);
        Object address = answers.get(0);
        StoreException error = NodeConnection.error(purpose, address);
        if (error != null) {
            throw error;
        }
        String voter = voter(sentinel, answers.get(2));
        if (!(address instanceof List<?> parts) || parts.size() != 2) {
            return new MasterVote(voter, 1, Map.of(), slot -> null);
        }
        Map<String, String> about = pairs(answers.get(1));
        String epoch = about.getOrDefault("config-epoch", "");
        if (epoch.isEmpty()) {
            throw new StoreException(Kind.UNREACHABLE, purpose.action() + " failed: it reported no config-epoch");
        }
        ElectedMaster named = new ElectedMaster(Replies.text(parts.get(0)) + ":" + Replies.text(parts.get(1)), epoch);
        int sentinels = 1 + Integer.parseInt(about.getOrDefault("num-other-sentinels", "0"));
        largestCount.accumulateAndGet(sentinels, Math::max);
        return new MasterVote(voter, sentinels, Map.of(), slot -> named);
    }

    /**
     * Returns the id of a sentinel. Before Redis 6.2 sentinels have no MYID; such a sentinel counts only under a
     * configured address, since it may be reachable under several.
     */
    private String voter(HostAndPort sentinel, Object id) {
        if (id instanceof byte[] answer) {
            return Replies.text(answer);
        }
        if (!configured.contains(sentinel)) {
            throw new StoreException(
                    Kind.UNREACHABLE,
                    "the sentinel " + sentinel + " does not report its id, so it cannot be counted: list it");
        }
        return sentinel.toString();
    }

    /** Asks one sentinel after the other for the rest, until one answers. */
    private void discover(Deadline deadline) {
        for (HostAndPort sentinel : sentinels()) {
            Deadline share =
                    Deadline.after(TimeSource.system(), deadline.remaining().dividedBy(3));
            try {
                Object answer =
                        connections.ask(sentinel, "asking a sentinel for the others", call("SENTINELS", name), share);
                if (answer instanceof List<?> others && !others.isEmpty()) {
                    discovered = others.stream()
                            .map(SentinelTopology::pairs)
                            .map(about -> HostAndPort.from(about.get("ip") + ":" + about.get("port")))
                            .toList();
                    return;
                }
            } catch (StoreException e) {
                // The next sentinel may answer.
            }
        }
    }

    private static RedisCommand call(String... words) {
        return RedisCommand.command(ANY_SLOT, Protocol.Command.SENTINEL, (Object[]) words);
    }

    private static Map<String, String> pairs(Object answer) {
        Map<String, String> pairs = new HashMap<>();
        if (answer instanceof List<?> parts) {
            for (int i = 0; i + 1 < parts.size(); i += 2) {
                pairs.put(Replies.text(parts.get(i)), Replies.text(parts.get(i + 1)));
            }
        }
        return pairs;
    }

    @Override
    public List<HostAndPort> masters(Deadline deadline) {
        return List.of(masterOf(0, deadline));
    }

    @Override
    public void suspect(HostAndPort node) {
        failing.add(node);
        if (node.equals(master)) {
            master = null;
        }
    }

    /** A fail-over needs a majority of the sentinels, and so does every claim. */
    @Override
    public List<CheckResult> diagnose(Deadline deadline) {
        String text = "";
        for (HostAndPort sentinel : configured) {
            try {
                Object answer = connections.ask(
                        sentinel, "asking " + sentinel + " for its quorum", call("CKQUORUM", name), deadline);
                text = answer instanceof byte[] words ? Replies.text(words) : "";
            } catch (StoreException e) {
                return List.of(CheckResult.warn(
                        "sentinels",
                        String.valueOf(e.getMessage()),
                        "bring the sentinels back: without a majority no candidate leads, and nothing fails over"));
            }
        }
        MasterVotes votes = collectVotes(deadline);
        if (votes.electedMaster(ANY_SLOT) == null) {
            return List.of(CheckResult.fail(
                    "sentinels",
                    votes.summary(ANY_SLOT) + ": no candidate can lead",
                    "bring the sentinels back, and list all of them"));
        }
        if (votes.voterCount() > configured.size()) {
            return List.of(CheckResult.warn(
                    "sentinels",
                    configured.size() + " of " + votes.voterCount()
                            + " are listed: if these lose their memory, they may confirm a master by themselves",
                    "list all of them, each by its own address"));
        }
        if (votes.voterCount() < LEAST_SENTINELS) {
            return List.of(CheckResult.warn(
                    "sentinels",
                    "there are only " + votes.voterCount() + ": no candidate can lead while one of them is down",
                    "run three sentinels on three machines"));
        }
        return List.of(CheckResult.ok("sentinels", "all " + configured.size() + " agree: " + text));
    }

    @Override
    public void close() {
        poll.close();
        connections.close();
    }
}
