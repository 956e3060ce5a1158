package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.connection.ConnectionOpener;
import dev.tenure.store.redis.connection.ConnectionPools;
import dev.tenure.store.redis.connection.ConnectionSource;
import dev.tenure.store.redis.pubsub.NodeSubscriber;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.redis.topology.Topology;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.JedisClusterCRC16;

/** One node hangs, and calls to other nodes do not wait for it. */
@Isolated("looks at the threads of the whole JVM")
@Tag("server")
@Timeout(60)
class HangingNodeTest {
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final ConnectionSource DIALER = ConnectionSource.own(
            DefaultJedisClientConfig.builder().clientName("test").build());
    private static final HostAndPort GOOD = Servers.single().address();

    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final SilentServer mute = new SilentServer();

    @AfterEach
    void close() {
        mute.close();
        callers.shutdownNow();
    }

    /** Slot 0 is the node that hangs, and slot 1 the other. */
    private class Two implements Topology {
        @Override
        public HostAndPort masterOf(int slot, Deadline deadline) {
            return slot == 0 ? mute.address() : GOOD;
        }

        @Override
        public List<HostAndPort> masters(Deadline deadline) {
            return List.of(mute.address(), GOOD);
        }

        @Override
        public void suspect(HostAndPort node) {
            // There is no other.
        }
    }

