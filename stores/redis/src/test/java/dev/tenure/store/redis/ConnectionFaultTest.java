package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.connection.DeadlineGuard;
import dev.tenure.store.redis.connection.NodeConnection;
import dev.tenure.store.redis.connection.NonReconnectingConnection;
import dev.tenure.testkit.ConnectionFaultContract;
import dev.tenure.testkit.StoreTestSteps;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;

@Tag("server")
@Timeout(60)
class ConnectionFaultTest extends ConnectionFaultContract {
    private final String prefix = "line-" + UUID.randomUUID();

    @Override
    protected InetSocketAddress server() {
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Servers.single().port());
    }

    @Override
    protected LeaseStore open(InetSocketAddress address) {
        return RedisStore.on("127.0.0.1", address.getPort())
                .prefix(prefix)
                .pollOnly()
                .open();
    }

    @Test
    void scriptThatTheServerForgotIsSentAgain() {
        Lease lease = StoreTestSteps.elect(store, "a");
        try (Jedis client = Servers.single().client()) {
            client.scriptFlush();
        }

        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void idleConnectionIsCheckedBeforeUse() {
        try (DeadlineGuard deadlineGuard = new DeadlineGuard()) {
            NodeConnection line = new NodeConnection(Servers.single().address(), wire(), deadlineGuard);
            assertThat(line.isAlive(Duration.ZERO, StoreTestSteps.soon())).isTrue();
            proxy.reset();

            StoreTestSteps.await("the end is noticed", () -> !line.isAlive(Duration.ZERO, StoreTestSteps.soon()));
        }
    }

    @Test
    void connectionOfClosedStoreSendsNothing() {
        DeadlineGuard closed = new DeadlineGuard();
        closed.close();
        NonReconnectingConnection wire = wire();
        NodeConnection line = new NodeConnection(Servers.single().address(), wire, closed);

        StoreTestSteps.assertFails(
                        Kind.UNREACHABLE,
                        () -> line.run(
                                new CallPurpose("claiming", CallPurpose.Type.CLAIM),
                                List.of(RedisCommand.command(0, Protocol.Command.PING)),
                                StoreTestSteps.soon()))
                .withMessageContaining("closed");
        assertThat(line.isUsable()).isFalse();
        assertThat(new NodeConnection(Servers.single().address(), wire(), closed)
                        .isAlive(Duration.ZERO, StoreTestSteps.soon()))
                .isFalse();
    }

    /** A WAIT on another connection than that of the write would speak for nothing. */
    @Test
    void closedConnectionNeverReconnects() {
        NonReconnectingConnection wire = wire();
        DeadlineGuard.abort(wire);

        assertThatThrownBy(() -> wire.sendCommand(new CommandArguments(Protocol.Command.PING)))
                .isInstanceOf(JedisConnectionException.class)
                .hasMessageContaining("closed");
    }

    private NonReconnectingConnection wire() {
        return new NonReconnectingConnection(
                redis.clients.jedis.HostAndPort.from(
                        "127.0.0.1:" + proxy.address().getPort()),
                DefaultJedisClientConfig.builder().serverDefaultProtocol().build());
    }

    /** More than sockets buffer, to a server that reads nothing: no read is ever reached that could time out. */
    @Test
    void batchIntoFullSocketEndsAtItsDeadline() {
        try (TestServer node = TestServer.start();
                RedisStore own = RedisStore.on("127.0.0.1", node.port()).open()) {
            List<RenewalRequest> batch = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                batch.add(StoreTestSteps.extension(StoreTestSteps.elect(own, "x".repeat(900) + i)));
            }
            List<RenewalRequest> huge = new ArrayList<>();
            for (int times = 0; times < 30; times++) {
                huge.addAll(batch);
            }
            node.signal("STOP");
            long start = dev.tenure.spi.TimeSource.system().nanos();

            // On a busy machine the connection may have been idle for so long that it is checked, in vain, before.
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> own.renewAll(huge, StoreTestSteps.within(Duration.ofSeconds(2))))
                    .matches(failure -> failure.kind() != Kind.MISCONFIGURED);
            assertThat(Duration.ofNanos(dev.tenure.spi.TimeSource.system().nanos() - start))
                    .isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void callToHangingServerEndsAtItsDeadline() {
        try (TestServer node = TestServer.start();
                RedisStore own = RedisStore.on("127.0.0.1", node.port()).open()) {
            Lease lease = StoreTestSteps.elect(own, "a");
            node.signal("STOP");
            StoreTestSteps.assertFails(
                    Kind.OUTCOME_UNKNOWN,
                    () -> own.renew(StoreTestSteps.extension(lease), StoreTestSteps.within(SHORT)));
            node.signal("CONT");

            assertThat(StoreTestSteps.held(own.inspect("a", StoreTestSteps.soon()))
                            .isSameTerm(lease))
                    .isTrue();
        }
    }
}
