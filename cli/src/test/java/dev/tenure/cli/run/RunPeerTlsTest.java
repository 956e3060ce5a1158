package dev.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.cli.fixtures.LeaseOnlyProvider;
import dev.tenure.cli.fixtures.SelfSignedCertificate;
import dev.tenure.cli.fixtures.SharedLog;
import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    private final List<TenureProcess> wrappers = new ArrayList<>();
    private SharedLog log;
    private Map<String, String> environment;
    private SelfSignedCertificate ours;

    @BeforeEach
    void prepare() throws IOException, InterruptedException, GeneralSecurityException {
        log = SharedLog.in(folder);
        ours = SelfSignedCertificate.in(folder, "ours");
        environment = Map.of(
                "CLASSPATH", LeaseOnlyProvider.announceIn(folder).toString(),
                "TENURE_STORE", "bare:" + folder.resolve("store"),
                "XDG_STATE_HOME", folder.resolve("state").toString());
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        for (TenureProcess wrapper : wrappers) {
            wrapper.forget();
        }
        log.close();
    }

    private void start(String name) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", "--as", name, "--peer", "127.0.0.1:0", "--peer-tls"));
        arguments.addAll(List.of(ours.pair(), "--peer-ca", ours.certificate().toString()));
        arguments.addAll(List.of("demo", "--", "sh", "-c", "echo " + name + "; exec sleep 60"));
        wrappers.add(TenureProcess.start(log.file(), environment, arguments));
    }

    private TenureProcess.Finished resign(String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("resign", "demo", "--json"));
        arguments.addAll(List.of(options));
        return TenureProcess.run(environment, arguments.toArray(String[]::new));
    }

    @Test
    void resignReachesTheLeaderOverTls() throws IOException, InterruptedException {
        start("alice");
        log.await("alice's start", line -> line.equals("alice"));
        start("bob");

        TenureProcess.Finished resigned = resign(
                "--peer-tls", ours.pair(), "--peer-ca", ours.certificate().toString());

        assertThat(resigned.code()).as(resigned.errors()).isZero();
        assertThat(JsonReader.object(resigned.output())).extracting("result").isIn("moved", "vacant");
        log.await("bob's start", line -> line.equals("bob"));
        assertThat(wrappers.get(0).stderr()).contains("alice gave up demo: resigned as ");
    }

    @Test
    void untrustedCertificatesAreRefusedOnBothSides()
            throws IOException, InterruptedException, GeneralSecurityException {
        SelfSignedCertificate strangers = SelfSignedCertificate.in(folder, "strangers");
        String authority = ours.certificate().toString();
        start("alice");
        log.await("alice's start", line -> line.equals("alice"));

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
        assertThat(wrappers.get(0).stderr()).doesNotContain("gave up");
    }
}
