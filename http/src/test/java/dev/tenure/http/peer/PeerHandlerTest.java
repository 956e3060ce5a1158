package dev.tenure.http.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.Identity;
import dev.tenure.http.fixtures.Certificates;
import dev.tenure.http.peer.protocol.PeerJson;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.protocol.ReadPosition;
import dev.tenure.http.peer.state.SenderSequence;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.MinimalStore;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link PeerHandler}: held, malformed and forbidden questions. */
@Tag("slow")
class PeerHandlerTest {
    private static final String ELECTION = "payroll";
    private static final Duration TTL = Duration.ofMinutes(5);
    private static final String TOKEN = PeerProcess.TOKEN;

    private final MemoryCell cell = new MemoryCell();
    private final PeerProcess leader = PeerProcess.over(plain());
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<PeerStore> followers = new ArrayList<>();

    private LeaseStore plain() {
        return new MinimalStore(CellStore.over(cell));
    }

    @AfterEach
    void close() {
        followers.forEach(PeerStore::close);
        leader.close();
    }

    @Test
    @DisplayName("fifty followers wait on the two threads of a server, and hear at once that the leader is gone")
    void fiftyFollowersWaitOnTwoThreads() throws Exception {
        Lease lease = lead();
        int crowd = 50;
        CountDownLatch woken = new CountDownLatch(crowd);
        for (int each = 0; each < crowd; each++) {
            PeerStore follower = PeerStore.over(plain());
            followers.add(follower);
            follower.enable(PeerProcess.PLAIN);
            follower.watch(ELECTION, woken::countDown);
            follower.inspect(ELECTION, StoreTestSteps.soon());
        }
        StoreTestSteps.await("all wait", () -> leader.store().waiting() == crowd);
        assertThat(post("{").statusCode()).as("and the server still answers").isEqualTo(400);

        leader.store().release(lease, Handover.toAnyone(), StoreTestSteps.soon());

        assertThat(woken.await(StoreTestSteps.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(followers)
                .allSatisfy(follower -> assertThat(follower.inspect(ELECTION, StoreTestSteps.soon()))
                        .isInstanceOf(Sighting.Released.class));
    }

    @Test
    @DisplayName("each renewal is pushed to waiting peers as it was written")
    void everyRenewalIsPushed() throws Exception {
        Lease lease = lead();
        PeerStore follower = PeerStore.over(plain());
        followers.add(follower);
        follower.enable(PeerProcess.PLAIN);
        follower.watch(ELECTION, () -> {});
        follower.inspect(ELECTION, StoreTestSteps.soon());
        StoreTestSteps.await("waits", () -> leader.store().waiting() == 1);

        for (int renewal = 1; renewal <= 5; renewal++) {
            Lease next = lease.renewed(TTL, lease.stamp().next(renewal, Instant.EPOCH));
            leader.store().renew(new RenewalRequest(lease, next), StoreTestSteps.soon());
            Sighting written = cell.read(ELECTION, StoreTestSteps.soon());
            StoreTestSteps.await(
                    "pushed",
                    () -> follower.isHealthy(ELECTION)
                            && follower.inspect(ELECTION, StoreTestSteps.soon()).equals(written));
            lease = ((Sighting.Held) written).lease();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "null",
                "{\"protocol\": 1}",
                "{\"protocol\": \"one\"}",
                "{\"protocol\": 1, \"asker\": 7, \"sequence\": 1, \"session\": \"\", \"revision\": 0, \"holdMillis\": 0}",
                "{\"protocol\": 1e999}",
                "{\"protocol\": 99999999999999999999}",
                "{\"protocol\": 1, \"asker\": \"a\", \"sequence\": 1, \"session\": \"\", \"revision\": 0,"
                        + " \"holdMillis\": 0, \"follow\": [{}]}"
            })
    @DisplayName("a malformed question is refused, and harms nobody")
    void malformedQuestionIsRefused(String question) throws Exception {
        lead();

        assertThat(post(question).statusCode()).isEqualTo(400);
        assertThat(ask(question(Duration.ZERO, null)).leases()).hasSize(1);
    }

    @Test
    @DisplayName("a question too large, or by another method, is refused")
    void oversizedQuestionIsRefused() throws Exception {
        assertThat(post(" ".repeat(PeerQuestion.MOST_BYTES + 1)).statusCode()).isEqualTo(413);
        HttpRequest get = HttpRequest.newBuilder(uri()).GET().build();
        assertThat(client.send(get, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);
    }

    @Test
    @DisplayName("fields of a later version are ignored")
    void unknownFieldsAreIgnored() throws Exception {
        lead();
        String question = new String(PeerJson.write(question(Duration.ZERO, null)), StandardCharsets.UTF_8);

        HttpResponse<byte[]> answer = post(question.replaceFirst("\\{", "{\"later\": {\"x\": [1, 2.5, null, true]}, "));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(PeerJson.readReply(answer.body()).leases()).hasSize(1);
    }

    @Test
    @DisplayName("a request is taken for the term that is led here, and for no other (R17)")
    void requestForAnotherTermIsRefused() throws Exception {
        Lease lease = lead();
        Request meant = new Request(ELECTION, lease.token(), null, Instant.EPOCH, "ops");
        Request late = new Request(ELECTION, lease.token() - 1, null, Instant.EPOCH, "ops");

        assertThat(post(question(Duration.ZERO, late)).statusCode()).isEqualTo(409);
        assertThat(leader.store().requests().pending(Set.of(ELECTION), StoreTestSteps.soon()))
                .isEmpty();
        assertThat(post(question(Duration.ZERO, meant)).statusCode()).isEqualTo(200);
        assertThat(leader.store().requests().pending(Set.of(ELECTION), StoreTestSteps.soon()))
                .containsEntry(ELECTION, meant);
    }

    @Test
    @DisplayName("without a bearer token and a certificate the channel is not enabled, and says what is missing")
    void askerWithoutCredentialIsRefused(@TempDir Path folder) throws Exception {
        PeerSettings believing =
                PeerSettings.trusting(Files.readString(new Certificates(folder, "authority").authority()));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> leader.store().enable(PeerSettings.plain()))
                .withMessageContaining("withBearerToken(secret)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> leader.store().enable(believing))
                .withMessageContaining("a certificate to show");
        leader.store().enable(believing.withBearerToken(TOKEN));
    }

    @Test
    @DisplayName("a peer without the bearer token learns nothing and can ask nothing")
    void askerWithoutTokenIsRefused() throws Exception {
        Lease lease = lead();
        Request request = new Request(ELECTION, lease.token(), null, Instant.EPOCH, "mallory");
        for (PeerQuestion asked : List.of(question(Duration.ZERO, null), question(Duration.ZERO, request))) {
            String text = new String(PeerJson.write(asked), StandardCharsets.UTF_8);
            for (String[] shown : new String[][] {{}, {"Authorization", "Bearer " + TOKEN + "0"}}) {
                HttpResponse<byte[]> refused = send(text, with(shown, "Content-Type", "application/json"));
                assertThat(refused.statusCode()).isEqualTo(401);
                assertThat(new String(refused.body(), StandardCharsets.UTF_8))
                        .doesNotContain("leader-1", Long.toString(lease.token()));
            }
        }
        assertThat(leader.store().requests().pending(Set.of(ELECTION), StoreTestSteps.soon()))
                .isEmpty();
        assertThat(post(question(Duration.ZERO, request)).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("what a page in a browser can post is refused, even with the token")
    void webPageIsRefused() throws Exception {
        Lease lease = lead();
        Request request = new Request(ELECTION, lease.token(), null, Instant.EPOCH, "page");
        String text = new String(PeerJson.write(question(Duration.ZERO, request)), StandardCharsets.UTF_8);
        String[] token = {"Authorization", "Bearer " + TOKEN};

        for (String origin : new String[] {"null", "http://127.0.0.1", "http://evil.example"}) {
            String[] json = with(token, "Content-Type", "application/json");
            assertThat(send(text, with(json, "Origin", origin)).statusCode()).isEqualTo(403);
        }
        assertThat(send(text, token).statusCode()).isEqualTo(415);
        for (String simple : new String[] {
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain; application/json"
        }) {
            assertThat(send(text, with(token, "Content-Type", simple)).statusCode())
                    .as(simple)
                    .isEqualTo(415);
        }
        assertThat(leader.store().requests().pending(Set.of(ELECTION), StoreTestSteps.soon()))
                .isEmpty();
        assertThat(send(text, with(token, "Content-Type", "application/json; charset=utf-8"))
                        .statusCode())
                .isEqualTo(200);
    }

    private static String[] with(String[] headers, String name, String value) {
        String[] more = Arrays.copyOf(headers, headers.length + 2);
        more[headers.length] = name;
        more[headers.length + 1] = value;
        return more;
    }

    @Test
    @DisplayName("a store that is closed or not enabled answers nobody")
    void closedStoreAnswersNobody() throws Exception {
        lead();
        leader.store().close();

        assertThat(post(question(Duration.ZERO, null)).statusCode()).isEqualTo(503);
    }

    private Lease lead() {
        Ballot ballot = new Ballot(
                ELECTION,
                Identity.ofInstance("leader-1").withName("leader").withAddress(leader.address()),
                TTL,
                new WriteStamp(0, 1, Instant.EPOCH),
                ClaimCondition.judged(new Sighting.Never(), 0));
        return ((Answer.Granted) leader.store().claim(ballot, StoreTestSteps.soon())).lease();
    }

    private static PeerQuestion question(Duration hold, @org.jspecify.annotations.Nullable Request request) {
        return new PeerQuestion(
                new SenderSequence(UUID.randomUUID().toString()).next(null),
                ReadPosition.NONE,
                hold,
                Set.of(ELECTION),
                Set.of(),
                request);
    }

    private PeerReply ask(PeerQuestion question) throws IOException, InterruptedException {
        return PeerJson.readReply(post(question).body());
    }

    private HttpResponse<byte[]> post(PeerQuestion question) throws IOException, InterruptedException {
        return post(new String(PeerJson.write(question), StandardCharsets.UTF_8));
    }

    private HttpResponse<byte[]> post(String body) throws IOException, InterruptedException {
        return send(body, "Authorization", "Bearer " + TOKEN, "Content-Type", "application/json");
    }

    private HttpResponse<byte[]> send(String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri()).POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private URI uri() {
        return URI.create("http://" + leader.address() + PeerStore.PATH);
    }
}
