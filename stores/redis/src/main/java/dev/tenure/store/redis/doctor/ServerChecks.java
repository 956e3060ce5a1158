package dev.tenure.store.redis.doctor;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Replies;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.store.redis.records.ReplicaRequirement;
import dev.tenure.store.redis.routing.CommandRouter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/** Checks whether the servers are fit to keep leases. It writes nothing. */
public final class ServerChecks {
    private static final TimeSource TIME = TimeSource.system();
    private static final int PINGS = 20;
    private static final int READINGS = 5;
    private static final Duration CLOCK_WARNING = Duration.ofSeconds(5);
    private static final Duration REPLICA_TIMEOUT = Duration.ofSeconds(1);

    private final CommandRouter router;
    private final ReplicaRequirement requirement;
    private final ElectionsWaitingForReplicas waitingElections;

    public ServerChecks(CommandRouter router, Keys keys, ReplicaRequirement requirement) {
        this.router = router;
        this.requirement = requirement;
        this.waitingElections = new ElectionsWaitingForReplicas(router, keys);
    }

    public List<CheckResult> run(Timing timing, Deadline deadline) {
        List<CheckResult> found = new ArrayList<>(router.topology().diagnose(deadline));
        List<HostAndPort> masters = router.topology().masters(deadline);
        try {
            List<ServerInfo> serverInfo =
                    masters.stream().map(master -> serverInfo(master, deadline)).toList();
            boolean cluster = router.topology().isCluster();
            found.add(worst(serverInfo, each -> each.version(cluster)));
            found.add(worst(serverInfo, ServerInfo::eviction));
            found.add(worst(serverInfo, ServerInfo::persistence));
            found.add(worst(serverInfo, each -> replicas(each, deadline)));
            found.add(worst(serverInfo, each -> replicaClocks(each, timing, deadline)));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISCONFIGURED) {
                throw e;
            }
            found.add(CheckResult.warn(
                    "permissions",
                    String.valueOf(e.getMessage()),
                    "allow this user INFO, or judge the server by hand"));
        }
        found.add(worst(masters, master -> clock(master, deadline)));
        found.add(worst(masters, master -> latency(master, timing, deadline)));
        return found;
    }

    /** Returns the worst result, and the first of equal ones. */
    private static <T> CheckResult worst(List<T> all, Function<T, CheckResult> judge) {
        CheckResult worst = judge.apply(all.get(0));
        for (T each : all.subList(1, all.size())) {
            CheckResult next = judge.apply(each);
            worst = next.level().compareTo(worst.level()) > 0 ? next : worst;
        }
        return worst;
    }

    private ServerInfo serverInfo(HostAndPort master, Deadline deadline) {
        Object text = router.connections()
                .ask(master, "asking a server about itself", RedisCommand.command(0, Protocol.Command.INFO), deadline);
        return ServerInfo.read(master, Replies.text(text));
    }

    /**
     * Checks the replicas. The server itself does not know whether elections still wait for replicas that are gone;
     * their records do.
     */
    private CheckResult replicas(ServerInfo server, Deadline deadline) {
        if (server.seesNoReplica() && requirement.fixed() == null) {
            String name = router.topology().serverName(server.node());
            Optional<String> waiting =
                    waitingElections.find(server.node(), name.isEmpty() ? server.runId() : name, deadline);
            if (waiting.isPresent()) {
                return CheckResult.warn(
                        "replicas",
                        server.node() + " has no replica any more, but " + waiting.get()
                                + ", perhaps among others, waits for one: no candidate can lead there",
                        "bring the replica back, or open the store with replicas=0 once if there are to be none");
            }
        }
        return server.replicas(requirement);
    }

    /** Compares the clocks of master and replicas: a promoted replica judges leases by its own clock. */
    private CheckResult replicaClocks(ServerInfo master, Timing timing, Deadline deadline) {
        long widest = 0;
        int seen = 0;
        for (HostAndPort replica : master.replicaAddresses()) {
            try {
                Deadline soon = Deadline.after(TIME, REPLICA_TIMEOUT);
                long apart = Math.abs(aheadMillis(replica, soon) - aheadMillis(master.node(), deadline));
                widest = Math.max(widest, apart);
                seen++;
            } catch (StoreException e) {
                // Replicas need not be reachable from here.
            }
        }
        if (seen == 0) {
            return CheckResult.ok("replica clocks", "no replica of " + master.node() + " was asked");
        }
        String text = "the clocks of " + master.node() + " and its replicas are up to " + widest + " ms apart";
        String remedy = "let NTP keep the clocks of all servers together";
        if (widest > timing.margin().toMillis()) {
            return CheckResult.fail(
                    "replica clocks",
                    text + ", more than the margin of " + timing.margin().toMillis()
                            + " ms: a candidate that starts just after a fail-over may lead beside the leader",
                    remedy);
        }
        return widest > timing.margin().toMillis() / 2
                ? CheckResult.warn("replica clocks", text, remedy)
                : CheckResult.ok("replica clocks", text);
    }

    private CheckResult clock(HostAndPort master, Deadline deadline) {
        long ahead = aheadMillis(master, deadline);
        String text = "the clock of " + master + " is " + Math.abs(ahead) + " ms " + (ahead < 0 ? "behind" : "ahead of")
                + " the one here";
        return Math.abs(ahead) > CLOCK_WARNING.toMillis()
                ? CheckResult.warn(
                        "clock",
                        text + ": no lease depends on that, but tokens and times look odd",
                        "let NTP correct both")
                : CheckResult.ok("clock", text);
    }

    /** Returns how far a clock is ahead, by the fastest of several readings: a slow one says little. */
    private long aheadMillis(HostAndPort node, Deadline deadline) {
        long ahead = 0;
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < READINGS; i++) {
            long before = TIME.wallMillis();
            List<?> time = (List<?>) router.connections()
                    .ask(node, "reading a clock", RedisCommand.command(0, Protocol.Command.TIME), deadline);
            long after = TIME.wallMillis();
            if (after - before < shortest) {
                shortest = after - before;
                ahead = Replies.number(time.get(0)) * 1_000
                        + Replies.number(time.get(1)) / 1_000
                        - (before + after) / 2;
            }
        }
        return ahead;
    }

    private CheckResult latency(HostAndPort master, Timing timing, Deadline deadline) {
        long[] micros = new long[PINGS];
        for (int i = 0; i < PINGS; i++) {
            long start = TIME.nanos();
            router.connections()
                    .ask(master, "measuring a round trip", RedisCommand.command(0, Protocol.Command.PING), deadline);
            micros[i] = (TIME.nanos() - start) / 1_000;
        }
        Arrays.sort(micros);
        long slowest = micros[PINGS - 1];
        String text = "a round trip to " + master + " takes " + micros[PINGS / 2] + " µs, at most " + slowest
                + " µs of " + PINGS + ", with " + timing.callTimeout().toMillis() + " ms for a call";
        return slowest / 1_000 > timing.callTimeout().toMillis() / 2
                ? CheckResult.warn("latency", text, "raise the ttl, or bring candidates and Redis closer together")
                : CheckResult.ok("latency", text);
    }
}