    @Test
    void connectAttemptsAreLimitedPerNode() {
        try (ConnectionOpener opener = new ConnectionOpener(DIALER)) {
            List<Future<Connection>> factory = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                factory.add(callers.submit(() -> opener.open(mute.address(), "test", StoreTestSteps.within(LONG))));
            }
            mute.awaitTaken(8);

            opener.open(GOOD, "test", StoreTestSteps.soon()).close();
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE, () -> opener.open(mute.address(), "test", StoreTestSteps.within(LONG)))
                    .withMessageContaining("8 attempts to connect to " + mute.address());
            mute.hangUp();
            factory.forEach(each -> StoreTestSteps.await("it ended", each::isDone));
            callers.execute(() -> opener.open(mute.address(), "test", StoreTestSteps.within(LONG)));
            mute.awaitTaken(1);
        }
    }

    @Test
    void aBatchSucceedsAtOtherNodesWhileManyCallsHang() {
        String key = "counted-" + UUID.randomUUID();
        CallPurpose purpose = new CallPurpose("test", CallPurpose.Type.WRITE);
        List<RedisCommand> calls = List.of(
                RedisCommand.command(0, Protocol.Command.PING), RedisCommand.command(1, Protocol.Command.INCR, key));
        try (CommandRouter router = new CommandRouter(new ConnectionPools(DIALER), new Two());
                Jedis client = Servers.single().client()) {
            for (int i = 1; i <= 40; i++) {
                String made = Integer.toString(i);
                callers.execute(() -> router.send(purpose, calls, StoreTestSteps.within(LONG)));
                StoreTestSteps.await(made + " made", () -> made.equals(client.get(key)));
            }
        }
    }

    /** A node of the cluster sends the call on; that the other part of the batch hangs is nothing to it. */
    @Test
    void redirectedCallsGoOnWhileAnotherNodeHangs() {
        Servers.Cluster cluster = Servers.cluster();
        String key = "moved-" + UUID.randomUUID();
        int slot = JedisClusterCRC16.getSlot(key);
        TestServer master = cluster.masterOf(slot);
        TestServer wrong = cluster.masterOf((slot + 16_384 / 2) % 16_384);
        List<RedisCommand> calls = List.of(
                RedisCommand.command(0, Protocol.Command.PING), RedisCommand.command(1, Protocol.Command.INCR, key));
        Topology topology = new Two() {
            @Override
            public HostAndPort masterOf(int place, Deadline deadline) {
                return place == 0 ? mute.address() : wrong.address();
            }

            @Override
            public void slotMoved(int place, HostAndPort to) {
                // Known here.
            }
        };
        try (CommandRouter router = new CommandRouter(new ConnectionPools(DIALER), topology);
                Jedis client = master.client()) {
            callers.execute(() ->
                    router.send(new CallPurpose("test", CallPurpose.Type.WRITE), calls, StoreTestSteps.within(LONG)));

            StoreTestSteps.await("made where it belongs", () -> "1".equals(client.get(key)));
        }
    }

    @Test
    void knownMastersAreAskedWhileALookUpHangs() {
        String key = "known-" + UUID.randomUUID();
        List<RedisCommand> calls = List.of(
                RedisCommand.command(0, Protocol.Command.PING), RedisCommand.command(1, Protocol.Command.INCR, key));
        try (ConnectionPools connections = new ConnectionPools(DIALER)) {
            Topology topology = new Two() {
                @Override
                public HostAndPort masterOf(int slot, Deadline deadline) {
                    connections.ask(mute.address(), "asking", RedisCommand.command(0, Protocol.Command.PING), deadline);
                    return GOOD;
                }

                @Override
                public @Nullable HostAndPort knownMasterOf(int slot) {
                    return slot == 0 ? null : GOOD;
                }
            };
            try (CommandRouter router = new CommandRouter(connections, topology);
                    Jedis client = Servers.single().client()) {
                callers.execute(() -> router.send(
                        new CallPurpose("test", CallPurpose.Type.WRITE), calls, StoreTestSteps.within(LONG)));

                StoreTestSteps.await("made", () -> "1".equals(client.get(key)));
            }
        }
    }

    @Test
    void aBatchAfterCloseFails() throws InterruptedException {
        CommandRouter router = new CommandRouter(new ConnectionPools(DIALER), new Two());
        router.close();
        CountDownLatch answered = new CountDownLatch(2);
        callers.execute(() -> {
            List<Object> answers = router.send(
                    new CallPurpose("test", CallPurpose.Type.CLAIM),
                    List.of(
                            RedisCommand.command(0, Protocol.Command.PING),
                            RedisCommand.command(1, Protocol.Command.PING)),
                    StoreTestSteps.soon());
            answers.stream()
                    .filter(answer -> answer instanceof StoreException failed
                            && failed.kind() == Kind.UNREACHABLE
                            && String.valueOf(failed.getMessage()).contains("closed"))
                    .forEach(answer -> answered.countDown());
        });

        assertThat(answered.await(30, TimeUnit.SECONDS)).isTrue();
    }

    /** The engine watches and stops to watch on the thread that all its elections need. */
    @Test
    void watchAndCloseDoNotWaitForAHangingNode() {
        try (TestServer node = TestServer.start()) {
            RedisStore store = RedisStore.on("127.0.0.1", node.port()).open();
            Semaphore wakeUps = new Semaphore(0);
            store.watch("first", wakeUps::release);
            StoreTestSteps.await("listening has begun", wakeUps::tryAcquire);
            node.signal("STOP");
            String name = "x".repeat(900);
            Future<?> many = callers.submit(() -> {
                for (int i = 0; i < 10_000; i++) {
                    store.watch(name + i, () -> {});
                }
            });
            StoreTestSteps.await("the socket takes no more", HangingNodeTest::isAnyEarStuck);
            Future<?> end = callers.submit(() -> {
                store.watch("last", () -> {}).close();
                store.close();
            });

            StoreTestSteps.await("closed, though many watched", () -> end.isDone() && many.isDone());
        }
    }

    private static boolean isAnyEarStuck() {
        return Thread.getAllStackTraces().values().stream()
                .map(List::of)
                .anyMatch(stack -> stack.stream()
                                .anyMatch(at -> at.getMethodName().equals("implWrite"))
                        && stack.stream().anyMatch(at -> at.getMethodName().equals("park"))
                        && stack.stream().anyMatch(at -> at.getClassName().equals(NodeSubscriber.class.getName())));
    }
}
