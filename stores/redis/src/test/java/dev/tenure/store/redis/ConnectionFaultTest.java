package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.connection.DeadlineGuard;
import dev.tenure.store.redis.connection.NodeConnection;
import dev.tenure.store.redis.connection.NonReconnectingConnection;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** What a caller may conclude when the connection fails. */
@Tag("server")
@Timeout(60)
class ConnectionFaultTest {
    private static final Duration SHORT = Duration.ofMillis(400);

    private final String prefix = "line-" + UUID.randomUUID();
    private final TcpFaultProxy proxy = new TcpFaultProxy(new InetSocketAddress(
            InetAddress.getLoopbackAddress(), Servers.single().port()));
    private final RedisStore store = RedisStore.on("127.0.0.1", proxy.address().getPort())
            .prefix(prefix)
            .pollOnly()
            .open();
    private final RedisStore direct =
            RedisStore.on("127.0.0.1", Servers.single().port()).prefix(prefix).open();

    @AfterEach
    void close() {
        store.close();
        direct.close();
        proxy.close();
    }

    @Test
    void aClaimWithALostAnswerIsFoundByItsAttempt() {
        store.inspect("a", StoreTestSteps.soon());
        Ballot ballot = StoreTestSteps.ballot("a");
        proxy.loseAnswers();

        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, StoreTestSteps.within(SHORT)));
        proxy.pass();

        Lease found = StoreTestSteps.held(store.inspect("a", StoreTestSteps.soon()));
        assertThat(found.stamp().attempt()).isEqualTo(ballot.stamp().attempt());
        assertThat(found.holder()).isEqualTo(ballot.candidate());
    }

    @Test
    void aRenewalThatNeverArrivesHasAnUnknownOutcome() {
        Lease lease = StoreTestSteps.elect(store, "a");
        proxy.blackHole();

        StoreTestSteps.assertFails(
                Kind.OUTCOME_UNKNOWN, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.within(SHORT)));
        assertThat(StoreTestSteps.held(direct.inspect("a", StoreTestSteps.soon())))
                .isEqualTo(lease);
    }

    @Test
    void anUnreachableServerIsUsedOnceItIsBack() {
        proxy.refuse();
        StoreTestSteps.assertFails(
                Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()));
        proxy.blackHole();
        StoreTestSteps.assertFails(
                Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.within(SHORT)));
        proxy.pass();

        assertThat(direct.inspect("a", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
        StoreTestSteps.elect(store, "a");
    }

    @Test
    void aConnectionResetDuringACallIsReplaced() {
        Lease lease = StoreTestSteps.elect(store, "a");
        proxy.reset();

        StoreTestSteps.assertFails(
                Kind.OUTCOME_UNKNOWN, () -> store.release(lease, Handover.toAnyone(), StoreTestSteps.soon()));
        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void aReadWithALostAnswerLeavesNothingUnknown() {
        store.inspect("a", StoreTestSteps.soon());
        proxy.loseAnswers();

        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", StoreTestSteps.within(SHORT)));
    }

    @Test
    void aScriptThatTheServerForgotIsSentAgain() {
        Lease lease = StoreTestSteps.elect(store, "a");
        try (Jedis client = Servers.single().client()) {
            client.scriptFlush();
        }

        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void anIdleConnectionIsCheckedBeforeACallIsSent() {
        try (DeadlineGuard deadlineGuard = new DeadlineGuard()) {
            NodeConnection line = new NodeConnection(Servers.single().address(), wire(), deadlineGuard);
            assertThat(line.isAlive(Duration.ZERO, StoreTestSteps.soon())).isTrue();
            proxy.reset();

            StoreTestSteps.await("the end is noticed", () -> !line.isAlive(Duration.ZERO, StoreTestSteps.soon()));
        }
    }

    @Test
    void aConnectionOfAClosedStoreSendsNothing() {
        DeadlineGuard closed = new DeadlineGuard();
        closed.close();
        NonReconnectingConnection wire = wire();
        NodeConnection line = new NodeConnection(Servers.single().address(), wire, closed);

        StoreTestSteps.assertFails(
                        Kind.UNREACHABLE,
                        () -> line.run(
                                new CallPurpose("claiming", CallPurpose.Type.LEASE_WRITE),
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
    void aClosedConnectionNeverReconnects() {
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
    void aBatchIntoAFullSocketEndsByItsDeadline() {
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

            StoreTestSteps.assertFails(
                    Kind.OUTCOME_UNKNOWN, () -> own.renewAll(huge, StoreTestSteps.within(Duration.ofSeconds(2))));
            assertThat(Duration.ofNanos(dev.tenure.spi.TimeSource.system().nanos() - start))
                    .isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void aCallToAHangingServerEndsAtItsDeadline() {
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
