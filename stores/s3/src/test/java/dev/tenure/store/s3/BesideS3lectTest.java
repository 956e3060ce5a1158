package dev.tenure.store.s3;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.sun.net.httpserver.HttpServer;
import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.s3.S3Client;

/** Candidates beside a node of s3lect, in real time. */
@Tag("server")
@Timeout(60)
class BesideS3lectTest {
    private static final Duration TTL = Duration.ofSeconds(15);

    private final String lockfile = Emulator.newPrefix() + "/leader.json";
    private final S3Client client = Emulator.SHARED.client();
    private final Bucket bucket = new Bucket(client, false, Emulator.BUCKET);
    private HttpServer health;
    private volatile int status = 200;

    @BeforeEach
    void listen() throws IOException {
        health = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        health.createContext("/health/leadership", exchange -> {
            byte[] body =
                    "{\"leaderID\":\"go-1\",\"lastUpdated\":\"2026-01-01T00:00:00Z\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        health.start();
    }

    @AfterEach
    void close() {
        health.stop(0);
        client.close();
    }

    private LeaseStore open(S3lect fleet) {
        return Emulator.SHARED.store().sharedWith(fleet).open();
    }

    private static Answer claim(LeaseStore store, Sighting waitedOut) {
        ClaimCondition condition = ClaimCondition.judged(waitedOut, 0);
        return store.claim(
                StoreTestSteps.ballot("leader", StoreTestSteps.identity("alice"), TTL, condition),
                StoreTestSteps.soon());
    }

    private GoNode goNode(Duration timeout, Duration skew) {
        String address = "http://127.0.0.1:" + health.getAddress().getPort();
        return new GoNode(bucket, lockfile, "go-1", address, timeout, skew);
    }

    /** A date an hour old makes every node of s3lect take over at once. It says nothing here. */
    @Test
    void aLeaderIsFollowedHoweverOldItsDate() throws InterruptedException {
        Duration timeout = Duration.ofMinutes(10);
        GoNode go = goNode(timeout, Duration.ofHours(-1));
        assertThat(go.cycle()).isTrue();
        try (Candidate node = Candidate.on(open(S3lect.lockfile(lockfile).timeout(timeout)))
                .closingStore()
                .timing(Timing.of(timeout, Duration.ofMillis(100)))
                .start()) {
            Election election = node.stand("leader");
            Instant since = Instant.EPOCH;
            for (int look = 0; look < 5; look++) {
                Status status =
                        election.awaitAttempt(since, StoreTestSteps.LIMIT).orElseThrow();
                since = requireNonNull(status.lastSeen());
                assertThat(status.role()).isEqualTo(Role.FOLLOWER);
                assertThat(requireNonNull(status.leader()).name()).isEqualTo("go-1");
            }
        }
    }

    @Test
    void leaderThatStopsRenewingIsReplacedAndThenFollows() throws InterruptedException {
        Duration timeout = Duration.ofSeconds(2);
        assertThat(goNode(timeout, Duration.ZERO).cycle()).isTrue();
        S3lect fleet = S3lect.lockfile(lockfile).timeout(timeout).takeoverDelay(Duration.ofMillis(100));
        try (Candidate node = Candidate.on(open(fleet)).closingStore().start()) {
            assertThat(node.stand("leader").awaitLeadership(StoreTestSteps.LIMIT))
                    .isPresent();

            assertThat(Emulator.get(client, lockfile))
                    .startsWith("{\"leaderID\":\"" + RecordFormat.idOf(node.identity()) + "\"");
        }
    }

    /** Twice, for the second resignation in a row must not be taken for the first. */
    @Test
    void resignedLeaderOfS3lectIsReplacedWithoutAWait() throws InterruptedException {
        Duration timeout = Duration.ofMinutes(10);
        try (Candidate node = Candidate.on(open(S3lect.lockfile(lockfile).timeout(timeout)))
                .closingStore()
                .timing(Timing.of(timeout, Duration.ofMillis(200)))
                .start()) {
            for (int term = 0; term < 2; term++) {
                GoNode go = goNode(timeout, Duration.ZERO);
                assertThat(go.cycle()).isTrue();
                Election election = node.stand("leader");
                StoreTestSteps.await("it sees who leads", () -> {
                    var leader = election.status().leader();
                    return leader != null && leader.name().equals("go-1");
                });
                go.resign();

                assertThat(election.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
                election.close();
            }
        }
    }

    @Test
    void oldLeaderThatSaysItLeadsIsWaitedFor() {
        goNode(TTL, Duration.ZERO).cycle();
        try (LeaseStore store = open(S3lect.lockfile(lockfile).probe(S3lect.Probe.WAIT))) {
            Sighting seen = store.inspect("leader", StoreTestSteps.soon());

            Answer answer = claim(store, seen);

            Lease alive = StoreTestSteps.held(assertThat(answer)
                    .asInstanceOf(type(Answer.Refused.class))
                    .actual()
                    .found());
            assertThat(alive.isSameTerm(StoreTestSteps.held(seen))).isTrue();
            assertThat(alive.isSameWrite(StoreTestSteps.held(seen))).isFalse();
            assertThat(store.inspect("leader", StoreTestSteps.soon())).isEqualTo(new Sighting.Held(alive, null));

            status = 404;
            StoreTestSteps.granted(claim(store, new Sighting.Held(alive, null)));
        }
    }

    @Test
    void oldLeaderThatSaysItLeadsIsReplacedIfConfigured() {
        goNode(TTL, Duration.ZERO).cycle();
        try (LeaseStore store = open(S3lect.lockfile(lockfile).probe(S3lect.Probe.TAKE_OVER));
                Warnings warnings = new Warnings()) {
            StoreTestSteps.elect(store, "leader", TTL);

            assertThat(warnings.said()).anyMatch(line -> line.contains("two may lead"));
        }
    }

    @Test
    void goneOrDifferentOldLeaderIsReplaced() {
        goNode(TTL, Duration.ZERO).cycle();
        health.stop(0);
        try (LeaseStore store = open(S3lect.lockfile(lockfile).probe(S3lect.Probe.WAIT))) {
            StoreTestSteps.elect(store, "leader", TTL);
        }
    }
}
