package dev.tenure.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.http.fixtures.Certificates;
import dev.tenure.http.fixtures.HttpTestClient;
import dev.tenure.testkit.ManualCandidate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class TlsTest {
    @TempDir
    static Path folder;

    private static Certificates ours;
    private static Certificates foreign;
    private static Certificates.Pair ec;
    private static Certificates.Pair rsa;
    private static Certificates.Pair stranger;

    @BeforeAll
    static void makeCertificates() throws Exception {
        ours = new Certificates(folder, "ours");
        foreign = new Certificates(folder, "foreign");
        ec = ours.issue("ec", "EC");
        rsa = ours.issue("rsa", "RSA");
        stranger = foreign.issue("stranger", "EC");
    }

    private static HealthServer serve(Tls tls) throws IOException {
        return builder().tls(tls).start();
    }

    private static HealthServerBuilder builder() {
        return HealthServer.on(new ManualCandidate("node-1")).bind("127.0.0.1", 0);
    }

    private static Tls believing(Path authority) {
        return Tls.withoutCertificate().trusting(authority);
    }

    private static int ask(HealthServer server, Tls client) throws IOException, InterruptedException {
        return HttpTestClient.to(server.uri(), client).get("/livez").statusCode();
    }

    @Test
    void certificatesFromPemWithEcAndRsaKeysAreShown() throws Exception {
        for (Certificates.Pair pair : new Certificates.Pair[] {ec, rsa}) {
            try (HealthServer server = serve(pair.tls())) {
                assertThat(server.uri().getScheme()).isEqualTo("https");
                assertThat(ask(server, believing(ours.authority()))).isEqualTo(200);
            }
        }
    }

    @Test
    void certificateFromAKeystoreIsShown() throws Exception {
        try (HealthServer server = serve(Tls.keystore(rsa.keystore(), Certificates.PASSWORD))) {
            Tls client = Tls.withoutCertificate().trustingPem(Files.readString(ours.authority()));

            assertThat(ask(server, client)).isEqualTo(200);
        }
    }

    @Test
    void foreignAuthorityIsNotTrusted() throws Exception {
        try (HealthServer server = serve(ec.tls())) {
            assertThatThrownBy(() -> ask(server, believing(foreign.authority())))
                    .isInstanceOf(SSLHandshakeException.class);
            assertThatThrownBy(() -> ask(server, Tls.withoutCertificate())).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void foreignHostIsNotTrusted() throws Exception {
        Certificates.Pair elsewhere = ours.issue("elsewhere", "EC", "san=dns:elsewhere.example", "-0d");
        try (HealthServer server = serve(elsewhere.tls())) {
            assertThatThrownBy(() -> ask(server, believing(ours.authority())))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("127.0.0.1");
        }
    }

    @Test
    void expiredCertificateIsNotTrusted() throws Exception {
        Certificates.Pair expired = ours.issue("expired", "EC", "san=ip:127.0.0.1", "-10d");
        try (HealthServer server = serve(expired.tls())) {
            assertThatThrownBy(() -> ask(server, believing(ours.authority())))
                    .isInstanceOf(SSLHandshakeException.class)
                    .satisfies(refused -> assertThat(
                                    String.valueOf(refused.getMessage()).toLowerCase(Locale.ROOT))
                            .contains("validity"));
        }
    }

    @Test
    void oldTlsVersionsAreRefused() throws Exception {
        try (HealthServer server = serve(ec.tls());
                SSLSocket socket = (SSLSocket) believing(ours.authority())
                        .context()
                        .getSocketFactory()
                        .createSocket("127.0.0.1", server.port())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.1"});

            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
        }
    }

    @Test
    void tlsServerDoesNotAnswerPlainHttp() throws Exception {
        try (HealthServer server = serve(ec.tls())) {
            URI plain = URI.create("http://127.0.0.1:" + server.port());

            assertThatThrownBy(() -> HttpTestClient.to(plain).get("/livez")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void mutualTlsAcceptsOnlyClientsOfItsAuthority() throws Exception {
        Tls ofServer = ec.tls().trusting(ours.authority());
        try (HealthServer server = builder().mutualTls(ofServer).start()) {
            assertThat(elections(server, rsa.tls().trusting(ours.authority()))).isEqualTo(200);
            assertThat(elections(server, believing(ours.authority()))).isEqualTo(403);
            assertThat(elections(server, stranger.tls().trusting(ours.authority())))
                    .isEqualTo(403);
        }
    }

    private static int elections(HealthServer server, Tls client) throws IOException, InterruptedException {
        return HttpTestClient.to(server.uri(), client).get("/elections").statusCode();
    }

    @Test
    void impossibleSettingsAreRefusedWithRemedy() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tls.pem(ec.certificate(), rsa.key()))
                .withMessageContaining("rsa.key holds no key that belongs to the certificate");
        Certificates.Pair otherEc = ours.issue("other", "EC");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tls.pem(ec.certificate(), otherEc.key()))
                .withMessageContaining("belongs to the certificate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tls.pem(folder.resolve("none.pem"), ec.key()))
                .withMessageContaining("there is no file");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tls.pem(ec.key(), ec.key()))
                .withMessageContaining("certificate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tls.pem(ec.certificate(), ec.certificate()))
                .withMessageContaining("holds no private key");
        Path old = Files.writeString(
                folder.resolve("old.key"), Files.readString(rsa.key()).replace("PRIVATE KEY", "RSA PRIVATE KEY"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tls.pem(rsa.certificate(), old))
                .withMessageContaining("openssl pkcs8 -topk8");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tls.keystore(rsa.keystore(), "wrong-one".toCharArray()))
                .withMessageContaining("password");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().tls(Tls.withoutCertificate()))
                .withMessageContaining("Tls.pem");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().mutualTls(ec.tls()))
                .withMessageContaining("Tls.trusting");
    }

    @Test
    void messagesContainNoSecrets() throws Exception {
        String secret = Files.readString(rsa.key()).lines().skip(1).findFirst().orElseThrow();
        Path broken = Files.writeString(
                folder.resolve("broken.key"),
                "-----BEGIN PRIVATE KEY-----\n" + secret + "\n-----END PRIVATE KEY-----\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tls.pem(rsa.certificate(), broken))
                .withMessageNotContaining(secret)
                .withNoCause();
        assertThat(rsa.tls().toString()).isEqualTo("TLS with a certificate, trusting the authorities of the JDK");
    }
}
