package dev.tenure.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.ElectionView;
import dev.tenure.HistoryEntry;
import dev.tenure.Timing;
import dev.tenure.http.fixtures.HttpTestClient;
import dev.tenure.http.fixtures.TestElections;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.testkit.CallGate;
import dev.tenure.testkit.Fault;
import dev.tenure.testkit.FaultyStore;
import dev.tenure.testkit.FaultyStore.Operation;
import dev.tenure.testkit.MinimalStore;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code /elections}, {@code /livez} and {@code /readyz}. */
@Tag("slow")
class ElectionsPathTest {
    private static final Timing SHORT = Timing.of(Duration.ofSeconds(2));

    private final FaultyStore store = new FaultyStore(new MemoryStore(TimeSource.system()));
    private final Candidate candidate = Candidate.on(store)
            .closingStore()
            .named("node-1")
            .version("2.1")
            .timing(SHORT)
            .start();
    private HealthServer server;
    private HttpTestClient client;

    @BeforeEach
    void serve() throws Exception {
        server = HealthServer.on(candidate)
                .bind("127.0.0.1", 0)
                .bearerToken(HttpTestClient.TOKEN)
                .start();
        client = HttpTestClient.knownTo(server.uri());
    }

    @AfterEach
    void close() {
        server.close();
        candidate.close();
    }

    @Test
    void electionsAreListedByName() throws Exception {
        assertThat(client.json("/elections")).isEqualTo(List.of());
        TestElections.lead(candidate, "payroll");
        ElectionView backup = candidate.observe("backup");
        backup.awaitAttempt(Instant.EPOCH, HttpTestClient.LIMIT);

        Map<String, ?> first = element("/elections", 0);
        Map<String, ?> second = element("/elections", 1);

        assertThat(first.get("election")).isEqualTo("backup");
        assertThat(first.get("role")).isEqualTo("observer");
        assertThat(first.get("leader")).isNull();
        assertThat(second.keySet())
                .map(String.class::cast)
                .containsExactly(
                        "election",
                        "role",
                        "leader",
                        "instance",
                        "address",
                        "token",
                        "since",
                        "lastSeen",
                        "consecutiveFailures",
                        "nextAttempt",
                        "reason");
        assertThat(first.get("reason")).isEqualTo("standing");
        assertThat(second.get("reason")).isEqualTo("elected");
        assertThat(second.get("role")).isEqualTo("leader");
        assertThat(second.get("leader")).isEqualTo("node-1");
        assertThat(second.get("instance")).isEqualTo(candidate.identity().instance());
    }

    @SuppressWarnings("unchecked") // JSON that this test has just asked for
    private Map<String, ?> element(String path, int index) throws Exception {
        return ((List<Map<String, ?>>) java.util.Objects.requireNonNull(client.json(path))).get(index);
    }

    @Test
    void electionIsShownWithRosterAndHistory() throws Exception {
        TestElections.lead(candidate, "shifts/night");
        assertThat(store.awaitCount(Operation.APPEND, 1, HttpTestClient.LIMIT)).isTrue();
        assertThat(store.awaitCount(Operation.ATTEND, 2, HttpTestClient.LIMIT)).isTrue();

        Map<String, ?> shown =
                HttpTestClient.object(client.get("/elections/shifts/night").body());

        assertThat(shown.get("role")).isEqualTo("leader");
        assertThat(shown.get("roster"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(Map.class))
                .singleElement()
                .satisfies(member -> assertThat((Map<?, ?>) member)
                        .extracting("name", "version", "able", "isLeader")
                        .containsExactly("node-1", "2.1", true, true));
        assertThat(shown.get("history"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(Map.class))
                .singleElement()
                .satisfies(entry -> assertThat((Map<?, ?>) entry)
                        .extracting("who", "what", "reason", "cause")
                        .containsExactly("node-1", "acquired", "elected", "elected"));
    }

    @Test
    void onlyElectionsOfThisCandidateAreShown() throws Exception {
        try (Candidate other = Candidate.on(store).timing(SHORT).start()) {
            TestElections.lead(other, "elsewhere");

            assertThat(client.get("/elections/elsewhere").statusCode()).isEqualTo(404);
            assertThat(store.count(Operation.MEMBERS)).isZero();
        }
    }

    @Test
    void unsupportedRosterAndHistoryAreAbsent() throws Exception {
        try (Candidate plain = Candidate.on(new MinimalStore(new MemoryStore(TimeSource.system())))
                        .closingStore()
                        .start();
                HealthServer other = HealthServer.on(plain)
                        .bind("127.0.0.1", 0)
                        .bearerToken(HttpTestClient.TOKEN)
                        .start()) {
            plain.stand("payroll");

            HttpResponse<String> answer = HttpTestClient.knownTo(other.uri()).get("/elections/payroll");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(HttpTestClient.object(answer.body()))
                    .containsKey("role")
                    .doesNotContainKeys("roster", "history");
        }
    }

    @Test
    void unreadableRosterIsNullAndTheRestIsShown() throws Exception {
        TestElections.lead(candidate, "payroll");
        store.every(Operation.MEMBERS, Fault.unreachable());
        store.every(Operation.LAST, Fault.unreachable());

        Map<String, ?> shown =
                HttpTestClient.object(client.get("/elections/payroll").body());

        assertThat(shown.get("role")).isEqualTo("leader");
        assertThat(shown.containsKey("roster")).isTrue();
        assertThat(shown.get("roster")).isNull();
        assertThat(shown.get("history")).isNull();
    }

    @Test
    void hangingStoreDelaysNoAnswer() throws Exception {
        TestElections.lead(candidate, "payroll");
        CallGate gate = CallGate.shut();
        store.every(Operation.MEMBERS, Fault.none().heldBefore(gate));

        HttpResponse<String> answer = client.get("/elections/payroll");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"role\":\"leader\"", "\"roster\":null");
        assertThat(store.count(Operation.MEMBERS)).isEqualTo(1);
        gate.open();
    }

    @Test
    void manyRequestsCauseFewStoreCalls() throws Exception {
        TestElections.lead(candidate, "payroll");
        TimeSource time = TimeSource.system();
        long begun = time.nanos();

        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            answers.add(CompletableFuture.supplyAsync(() -> ask(50, "/elections/payroll")));
        }
        int answered = answers.stream().mapToInt(CompletableFuture::join).sum();

        long seconds = Duration.ofNanos(time.nanos() - begun).toSeconds() + 1;
        assertThat(answered).isEqualTo(400);
        assertThat(store.count(Operation.MEMBERS)).isLessThanOrEqualTo((int) (2 * seconds + 2));
        assertThat(store.count(Operation.LAST)).isLessThanOrEqualTo((int) (seconds + 1));
    }

