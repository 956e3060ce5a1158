package dev.tenure.store.s3;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.tenure.Stores;
import dev.tenure.spi.Answer;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.PemFile;
import dev.tenure.store.support.TlsCredentials;
import dev.tenure.testkit.ManualTime;
import dev.tenure.testkit.StoreTestSteps;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.s3.S3Client;

/** A leader of s3lect whose lease ran out, and whose endpoint has a certificate of a private authority. */
@Isolated("reads the log of the whole JVM")
@Tag("server")
@Timeout(60)
class HealthProbeTest {
    private static final Duration TTL = Duration.ofSeconds(15);
    private static final String LEADS = "{\"leaderID\":\"go-1\",\"lastUpdated\":\"2026-01-01T00:00:00Z\"}";

    @TempDir
    static Path folder;

    private static TestAuthority authority;
    private static TestAuthority stranger;
    private static TestAuthority.Pair server;
    private static TestAuthority.Pair client;

    private final String lockfile = Emulator.newPrefix() + "/leader.json";
    private final S3Client s3 = Emulator.SHARED.client();
    private final ManualTime time = new ManualTime(0, StoreTestSteps.wall());
    private final Warnings warnings = new Warnings();
    private @Nullable HttpsServer health;
    private volatile int status = 200;
    private volatile String body = LEADS;

    @BeforeAll
    static void sign() throws Exception {
        authority = new TestAuthority(folder, "authority");
        stranger = new TestAuthority(folder, "stranger");
        server = authority.issue("server");
        client = authority.issue("client");
    }

    @AfterEach
    void close() {
        if (health != null) {
            health.stop(0);
        }
        warnings.close();
        s3.close();
    }

