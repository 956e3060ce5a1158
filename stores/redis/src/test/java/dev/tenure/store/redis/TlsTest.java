package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
@Timeout(60)
class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    Path folder;

    @Test
    void theCertificateMustBeTrustedAndMatchTheHost() throws Exception {
        Path store = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=redis",
                        "-ext",
                        "san=dns:localhost",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        "-storetype",
                        "PKCS12")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        Path certificate = pem("CERTIFICATE", keys.getCertificate("redis").getEncoded());
        Path key =
                pem("PRIVATE KEY", keys.getKey("redis", PASSWORD.toCharArray()).getEncoded());
        Path trust = folder.resolve("trust.p12");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("redis", keys.getCertificate("redis"));
        try (var out = Files.newOutputStream(trust)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        int port = ServerPorts.free();
        try (TestServer node = TestServer.start(
                "--tls-port",
                "" + port,
                "--tls-cert-file",
                "" + certificate,
                "--tls-key-file",
                "" + key,
                "--tls-auth-clients",
                "no")) {
            String trusting = "?truststore=" + trust + "&truststore-password=" + PASSWORD;
            try (LeaseStore good = Stores.open("rediss://localhost:" + port + trusting);
                    LeaseStore otherHost = Stores.open("rediss://127.0.0.1:" + port + trusting);
                    LeaseStore untrusting = Stores.open("rediss://localhost:" + port)) {
                assertThat(good.inspect("a", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
                StoreTestSteps.elect(good, "a");
                StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> otherHost.inspect("a", StoreTestSteps.soon()));
                StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> untrusting.inspect("a", StoreTestSteps.soon()));
            }
            assertThat(node.port()).isNotEqualTo(port);
        }
    }

    private Path pem(String what, byte[] content) throws Exception {
        String text = Base64.getMimeEncoder().encodeToString(content);
        return Files.writeString(
                folder.resolve(what.replace(' ', '-')),
                "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
