package dev.tenure.store.redis;

import dev.tenure.store.redis.records.Keys;
import dev.tenure.testkit.StoreTestSteps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClusterFailoverOption;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Redis as one server, behind Sentinel or as a Cluster, with faults of its servers. For chaos runs; not thread-safe.
 */
public abstract class RedisDeployment implements AutoCloseable {
    private static final int REPLICAS = 2;
    private static final int NODE_TIMEOUT_MILLIS = 1_000;

    private final List<TestServer> stopped = new ArrayList<>();
    private final List<TestServer> killed = new ArrayList<>();

    private RedisDeployment() {}

    /** Starts one server that keeps every write on disk. */
    public static RedisDeployment single() {
        return new Single();
    }

    /** Starts a master with two replicas and three sentinels. */
    public static RedisDeployment behindSentinel() {
        return new Sentinel();
    }

    /** Starts a Cluster of three masters with two replicas each; faults hit the shard of the given election. */
    public static RedisDeployment cluster(String election) {
        return new Cluster(new Keys("tenure").slot(election));
    }

    /** Returns the URI of the store. */
    public abstract String uri();

    @Override
    public abstract void close();

    abstract List<TestServer> servers();

    abstract TestServer master();

    /** Returns the ports of all servers. */
    public List<Integer> ports() {
        return servers().stream().map(TestServer::port).toList();
    }

    /** Returns the folder in which the master keeps its data, if it does. */
    public Path data() {
        return master().folder();
    }

    /** Stops the master by SIGSTOP. */
    public void stopMaster() {
        TestServer master = master();
        master.signal("STOP");
        stopped.add(master);
    }

    /** Kills the master by SIGKILL. */
    public void killMaster() {
        TestServer master = master();
        master.kill();
        killed.add(master);
    }

    /** Lets stopped servers go on, and restarts killed ones. */
    public void heal() {
        stopped.forEach(server -> server.signal("CONT"));
        stopped.clear();
        killed.forEach(TestServer::restart);
        killed.clear();
    }

    /** Promotes a replica while the master is well. */
    public abstract void failOver();

    /** Kills the master and promotes a second replica as soon as the first is promoted. */
    public abstract void failOverTwice();

    final void awaitOtherMaster(TestServer old) {
        StoreTestSteps.await("another server is the master", () -> {
            try {
                return master() != old;
            } catch (RuntimeException notYet) {
                return false;
            }
        });
    }

    private static final class Single extends RedisDeployment {
        private final TestServer server = TestServer.start("--appendonly", "yes", "--appendfsync", "always");

        @Override
        public String uri() {
            return server.uri();
        }

        @Override
        List<TestServer> servers() {
            return List.of(server);
        }

        @Override
        TestServer master() {
            return server;
        }

        @Override
        public void failOver() {
            throw new UnsupportedOperationException("one server has no replica");
        }

        @Override
        public void failOverTwice() {
            failOver();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private static final class Sentinel extends RedisDeployment {
        private final Servers.Watched watched = new Servers.Watched(REPLICAS);

        @Override
        public String uri() {
            return watched.uri();
        }

        @Override
        List<TestServer> servers() {
            return Stream.concat(watched.servers.stream(), watched.sentinels.stream())
                    .toList();
        }

        @Override
        TestServer master() {
            return watched.master();
        }

        /** A master that is back before its replica is promoted would be an empty master. */
        @Override
        public void killMaster() {
            TestServer old = master();
            super.killMaster();
            awaitOtherMaster(old);
        }

        @Override
        public void failOver() {
            TestServer old = master();
            StoreTestSteps.await("a replica is promoted", () -> {
                try (Jedis sentinel = watched.sentinels.get(0).client()) {
                    sentinel.sentinelFailover(Servers.Watched.NAME);
                } catch (JedisException busy) {
                    // Asked again.
                }
                return master() != old;
            });
        }

        @Override
        public void failOverTwice() {
            killMaster();
            failOver();
        }

        @Override
        public void close() {
            watched.close();
        }
    }

    private static final class Cluster extends RedisDeployment {
        private final Servers.Cluster cluster = new Servers.Cluster(REPLICAS, NODE_TIMEOUT_MILLIS);
        private final int slot;

        Cluster(int slot) {
            this.slot = slot;
        }

        @Override
        public String uri() {
            return cluster.uri();
        }

        @Override
        List<TestServer> servers() {
            return cluster.nodes;
        }

        @Override
        TestServer master() {
            return cluster.masterOf(slot);
        }

        private List<TestServer> replicas() {
            String id;
            try (Jedis client = master().client()) {
                id = client.clusterMyId();
            }
            return cluster.nodes.stream().filter(node -> follows(node, id)).toList();
        }

        private static boolean follows(TestServer node, String master) {
            try (Jedis client = node.client()) {
                return client.clusterNodes().lines().anyMatch(line -> line.contains("myself,slave " + master));
            } catch (JedisException down) {
                return false;
            }
        }

        /** A master that is back before its replica is promoted would be an empty master. */
        @Override
        public void killMaster() {
            TestServer old = master();
            super.killMaster();
            awaitOtherMaster(old);
        }

        @Override
        public void failOver() {
            TestServer old = master();
            promote(replicas().get(0), ClusterFailoverOption.FORCE);
            awaitOtherMaster(old);
        }

        @Override
        public void failOverTwice() {
            List<TestServer> replicas = replicas();
            killMaster();
            TestServer first = master();
            replicas.stream()
                    .filter(node -> node != first)
                    .findFirst()
                    .ifPresent(second -> promote(second, ClusterFailoverOption.TAKEOVER));
        }

        private static void promote(TestServer replica, ClusterFailoverOption how) {
            try (Jedis client = replica.client()) {
                client.clusterFailover(how);
            }
        }

        @Override
        public void close() {
            cluster.close();
        }
    }
}