    /** Starts the endpoint of a leader that has written its lease and writes no more. */
    private void lead(boolean asksForCertificate) throws Exception {
        HttpsServer endpoint = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        health = endpoint;
        SSLContext tls = serverTls();
        endpoint.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters connection) {
                SSLParameters parameters = tls.getDefaultSSLParameters();
                parameters.setNeedClientAuth(asksForCertificate);
                connection.setSSLParameters(parameters);
            }
        });
        endpoint.createContext("/health/leadership", exchange -> {
            byte[] answer = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        endpoint.start();
        lead("127.0.0.1:" + endpoint.getAddress().getPort());
    }

    private void lead(String address) {
        new GoNode(new Bucket(s3, false, Emulator.BUCKET), lockfile, "go-1", address, TTL, Duration.ZERO).cycle();
    }

    private static SSLContext serverTls() throws Exception {
        KeyStore own = KeyStore.getInstance(server.keystore().toFile(), TestAuthority.PASSWORD);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, TestAuthority.PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "ca", PemFile.read(authority.certificate()).certificates().get(0));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private S3lect waiting() {
        return S3lect.lockfile(lockfile).probe(S3lect.Probe.WAIT);
    }

    private LeaseStore open(S3lect fleet) {
        return Emulator.SHARED.store().sharedWith(fleet).open(ObjectKeys.only(lockfile, "leader"), time);
    }

    private static Answer claim(LeaseStore store) {
        return claim(store, StoreTestSteps.soon());
    }

    private static Answer claim(LeaseStore store, Deadline deadline) {
        Sighting waitedOut = store.inspect("leader", StoreTestSteps.soon());
        ClaimCondition condition = ClaimCondition.judged(waitedOut, 0);
        return store.claim(StoreTestSteps.ballot("leader", StoreTestSteps.identity("alice"), TTL, condition), deadline);
    }

    private static boolean isGranted(Answer answer) {
        return answer instanceof Answer.Granted;
    }

    @Test
    void uriAuthorityLetsTheProbeTrustTheLeader() throws Exception {
        lead(false);
        String uri = "s3://" + Emulator.BUCKET + "/" + lockfile + "?region=eu-central-1&path-style=true&endpoint="
                + Emulator.uri(Emulator.SHARED.address()) + "&credentials=anonymous&shared=s3lect&probe=wait&probe-ca="
                + authority.certificate();
        try (LeaseStore store = Stores.open(uri)) {
            assertThat(isGranted(claim(store))).isFalse();
            assertThat(warnings.said()).singleElement().asString().contains("says at", "that it leads");

            status = 404;
            assertThat(isGranted(claim(store))).isTrue();
        }
    }

    @Test
    void leaderWithAnUnknownAuthorityIsWaitedForAndReportedOnce() throws Exception {
        lead(false);
        try (LeaseStore store = open(waiting());
                LeaseStore wrong = open(waiting().probeTrusting(stranger.certificate()))) {
            for (int claims = 0; claims < 3; claims++) {
                assertThat(isGranted(claim(store))).isFalse();
            }
            assertThat(warnings.said()).singleElement().asString().contains("TLS failed", "probe-ca=");
            assertThat(isGranted(claim(wrong))).isFalse();
        }
    }

    /** Its machine may be gone, and the election must not stay without a leader. */
    @Test
    void leaderThatDoesNotAnswerIsReplacedAfterThreeTimeouts() throws Exception {
        lead(false);
        try (LeaseStore store = open(waiting())) {
            assertThat(isGranted(claim(store))).isFalse();
            time.advance(TTL.multipliedBy(3).minusMillis(1));
            assertThat(isGranted(claim(store))).isFalse();
            time.advance(Duration.ofMillis(1));

            assertThat(isGranted(claim(store))).isTrue();
            assertThat(warnings.said()).last().asString().contains("two may lead");
        }
    }

    @Test
    void leaderThatRenewsMeanwhileIsWaitedForAnew() throws Exception {
        lead(false);
        try (LeaseStore store = open(waiting())) {
            assertThat(isGranted(claim(store))).isFalse();
            time.advance(TTL.multipliedBy(4));
            lead("127.0.0.1:" + requireNonNull(health).getAddress().getPort());

            assertThat(isGranted(claim(store))).isFalse();
        }
    }

    @Test
    void leaderThatWantsACertificateAnswersOnlyWithOne() throws Exception {
        lead(true);
        S3lect known = waiting().probeTrusting(authority.certificate());
        status = 404;
        try (LeaseStore without = open(known);
                LeaseStore with = open(known.probeCertificate(client.certificate(), client.key()))) {
            assertThat(isGranted(claim(without))).as("it cannot tell").isFalse();
            status = 200;
            assertThat(isGranted(claim(with))).as("it leads").isFalse();
            assertThat(warnings.said()).last().asString().contains("that it leads: it is waited for");
            status = 404;
            assertThat(isGranted(claim(with))).as("it leads no more").isTrue();
        }
    }

    @Test
    void contextOfTheUsersOwnIsUsed() throws Exception {
        lead(false);
        status = 404;
        SSLContext context = TlsCredentials.none()
                .trusting(PemFile.read(authority.certificate()))
                .context();
        try (LeaseStore store = open(waiting().probeWith(context))) {
            assertThat(isGranted(claim(store))).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"500, ''", "403, ''", "302, ''", "200, ''", "200, <html>", "200, '{\"lastUpdated\":\"\"}'"})
    void oddAnswerIsNoNo(int oddStatus, String oddBody) throws Exception {
        lead(false);
        status = oddStatus;
        body = oddBody;
        try (LeaseStore store = open(waiting().probeTrusting(authority.certificate()))) {
            assertThat(isGranted(claim(store))).isFalse();
        }
    }

    @Test
    void leaderThatNamesAnotherDoesNotLead() throws Exception {
        lead(false);
        body = "{\"leaderID\":\"go-2\",\"lastUpdated\":\"2026-01-01T00:00:00Z\"}";
        try (LeaseStore store = open(waiting().probeTrusting(authority.certificate()))) {
            assertThat(isGranted(claim(store))).isTrue();
        }
    }

    @Test
    void silenceAndUnknownHostsAreNoNo() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                LeaseStore store = open(waiting())) {
            lead("nobody.invalid:1");
            assertThat(isGranted(claim(store))).isFalse();
            lead("127.0.0.1:" + silent.getLocalPort());
            assertThat(isGranted(claim(store, StoreTestSteps.within(Duration.ofSeconds(1)))))
                    .isFalse();
            lead("no address at all");
            assertThat(isGranted(claim(store))).isFalse();
            assertThat(warnings.said()).hasSize(3).allMatch(line -> line.contains("cannot be asked"));
        }
    }

    @Test
    void refusedConnectionIsANo() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        lead("127.0.0.1:" + free);
        try (LeaseStore store = open(waiting())) {
            assertThat(isGranted(claim(store))).isTrue();
            assertThat(warnings.said()).isEmpty();
        }
    }

    @Test
    void unusableCertificatesAreRefusedInOneLine() throws Exception {
        Path none = folder.resolve("none.pem");
        Path text = Files.writeString(folder.resolve("text.pem"), "hello");
        List<Runnable> wrong = List.of(
                () -> waiting().probeTrusting(none),
                () -> waiting().probeTrusting(text),
                () -> waiting().probeTrusting(folder),
                () -> waiting().probeCertificate(client.certificate(), text),
                () -> waiting().probeCertificate(client.certificate(), server.key()),
                () -> open(S3lect.lockfile(lockfile).probeTrusting(authority.certificate())),
                () -> open(waiting()
                        .probeTrusting(authority.certificate())
                        .probeWith(TlsCredentials.none().context())));
        for (Runnable each : wrong) {
            assertThatIllegalArgumentException()
                    .isThrownBy(each::run)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .doesNotContain("\n", "PRIVATE KEY-----\n");
        }
    }
}
