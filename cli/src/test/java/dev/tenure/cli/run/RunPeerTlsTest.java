package dev.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.cli.fixtures.PeerFleet;
import dev.tenure.cli.fixtures.SelfSignedCertificate;
import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tenure run --peer} over TLS, on a store that passes on no requests. */
@Tag("process")
@Timeout(90)
class RunPeerTlsTest {
    @TempDir
    Path folder;

    private PeerFleet fleet;
    private SelfSignedCertificate ours;

    @BeforeEach
    void open() throws IOException, InterruptedException, GeneralSecurityException {
        fleet = new PeerFleet(folder);
        ours = SelfSignedCertificate.in(folder, "ours");
    }

    @AfterEach
    void close() throws IOException {
        fleet.close();
    }

    private TenureProcess start(String name) throws IOException {
        return fleet.start(
                name, "--peer-tls", ours.pair(), "--peer-ca", ours.certificate().toString());
    }

    private TenureProcess.Finished resign(String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("resign", "demo", "--json"));
        arguments.addAll(List.of(options));
        return fleet.tenure(arguments.toArray(String[]::new));
    }

    @Test
    void resignReachesTheLeaderOverTls() throws IOException, InterruptedException {
        TenureProcess alice = start("alice");
        fleet.awaitCommandOf("alice");
        start("bob");

        TenureProcess.Finished resigned = resign(
                "--peer-tls", ours.pair(), "--peer-ca", ours.certificate().toString());

        assertThat(resigned.code()).as(resigned.errors()).isZero();
        assertThat(JsonReader.object(resigned.output())).extracting("result").isIn("moved", "vacant");
        fleet.awaitCommandOf("bob");
        assertThat(alice.stderr()).contains("alice gave up demo: resigned as ");
    }

    @Test
    void untrustedCertificatesAreRefusedOnBothSides()
            throws IOException, InterruptedException, GeneralSecurityException {
        SelfSignedCertificate strangers = SelfSignedCertificate.in(folder, "strangers");
        String authority = ours.certificate().toString();
        TenureProcess alice = start("alice");
        fleet.awaitCommandOf("alice");

        TenureProcess.Finished without = resign("--wait", "0s");
        TenureProcess.Finished nameless = resign("--wait", "0s", "--peer-ca", authority);
        TenureProcess.Finished stranger =
                resign("--wait", "0s", "--peer-tls", strangers.pair(), "--peer-ca", authority);
        TenureProcess.Finished unbelieving = resign(
                "--wait",
                "0s",
                "--peer-tls",
                ours.pair(),
                "--peer-ca",
                strangers.certificate().toString());

        assertThat(without.errors()).contains("passes no requests on");
        assertThat(without.code()).isEqualTo(78);
        assertThat(List.of(nameless, stranger, unbelieving))
                .allSatisfy(refused -> assertThat(refused.code()).isNotZero())
                .allSatisfy(refused -> assertThat(refused.errors().lines())
                        .as(refused.errors())
                        .hasSize(1));
        assertThat(nameless.errors()).contains("or show --peer-tls CERT,KEY");
        assertThat(unbelieving.errors()).contains("its certificate is not accepted");
        assertThat(alice.stderr()).doesNotContain("gave up");
    }
}
