package dev.tenure.http.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.http.HealthServer;
import dev.tenure.http.Tls;
import dev.tenure.http.fixtures.Certificates;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.FaultyStore;
import dev.tenure.testkit.FaultyStore.Operation;
import dev.tenure.testkit.MinimalStore;
import dev.tenure.testkit.StoreTestSteps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of leaders and followers. */
@Tag("slow")
class PeerTlsTest {
    private static final String ELECTION = "payroll";

    @TempDir
    private static Path folder;

    private static Certificates authority;
    private static Tls good;

    private final MemoryCell cell = new MemoryCell();
    private final FaultyStore line = new FaultyStore(CellStore.over(cell));
    private final PeerStore follower = PeerStore.over(new MinimalStore(line));

    @BeforeAll
    static void makeCertificates() throws Exception {
        authority = new Certificates(folder, "authority");
        good = authority.issue("good", "EC").tls().trusting(authority.authority());
    }

    @AfterEach
    void close() {
        follower.close();
    }

    @Test
    @DisplayName("a leader with a certificate of the given authority for its own host is believed")
    void rightCertificateIsTrusted() throws Exception {
        try (PeerProcess leader = leader(good)) {
            follow();

            StoreTestSteps.await("healthy", () -> follower.isHealthy(ELECTION));
            assertThat(leader.store().waiting()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    @DisplayName("a certificate of another authority is refused")
    void foreignAuthorityIsRefused() throws Exception {
        assertRefused(
                new Certificates(folder, "other-authority").issue("other", "EC").tls());
    }

    @Test
    @DisplayName("a certificate that has expired is refused")
    void expiredCertificateIsRefused() throws Exception {
        assertRefused(
                authority.issue("expired", "EC", "san=ip:127.0.0.1", "-10d").tls());
    }

    @Test
    @DisplayName("a certificate for another host is refused")
    void foreignHostIsRefused() throws Exception {
        assertRefused(authority
                .issue("elsewhere", "EC", "san=dns:elsewhere.example", "-0d")
                .tls());
    }

    @Test
    @DisplayName("a leader that speaks without TLS is refused")
    void missingCertificateIsRefused() throws Exception {
        try (PeerProcess leader = PeerProcess.over(plain())) {
            lead(leader);
            follow();

            assertTheStoreIsRead();
        }
    }

    private void assertRefused(Tls wrong) throws Exception {
        try (PeerProcess leader = leader(wrong)) {
            follow();
            StoreTestSteps.await("said", () -> !follower.problems().isEmpty());

            assertTheStoreIsRead();
            assertThat(follower.problems()).hasSize(1).first().asString().contains("certificate is not accepted");
            assertThat(leader.store().waiting()).isZero();
        }
    }

    private void assertTheStoreIsRead() {
        int before = line.count(Operation.INSPECT);
        assertThat(follower.inspect(ELECTION, StoreTestSteps.soon())).isInstanceOf(Sighting.Held.class);
        assertThat(follower.inspect(ELECTION, StoreTestSteps.soon())).isInstanceOf(Sighting.Held.class);
        assertThat(line.count(Operation.INSPECT)).isEqualTo(before + 2);
        assertThat(follower.isHealthy(ELECTION)).isFalse();
    }

    @Test
    @DisplayName("a leader takes requests from those with a certificate of its authority, and from no others")
    void requestsNeedACertificate() throws Exception {
        try (PeerProcess leader = PeerProcess.secured(plain(), good, true)) {
            leader.store().enable(PeerSettings.over(good));
            Lease lease = lead(leader);
            Request request = new Request(ELECTION, lease.token(), null, Instant.EPOCH, "ops");
            follower.enable(PeerSettings.trusting(Files.readString(authority.authority()))
                    .withBearerToken(PeerProcess.TOKEN));

            assertThatThrownBy(() -> follower.requests().submit(request, StoreTestSteps.soon()))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            refused -> assertThat(refused.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED))
                    .hasMessageContaining("client certificate");
            assertThat(leader.store().requests().pending(Set.of(ELECTION), StoreTestSteps.soon()))
                    .isEmpty();
            follower.enable(PeerSettings.over(good));
            follower.requests().submit(request, StoreTestSteps.soon());
            assertThat(leader.store().requests().pending(Set.of(ELECTION), StoreTestSteps.soon()))
                    .containsEntry(ELECTION, request);
        }
    }

    @Test
    @DisplayName("candidates find each other over the health server, by mutual TLS, enabled after they began to stand")
    void candidatesFindEachOtherOverTheHealthServer() throws Exception {
        Timing timing = Timing.of(Duration.ofSeconds(20), Duration.ofMillis(100));
        PeerStore store = PeerStore.over(plain());
        try (Candidate alice = Candidate.on(store)
                        .closingStore()
                        .named("alice")
                        .timing(timing)
                        .start();
                HealthServer server = HealthServer.on(alice)
                        .bind("127.0.0.1", 0)
                        .mutualTls(good)
                        .mount(PeerStore.PATH, store.handler())
                        .start();
                Candidate bob = Candidate.on(follower)
                        .closingStore()
                        .named("bob")
                        .timing(timing)
                        .start()) {
            alice.reconfigure(settings -> settings.withAddress("127.0.0.1:" + server.port()));
            assertThat(alice.stand(ELECTION).awaitLeadership(StoreTestSteps.LIMIT))
                    .isPresent();
            bob.stand(ELECTION);
            store.enable(PeerSettings.over(good));
            follower.enable(PeerSettings.over(good));

            StoreTestSteps.await("healthy", () -> follower.isHealthy(ELECTION));
            StoreTestSteps.await(
                    "both are listed",
                    () -> alice.roster(ELECTION).size() == 2
                            && bob.roster(ELECTION).size() == 2);
        }
    }

    private LeaseStore plain() {
        return new MinimalStore(CellStore.over(cell));
    }

    private PeerProcess leader(Tls tls) throws Exception {
        PeerProcess leader = PeerProcess.secured(plain(), tls, false);
        leader.store().enable(PeerSettings.over(good).withBearerToken(PeerProcess.TOKEN));
        lead(leader);
        return leader;
    }

    private Lease lead(PeerProcess leader) {
        Ballot ballot = new Ballot(
                ELECTION,
                Identity.ofInstance("leader-1").withName("leader").withAddress(leader.address()),
                Duration.ofHours(1),
                new WriteStamp(0, 1, Instant.EPOCH),
                ClaimCondition.judged(cell.read(ELECTION, StoreTestSteps.soon()), 0));
        return ((Answer.Granted) leader.store().claim(ballot, StoreTestSteps.soon())).lease();
    }

    private void follow() throws Exception {
        follower.enable(
                PeerSettings.trusting(Files.readString(authority.authority())).withBearerToken(PeerProcess.TOKEN));
        follower.watch(ELECTION, () -> {});
        follower.inspect(ELECTION, StoreTestSteps.soon());
    }
}
