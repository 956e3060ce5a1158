package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.connection.ConnectionPools;
import dev.tenure.store.redis.connection.ConnectionSource;
import dev.tenure.testkit.ManualTime;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

/** Connections to servers that are no longer called, because they were replaced. */
@Tag("server")
class IdleConnectionsTest {
    private static final HostAndPort IN_USE = Servers.single().address();
    private static final RedisCommand PING = RedisCommand.command(0, Protocol.Command.PING);

    private final ManualTime time = new ManualTime();
    private final ConnectionPools pools = new ConnectionPools(
            ConnectionSource.own(
                    DefaultJedisClientConfig.builder().clientName("idle-test").build()),
            time);

    @Test
    void connectionsToAServerThatIsNotCalledAreClosedAndOthersStay() {
        try (TestServer replaced = TestServer.start();
                Jedis there = new Jedis("127.0.0.1", replaced.port());
                pools) {
            pools.ask(replaced.address(), "asking", PING, StoreTestSteps.soon());
            assertThat(isConnected(there)).isTrue();

            time.advance(Duration.ofMinutes(1));
            pools.ask(IN_USE, "asking", PING, StoreTestSteps.soon());
            assertThat(isConnected(there)).isTrue();

            time.advance(Duration.ofMinutes(1));
            pools.ask(IN_USE, "asking", PING, StoreTestSteps.soon());
            StoreTestSteps.await("its connection is closed", () -> !isConnected(there));

            assertThat(pools.ask(replaced.address(), "asking", PING, StoreTestSteps.soon()))
                    .isNotNull();
            assertThat(isConnected(there)).isTrue();
        }
    }

    @Test
    void aCallThatIsUnderWayGoesOn() throws Exception {
        try (TestServer slow = TestServer.start();
                Jedis there = new Jedis("127.0.0.1", slow.port());
                pools) {
            FutureTask<List<Object>> call = new FutureTask<>(() -> pools.run(
                    slow.address(),
                    new CallPurpose("waiting", CallPurpose.Type.READ),
                    List.of(RedisCommand.command(0, Protocol.Command.BLPOP, "queue", "0")),
                    StoreTestSteps.soon()));
            new Thread(call, "call").start();
            StoreTestSteps.await("it waits", () -> there.clientList().contains("cmd=blpop"));

            time.advance(Duration.ofMinutes(2));
            pools.ask(IN_USE, "asking", PING, StoreTestSteps.soon());
            there.lpush("queue", "answer");

            assertThat(call.get()).singleElement().isInstanceOf(List.class);
            StoreTestSteps.await("its connection is closed afterwards", () -> !isConnected(there));
        }
    }

    private static boolean isConnected(Jedis server) {
        return server.clientList().contains("name=idle-test");
    }
}