    private int ask(int times, String path) {
        int answered = 0;
        for (int i = 0; i < times; i++) {
            try {
                answered += client.get(path).statusCode() == 200 ? 1 : 0;
            } catch (java.io.IOException | InterruptedException failed) {
                throw new IllegalStateException(failed);
            }
        }
        return answered;
    }

    @Test
    void storeAddressesAreLeftOut() throws Exception {
        TestElections.lead(candidate, "payroll");
        store.history()
                .append(
                        HistoryEntry.of(
                                "payroll",
                                Instant.EPOCH,
                                candidate.identity(),
                                HistoryEntry.What.LOST,
                                7,
                                "renewals failed: postgres://user:hunter2@db:5432/x refused; trust ended"),
                        Deadline.after(TimeSource.system(), HttpTestClient.LIMIT));

        String answer = client.get("/elections/payroll").body();

        assertThat(answer).contains("renewals failed: (address left out) refused; trust ended");
        assertThat(answer).doesNotContain("hunter2", "postgres:");
    }

    @Test
    void candidateIsAliveUntilClosed() throws Exception {
        assertThat(client.get("/livez").body()).isEqualTo("{\"alive\":true,\"problem\":null}\n");

        candidate.close();
        try (HealthServer fresh =
                HealthServer.on(candidate).bind("127.0.0.1", 0).start()) {
            HttpResponse<String> dead = HttpTestClient.to(fresh.uri()).get("/livez");
            assertThat(dead.statusCode()).isEqualTo(503);
            assertThat(dead.body()).contains("\"alive\":false");
        }
    }

    @Test
    void candidateIsReadyWhileTheStoreAnswers() throws Exception {
        assertThat(client.get("/readyz").statusCode()).isEqualTo(503);
        try (Candidate first = Candidate.on(store).timing(SHORT).start()) {
            TestElections.lead(first, "payroll");
            candidate.stand("payroll").awaitAttempt(Instant.EPOCH, HttpTestClient.LIMIT);

            assertThat(client.get("/readyz").body()).isEqualTo("{\"ready\":true,\"problem\":null}\n");
            assertThat(client.get("/health/leadership").statusCode()).isEqualTo(404);

            store.every(Fault.unreachable());
            assertThat(eventually(503, "/readyz")).contains("the store has not answered for a ttl (2000 ms)");
            assertThat(client.get("/livez").statusCode()).isEqualTo(200);

            store.heal();
            assertThat(eventually(200, "/readyz")).contains("true");
        }
    }

    private String eventually(int status, String path) throws Exception {
        Deadline deadline = Deadline.after(TimeSource.system(), HttpTestClient.LIMIT);
        HttpResponse<String> answer = client.get(path);
        while (answer.statusCode() != status && !deadline.hasPassed()) {
            answer = client.get(path);
        }
        assertThat(answer.statusCode()).isEqualTo(status);
        return answer.body();
    }
}
