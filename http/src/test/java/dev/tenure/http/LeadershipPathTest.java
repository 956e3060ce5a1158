package dev.tenure.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.http.fixtures.HttpTestClient;
import dev.tenure.http.fixtures.TestElections;
import dev.tenure.spi.CellStore;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.Fault;
import dev.tenure.testkit.FaultyStore;
import dev.tenure.testkit.FaultyStore.Operation;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.testkit.RecordingListener;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code /health/leadership}: in s3lect's format, but never after the term. */
@Tag("slow")
class LeadershipPathTest {
    private static final String PATH = "/health/leadership";
    private static final Timing SHORT = Timing.of(Duration.ofSeconds(2));

    private final FaultyStore store = new FaultyStore(CellStore.over(new MemoryCell()));
    private final Candidate candidate = Candidate.on(store)
            .closingStore()
            .named("node-1")
            .reachableAt("10.0.0.7:8443")
            .timing(SHORT)
            .start();
    private HealthServer server;
    private HttpTestClient client;

    @BeforeEach
    void serve() throws Exception {
        server = HealthServer.on(candidate).bind("127.0.0.1", 0).start();
        client = HttpTestClient.to(server.uri());
    }

    @AfterEach
    void close() {
        server.close();
        candidate.close();
    }

    @Test
    void recordIsShownWhileTheCandidateLeads() throws Exception {
        Term term = TestElections.lead(candidate, "payroll");
        Instant renewedBefore = term.renewed();

        HttpResponse<String> answer = client.get(PATH);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(HttpTestClient.object(answer.body()))
                .containsOnlyKeys("leaderID", "leaderAddr", "lastUpdated")
                .containsEntry("leaderID", candidate.identity().instance())
                .containsEntry("leaderAddr", "10.0.0.7:8443")
                .hasEntrySatisfying(
                        "lastUpdated",
                        shown -> assertThat(Instant.parse(String.valueOf(shown)))
                                .isBetween(renewedBefore, term.renewed()));
    }

    @Test
    void lastUpdatedIsTheLastSuccessfulWrite() throws Exception {
        Election payroll = candidate.stand("payroll");
        Term term = payroll.awaitLeadership(HttpTestClient.LIMIT).orElseThrow();
        assertThat(store.awaitCount(Operation.RENEW, 2, HttpTestClient.LIMIT)).isTrue();

        store.every(Fault.unreachable());
        Object before = HttpTestClient.object(client.get(PATH).body()).get("lastUpdated");
        int failed = store.count(Operation.RENEW);
        assertThat(store.awaitCount(Operation.RENEW, failed + 2, HttpTestClient.LIMIT))
                .isTrue();
        HttpResponse<String> after = client.get(PATH);

        assertThat(before).isNotEqualTo(term.since().toString());
        assertThat(after.statusCode()).isEqualTo(200);
        assertThat(HttpTestClient.object(after.body())).containsEntry("lastUpdated", before);
    }

    @Test
    void followerAnswersNotFound() throws Exception {
        try (Candidate first = Candidate.on(store).timing(SHORT).start()) {
            TestElections.lead(first, "payroll");
            candidate.stand("payroll");

            HttpResponse<String> answer = client.get(PATH);

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).isEqualTo("{\"error\":\"this candidate does not lead\"}\n");
        }
    }

    @Test
    void answerEndsWithTrust() throws Exception {
        Election payroll = candidate.stand("payroll");
        RecordingListener heard = new RecordingListener();
        payroll.subscribe(heard);
        assertThat(payroll.awaitLeadership(HttpTestClient.LIMIT)).isPresent();
        assertThat(client.get(PATH).statusCode()).isEqualTo(200);

        store.every(Fault.unreachable());
        heard.await(ElectionEvent.Lost.class, HttpTestClient.LIMIT);

        assertThat(client.get(PATH).statusCode()).isEqualTo(404);
    }

    @Test
    void closedCandidateAnswersNotFound() throws Exception {
        TestElections.lead(candidate, "payroll");

        candidate.close();

        assertThat(client.get(PATH).statusCode()).isEqualTo(404);
    }

    @Test
    void severalElectionsRequireAName() throws Exception {
        assertThat(client.get(PATH).statusCode()).isEqualTo(404);
        TestElections.lead(candidate, "payroll");
        TestElections.lead(candidate, "night shift/ü");
        candidate.observe("others");

        HttpResponse<String> unnamed = client.get(PATH);
        assertThat(unnamed.statusCode()).isEqualTo(400);
        assertThat(unnamed.body()).contains("?election=NAME");
        assertThat(client.get(PATH + "?election=payroll").statusCode()).isEqualTo(200);
        assertThat(client.get(PATH + "?election=night+shift%2F%C3%BC").statusCode())
                .isEqualTo(200);
        assertThat(client.get(PATH + "?election=others").statusCode()).isEqualTo(404);
        assertThat(client.get(PATH + "?election=unknown").statusCode()).isEqualTo(404);
    }

    @Test
    void otherQueriesAreRefused() throws Exception {
        TestElections.lead(candidate, "payroll");

        for (String query : new String[] {
            "?election=", "?x=1", "?election=payroll&x=1", "?election=payroll&election=other", "?election=%FF"
        }) {
            assertThat(client.get(PATH + query).statusCode()).as(query).isEqualTo(400);
        }
        assertThat(client.get(PATH + "?election=" + "a".repeat(2000)).statusCode())
                .isEqualTo(414);
        assertThat(client.get("/livez?x=1").statusCode()).isEqualTo(400);
    }

    @Test
    void otherMethodsAreRefusedAndHeadIsGetWithoutABody() throws Exception {
        TestElections.lead(candidate, "payroll");

        for (String method : new String[] {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "X"}) {
            HttpResponse<String> answer = client.send(method, PATH);
            assertThat(answer.statusCode()).as(method).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
        }
        HttpResponse<String> head = client.send("HEAD", PATH);
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(client.send("POST", "/unknown").statusCode()).isEqualTo(404);
    }

    @Test
    void unknownAddressIsLeftOut() throws Exception {
        ManualCandidate manual = new ManualCandidate("node-2");
        manual.stand("payroll");
        try (HealthServer other = HealthServer.on(manual).bind("127.0.0.1", 0).start()) {
            manual.election("payroll").acquire();

            assertThat(HttpTestClient.object(
                            HttpTestClient.to(other.uri()).get(PATH).body()))
                    .containsOnlyKeys("leaderID", "lastUpdated");

            manual.election("payroll").lose("cut off");
            assertThat(HttpTestClient.to(other.uri()).get(PATH).statusCode()).isEqualTo(404);
        }
    }
}
