package dev.tenure.benchmarks;

import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Jedis;

/** Prints how long each call of the store takes on Redis, alone and with a replica that must confirm. */
final class RedisCosts {
    private RedisCosts() {}

    public static void main(String[] arguments) throws Exception {
        try (RedisNode server = new RedisNode()) {
            print("Redis, one server, one machine", server);
        }
        try (RedisNode master = new RedisNode();
                RedisNode replica = new RedisNode("replicaof 127.0.0.1 " + master.port())) {
            awaitInStep(replica);
            print("Redis, a master and its replica, one machine", master);
        }
    }

    private static void print(String title, RedisNode server) throws Exception {
        try (LeaseStore store = Stores.open(server.uri())) {
            Percentiles.printHead(title);
            Rounds.timed(20, 100, number -> open(server.uri())).print("open and first call");
            StoreCosts.print(store);
        }
    }

    private static void awaitInStep(RedisNode replica) {
        try (Jedis client = new Jedis("127.0.0.1", replica.port())) {
            while (!client.info("replication").contains("master_link_status:up")) {
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    private static void open(String uri) {
        try (LeaseStore opened = Stores.open(uri)) {
            opened.inspect("a", StoreCosts.soon());
        }
    }
}
