package dev.tenure.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.http.peer.protocol.PeerJson;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.protocol.ReadPosition;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.Fault;
import dev.tenure.testkit.FaultyStore;
import dev.tenure.testkit.FaultyStore.Operation;
import dev.tenure.testkit.MinimalStore;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A leader whose endpoint gives wrong answers: the store is read instead. */
class PeerFallbackTest {
    private static final String ELECTION = "payroll";
    private static final Duration TTL = Duration.ofHours(1);

    private final MemoryCell cell = new MemoryCell();
    private final FaultyStore line = new FaultyStore(CellStore.over(cell));
    private final PeerStore store = PeerStore.over(new MinimalStore(line));
    private final Semaphore asked = new Semaphore(0);
    private final Semaphore woken = new Semaphore(0);
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private volatile HttpHandler behaviour = exchange -> {};
    private HttpServer server;
    private Lease lease;
    private Backend.Watch watch;

    @BeforeEach
    void startLeader() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            asked.release();
            behaviour.handle(exchange);
        });
        server.start();
        Identity leader = Identity.ofInstance("leader-1")
                .withName("leader")
                .withAddress(PeerProcess.address(server.getAddress()));
        lease = elect(leader, new Sighting.Never());
        store.enable(PeerProcess.PLAIN);
        watch = store.watch(ELECTION, woken::release);
    }

    @AfterEach
    void stop() {
        watch.close();
        store.close();
        server.stop(0);
        threads.shutdownNow();
    }

    static Stream<Named<HttpHandler>> wrongs() {
        return Stream.of(
                Named.of("500", exchange -> answer(exchange, 500, "broken")),
                Named.of("404", exchange -> answer(exchange, 404, "{}")),
                Named.of("garbage", exchange -> answer(exchange, 200, "<html>hello</html>")),
                Named.of("another protocol", exchange -> answer(exchange, 200, "{\"protocol\": 2}")),
                Named.of("half an answer", exchange -> answer(exchange, 200, "{\"protocol\": 1, \"session\": \"s\"}")),
                Named.of("deep nesting", exchange -> answer(exchange, 200, "[".repeat(100_000))),
                Named.of("a hang-up", HttpExchange::close));
    }

    @ParameterizedTest
    @MethodSource("wrongs")
    @DisplayName("whatever else it answers, the store is read")
    void wrongAnswerMakesTheStoreBeRead(HttpHandler wrong) throws InterruptedException {
        behaviour = wrong;
        inspect();
        assertThat(asked.tryAcquire(2, StoreTestSteps.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("asked, and asked again")
                .isTrue();

        assertTheStoreIsRead();
        assertThat(woken.availablePermits()).isZero();
    }

    @Test
    @DisplayName("a redirect is not followed, though a good answer be there")
    void redirectIsNotFollowed() throws InterruptedException {
        behaviour = exchange -> {
            if (exchange.getRequestURI().getPath().equals(PeerStore.PATH)) {
                exchange.getResponseHeaders().set("Location", "/elsewhere");
                answer(exchange, 307, "");
            } else {
                answer(exchange, 200, pushing(lease));
            }
        };
        inspect();
        assertThat(asked.tryAcquire(4, StoreTestSteps.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();

        assertTheStoreIsRead();
    }

    @Test
    @DisplayName("an answer too large is not read to its end, though a good one be in it")
    void oversizedAnswerIsNotRead() throws InterruptedException {
        behaviour = exchange -> answer(exchange, 200, " ".repeat(PeerReply.MOST_BYTES) + pushing(lease));
        inspect();
        assertThat(asked.tryAcquire(2, StoreTestSteps.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();

        assertTheStoreIsRead();
    }

    @Test
    @DisplayName("what a leader said before it failed is not believed any longer, fresh as it is")
    void failureDiscardsPushedRecords() {
        behaviour = exchange -> answer(exchange, 200, pushing(lease));
        inspect();
        StoreTestSteps.await("healthy", () -> store.isHealthy(ELECTION));
        behaviour = exchange -> answer(exchange, 500, "broken");

        StoreTestSteps.await("no longer healthy", () -> !store.isHealthy(ELECTION));
        assertTheStoreIsRead();
    }

    @Test
    @DisplayName("a leader that never answers is waited for by nobody")
    void silentLeaderDelaysNobody() throws InterruptedException {
        inspect();
        assertThat(asked.tryAcquire(StoreTestSteps.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();

        assertTheStoreIsRead();
    }

    @Test
    @DisplayName("question after question goes over the same connection, refused ones included")
    void failedConnectionsAreClosed() throws InterruptedException {
        Set<Integer> ports = ConcurrentHashMap.newKeySet();
        behaviour = exchange -> {
            ports.add(exchange.getRemoteAddress().getPort());
            answer(exchange, 404, "{}");
        };
        inspect();
        assertThat(asked.tryAcquire(4, StoreTestSteps.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();

        assertThat(ports).hasSize(1);
    }

    @Test
    @DisplayName("nobody is asked at an address that is none, or by whom nobody watches")
    void invalidAddressIsNotAsked() {
        elect(
                Identity.ofInstance("leader-2")
                        .withName("leader")
                        .withAddress("127.0.0.1:" + server.getAddress().getPort() + "/x"),
                sighting());
        inspect();
        elect(Identity.ofInstance("leader-3").withName("leader"), sighting());
        inspect();
        watch.close();
        elect(
                Identity.ofInstance("leader-4")
                        .withName("leader")
                        .withAddress(PeerProcess.address(server.getAddress())),
                sighting());
        inspect();

        assertTheStoreIsRead();
        assertThat(asked.availablePermits()).isZero();
    }

    @Test
    @DisplayName("a claim whose outcome is unknown is settled by the store, though the channel is healthy (R8)")
    void claimOfUnknownOutcomeIsReadFromTheStore() {
        behaviour = exchange -> answer(exchange, 200, pushing(lease));
        inspect();
        StoreTestSteps.await("healthy", () -> store.isHealthy(ELECTION));
        Identity own = Identity.ofInstance("own-1").withName("own");
        line.next(Operation.CLAIM, Fault.answerLost());
        try {
            claim(own, sighting());
        } catch (StoreException unknown) {
            assertThat(unknown.kind()).isEqualTo(StoreException.Kind.OUTCOME_UNKNOWN);
        }

        assertThat(inspect())
                .isInstanceOfSatisfying(
                        Sighting.Held.class,
                        held -> assertThat(held.lease().holder()).isEqualTo(own));
    }

    @Test
    @DisplayName("a leader that states what the store does not show is found out, and asked no more")
    void falsePushIsDetectedByTheStore() {
        Lease made = lease.renewed(TTL, lease.stamp().next(7, Instant.EPOCH)).withVersion("made-up");
        store.enable(PeerProcess.PLAIN.readingStoreEvery(Duration.ofMillis(20)));
        behaviour = exchange -> answer(exchange, 200, pushing(made));
        inspect();

        StoreTestSteps.await("found out", () -> {
            inspect();
            return !store.isHealthy(ELECTION) && line.count(Operation.INSPECT) > 2;
        });
        assertTheStoreIsRead();
    }

    private void assertTheStoreIsRead() {
        int before = line.count(Operation.INSPECT);
        for (int times = 1; times <= 3; times++) {
            assertThat(inspect()).isEqualTo(sighting());
            assertThat(line.count(Operation.INSPECT)).isEqualTo(before + times);
        }
        assertThat(store.isHealthy(ELECTION)).isFalse();
    }

    private Sighting inspect() {
        return store.inspect(ELECTION, StoreTestSteps.soon());
    }

    private Sighting sighting() {
        return cell.read(ELECTION, StoreTestSteps.soon());
    }

    /** Writes past the store under test. */
    private Lease elect(Identity leader, Sighting replacing) {
        Answer answer = CellStore.over(cell).claim(ballot(leader, replacing), StoreTestSteps.soon());
        return ((Answer.Granted) answer).lease();
    }

    private void claim(Identity candidate, Sighting replacing) {
        store.claim(ballot(candidate, replacing), StoreTestSteps.soon());
    }

    private static Ballot ballot(Identity candidate, Sighting replacing) {
        return new Ballot(
                ELECTION, candidate, TTL, new WriteStamp(0, 1, Instant.EPOCH), ClaimCondition.judged(replacing, 0));
    }

    private static String pushing(Lease lease) {
        PeerReply reply = new PeerReply(
                new ReadPosition("s", 1),
                List.of(new PeerReply.Pushed(lease, TTL.minusMinutes(10))),
                java.util.Map.of(),
                List.of());
        return new String(PeerJson.write(reply), StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }
}
