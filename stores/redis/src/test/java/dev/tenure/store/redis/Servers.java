package dev.tenure.store.redis;

import dev.tenure.testkit.StoreTestSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisException;

/** The servers of the tests, each kind started once when it is first needed. */
final class Servers {
    private Servers() {}

    /** The one server that most tests share, each under its own prefix. */
    static TestServer single() {
        return Single.NODE;
    }

    static Cluster cluster() {
        return Clustered.CLUSTER;
    }

    static Watched watched() {
        return Guarded.SERVERS;
    }

    private static final class Single {
        static final TestServer NODE = TestServer.start();
    }

    private static final class Clustered {
        static final Cluster CLUSTER = new Cluster();
    }

    private static final class Guarded {
        static final Watched SERVERS = new Watched(1);
    }

    /** A Redis Cluster of three masters with one replica each, or more. */
    static final class Cluster implements AutoCloseable {
        private static final int MASTERS = 3;
        private static final int SLOTS = 16_384;

        /** In an answer to CLUSTER SLOTS, after the first slot, the last slot and the master. */
        private static final int FIRST_REPLICA = 3;

        final List<TestServer> nodes = new ArrayList<>();

        Cluster() {
            this(1, 1_000);
        }

        Cluster(int replicas, int nodeTimeoutMillis) {
            int all = (1 + replicas) * MASTERS;
            for (int i = 0; i < all; i++) {
                start(nodeTimeoutMillis);
            }
            for (int i = 0; i < MASTERS; i++) {
                try (Jedis master = nodes.get(i).client()) {
                    master.clusterAddSlotsRange(i * SLOTS / MASTERS, (i + 1) * SLOTS / MASTERS - 1);
                }
            }
            meet();
            for (int i = MASTERS; i < all; i++) {
                replicate(nodes.get(i), nodes.get(i % MASTERS));
            }
            nodes.forEach(node ->
                    StoreTestSteps.await("the cluster is whole", () -> node.says("cluster", "cluster_state:ok")));
            nodes.subList(MASTERS, all)
                    .forEach(node ->
                            StoreTestSteps.await("in step", () -> node.says("replication", "master_link_status:up")));
            nodes.forEach(node ->
                    StoreTestSteps.await("all know the replicas", () -> replicasKnownTo(node) == all - MASTERS));
        }

        /** Counts as clients do, to whom a replica is shown once it has received something. */
        private static int replicasKnownTo(TestServer node) {
            try (Jedis client = node.client()) {
                return ((List<?>) client.sendCommand(Protocol.Command.CLUSTER, "SLOTS"))
                        .stream()
                                .mapToInt(range -> ((List<?>) range).size() - FIRST_REPLICA)
                                .sum();
            }
        }

        private void start(int nodeTimeoutMillis) {
            TestServer started = TestServer.start(
                    "--cluster-enabled",
                    "yes",
                    "--cluster-node-timeout",
                    String.valueOf(nodeTimeoutMillis),
                    "--cluster-replica-validity-factor",
                    "0");
            nodes.add(started);
            // Otherwise they agree on different epochs later, in the middle of a test.
            try (Jedis node = started.client()) {
                node.sendCommand(Protocol.Command.CLUSTER, "SET-CONFIG-EPOCH", String.valueOf(nodes.size()));
            }
        }

        private void meet() {
            try (Jedis first = nodes.get(0).client()) {
                nodes.forEach(node -> first.clusterMeet("127.0.0.1", node.port()));
            }
            String all = "cluster_known_nodes:" + nodes.size();
            nodes.forEach(node -> StoreTestSteps.await("all have met", () -> node.says("cluster", all)));
        }

        /** Adds masters without slots, as many as the cluster was made with. */
        void addEmptyMasters() {
            for (int i = 0; i < MASTERS; i++) {
                start(1_000);
            }
            meet();
        }

        private static void replicate(TestServer replica, TestServer master) {
            String id;
            try (Jedis client = master.client()) {
                id = client.clusterMyId();
            }
            StoreTestSteps.await("the master is known", () -> {
                try (Jedis client = replica.client()) {
                    return client.clusterNodes().contains(id);
                }
            });
            try (Jedis client = replica.client()) {
                client.clusterReplicate(id);
            }
        }

