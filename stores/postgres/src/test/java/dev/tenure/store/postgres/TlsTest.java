package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.StoreTestSteps;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server with TLS and a certificate of the test. */
@Tag("server")
@Timeout(120)
class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    static Path folder;

    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws Exception {
        Path key = certificate("server");
        server = TestServer.careful()
                .setServerConfig("ssl", "on")
                .setServerConfig("ssl_cert_file", root("server").toString())
                .setServerConfig("ssl_key_file", key.toString())
                .start();
    }

    @AfterAll
    static void stop() {
        TestServer.stop(server);
    }

    @Test
    void trustedServerIsUsedEncrypted() throws SQLException {
        try (LeaseStore store = open("localhost", "verify-full&sslrootcert=" + root("server"))) {
            StoreTestSteps.elect(store, "a");

            assertThat(encrypted()).isEqualTo("t");
        }
    }

    @Test
    void unknownCertificateIsRefusedInOneLine() throws Exception {
        certificate("stranger");
        try (LeaseStore store = open("localhost", "verify-full&sslrootcert=" + root("stranger"))) {
            StoreTestSteps.assertFails(
                            Kind.MISCONFIGURED, () -> store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()))
                    .withMessageContaining("sslrootcert")
                    .withMessageNotContaining("\n");
        }
    }

    @Test
    void certificateOfAnotherHostIsRefused() {
        try (LeaseStore store = open("127.0.0.1", "verify-full&sslrootcert=" + root("server"))) {
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()))
                    .withMessageContaining("127.0.0.1")
                    .withMessageNotContaining("\n");
        }
    }

    @Test
    void serverWithoutTlsIsRefusedIfRequired() {
        String uri = "postgres://postgres@localhost:" + TestServer.SHARED.getPort() + "/postgres?sslmode=require";
        try (LeaseStore store = Stores.open(uri)) {
            StoreTestSteps.assertFails(
                            Kind.MISCONFIGURED, () -> store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()))
                    .withMessageContaining("does not support SSL")
                    .withMessageContaining("sslmode");
        }
    }

    private static LeaseStore open(String host, String sslmode) {
        return Stores.open("postgres://postgres@" + host + ":" + server.getPort()
                + "/postgres?application-name=over-tls&sslmode=" + sslmode);
    }

    private static String encrypted() throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity"
                        + " USING (pid) WHERE application_name = 'over-tls'")) {
            row.next();
            return row.getString(1);
        }
    }

    private static Path root(String name) {
        return folder.resolve(name + ".crt");
    }

    /** Makes a certificate for localhost that vouches for itself, and returns the file of its key. */
    private static Path certificate(String name) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        name,
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Path key = folder.resolve(name + ".key");
        write(root(name), "CERTIFICATE", keys.getCertificate(name).getEncoded());
        write(key, "PRIVATE KEY", keys.getKey(name, PASSWORD.toCharArray()).getEncoded());
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        return key;
    }

    private static void write(Path file, String what, byte[] content) throws IOException {
        String encoded = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + encoded + "\n-----END " + what + "-----\n");
    }
}