        /** Returns the master that serves the slot, as it says itself. */
        TestServer masterOf(int slot) {
            return nodes.stream()
                    .filter(node -> node.says("replication", "role:master") && serves(node, slot))
                    .findFirst()
                    .orElseThrow();
        }

        private static boolean serves(TestServer node, int slot) {
            return sees(node, slot, "myself,master");
        }

        /** Tells whether one node has heard that another serves the slot. */
        static boolean seesAt(TestServer node, int slot, TestServer other) {
            return sees(node, slot, "127.0.0.1:" + other.port() + "@");
        }

        private static boolean sees(TestServer node, int slot, String server) {
            try (Jedis client = node.client()) {
                return client.clusterNodes()
                        .lines()
                        .filter(line -> line.contains(server))
                        .flatMap(line -> Stream.of(line.split(" ", -1)).skip(8))
                        .filter(range -> range.matches("\\d+(-\\d+)?"))
                        .anyMatch(range -> Integer.parseInt(range.replaceFirst("-.*", "")) <= slot
                                && slot <= Integer.parseInt(range.replaceFirst(".*-", "")));
            } catch (JedisException e) {
                return false;
            }
        }

        List<HostAndPort> addresses() {
            return nodes.stream().map(TestServer::address).toList();
        }

        String uri() {
            return "redis-cluster://"
                    + addresses().stream().map(HostAndPort::toString).collect(Collectors.joining(","));
        }

        @Override
        public void close() {
            nodes.forEach(TestServer::close);
        }
    }

    /** A master with replicas, watched by three sentinels. */
    static final class Watched implements AutoCloseable {
        static final String NAME = "elections";

        final TestServer first;
        final List<TestServer> servers = new ArrayList<>();
        final List<TestServer> sentinels = new ArrayList<>();

        Watched(int replicas) {
            this(replicas, "");
        }

        Watched(int replicas, String settingsOfSentinels) {
            first = TestServer.start();
            servers.add(first);
            for (int i = 0; i < replicas; i++) {
                servers.add(TestServer.start("--replicaof", "127.0.0.1 " + first.port()));
            }
            servers.subList(1, servers.size())
                    .forEach(node ->
                            StoreTestSteps.await("in step", () -> node.says("replication", "master_link_status:up")));
            for (int i = 0; i < 3; i++) {
                sentinels.add(TestServer.sentinel("sentinel monitor " + NAME + " 127.0.0.1 " + first.port() + " 2\n"
                        + "sentinel down-after-milliseconds " + NAME + " 1000\n"
                        + "sentinel failover-timeout " + NAME + " 5000\n"
                        + settingsOfSentinels));
            }
            sentinels.forEach(sentinel -> StoreTestSteps.await(
                    "the sentinels know each other and the replicas",
                    () -> sentinel.says("sentinel", "slaves=" + replicas + ",sentinels=3")));
        }

        List<HostAndPort> addresses() {
            return sentinels.stream().map(TestServer::address).toList();
        }

        String uri() {
            return "redis-sentinel://"
                    + addresses().stream().map(HostAndPort::toString).collect(Collectors.joining(",")) + "/" + NAME;
        }

        /** Returns the port of the master as the sentinels have it. */
        int masterPort() {
            try (Jedis client = sentinels.get(0).client()) {
                return Integer.parseInt(client.sentinelGetMasterAddrByName(NAME).get(1));
            }
        }

        /** Tells whether every sentinel has this server for the master. */
        boolean allName(TestServer server) {
            return sentinels.stream().allMatch(sentinel -> {
                try (Jedis client = sentinel.client()) {
                    return client.sentinelGetMasterAddrByName(NAME).get(1).equals(String.valueOf(server.port()));
                }
            });
        }

        /**
         * Lets the sentinels make the one replica they can the master; they refuse while they are busy with another.
         * Once the sentinel that is asked names it, it is asked no more: it would move on to another.
         */
        void promote(TestServer next) {
            StoreTestSteps.await("made the master", () -> {
                try (Jedis client = sentinels.get(0).client()) {
                    if (masterPort() != next.port()) {
                        client.sentinelFailover(NAME);
                    }
                } catch (JedisException busy) {
                    // Asked again.
                }
                return allName(next);
            });
        }

        TestServer master() {
            int port = masterPort();
            return servers.stream()
                    .filter(server -> server.port() == port)
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public void close() {
            sentinels.forEach(TestServer::close);
            servers.forEach(TestServer::close);
        }
    }
}
