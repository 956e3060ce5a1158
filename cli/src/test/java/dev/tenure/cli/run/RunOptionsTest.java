package dev.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Options of {@code tenure run} about its command: hooks, another run, input, settings, and where its state is. */
@Tag("process")
@Timeout(120)
class RunOptionsTest {
    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    private TenureProcess.Finished run(String script, String... options) throws IOException, InterruptedException {
        environment.putIfAbsent("TENURE_STORE", "file:" + folder.resolve("store"));
        // The ttl is long so that a busy machine loses no term.
        List<String> arguments = new ArrayList<>(List.of("run", "--as", "me", "--ttl", "60s"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("demo", "--", "sh", "-c", script));
        return TenureProcess.run(environment, arguments.toArray(String[]::new));
    }

    @Test
    void hooksRunBeforeAndAfterTheCommand() throws IOException, InterruptedException {
        TenureProcess.Finished finished = run(
                "echo runs",
                "--on-elected",
                "echo up $TENURE_ELECTION",
                "--on-lost",
                "echo down $TENURE_CANDIDATE $TENURE_OUTCOME; exit 3");

        assertThat(finished.output()).as(finished.errors()).isEqualTo("up demo\nruns\ndown me ended\n");
        assertThat(finished.errors()).contains("--on-lost ended with exit code 3");
        assertThat(finished.code()).isZero();
    }

    @Test
    void failedHookKeepsTheCommandFromStarting() throws IOException, InterruptedException {
        TenureProcess.Finished finished = run("echo runs", "--on-elected", "exit 5");

        assertThat(finished.output()).isEmpty();
        assertThat(finished.code()).isEqualTo(5);
    }

    /** The hook belongs to the term, so a second run in it has none. */
    @Test
    void failedCommandRunsAgainInTheSameTerm() throws IOException, InterruptedException {
        String script = "echo $TENURE_TOKEN >>runs; [ $(wc -l <runs) -ge 2 ]";

        TenureProcess.Finished finished =
                run("cd " + folder + " && " + script, "--restart", "failure", "--on-elected", "echo up");

        assertThat(finished.code()).as(finished.errors()).isZero();
        List<String> tokens = Files.readAllLines(folder.resolve("runs"));
        assertThat(tokens).hasSize(2);
        assertThat(tokens.get(0)).isEqualTo(tokens.get(1));
        assertThat(finished.output()).isEqualTo("up\n");
        assertThat(finished.errors()).contains("ended with exit code 1: it runs again in 1s");
    }

    @Test
    void unhealthyMachineIsNotElected() throws IOException, InterruptedException {
        TenureProcess.Finished finished = run("echo runs", "--health-command", "false", "--wait", "2s");

        assertThat(finished.output()).isEmpty();
        assertThat(finished.code()).as(finished.errors()).isEqualTo(75);
    }

    @Test
    void healthyMachineIsElected() throws IOException, InterruptedException {
        assertThat(run("echo runs", "--health-command", "true").output()).isEqualTo("runs\n");
    }

    @Test
    void optionBeatsEnvironmentAndEnvironmentBeatsFile() throws IOException, InterruptedException {
        Path settings = Files.writeString(folder.resolve("settings"), "as = from-file\nttl = 60s\nonce = true\n");
        environment.put("TENURE_CONFIG", settings.toString());
        environment.put("TENURE_STORE", "file:" + folder.resolve("store"));
        String[] line = {"run", "demo", "--", "sh", "-c", "echo $TENURE_CANDIDATE"};

        assertThat(TenureProcess.run(environment, line).output()).isEqualTo("from-file\n");
        environment.put("TENURE_AS", "from-environment");
        assertThat(TenureProcess.run(environment, line).output()).isEqualTo("from-environment\n");
        assertThat(run("echo $TENURE_CANDIDATE").output()).isEqualTo("me\n");
    }

    @Test
    void wrongSettingsAreRefused() throws IOException, InterruptedException {
        Path settings = Files.writeString(folder.resolve("settings"), "tll = 15s\n");
        assertThat(run("echo runs", "--config", settings.toString()).errors()).contains("know no option tll");

        Files.writeString(settings, "on-elected = echo mine\n");
        Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-r--rw-"));
        TenureProcess.Finished finished = run("echo runs", "--config", settings.toString());
        assertThat(finished.errors()).contains("may be written by every user");
        assertThat(finished.code()).isEqualTo(78);
    }

    /** No folder can be made in /proc, not even by root. */
    @Test
    void readOnlyHomeIsNamedWithTheVariable() throws IOException, InterruptedException {
        environment.putAll(Map.of("HOME", "/proc/nowhere", "XDG_STATE_HOME", ""));

        TenureProcess.Finished finished = TenureProcess.run(environment, "run", "demo", "--", "true");

        assertThat(finished.errors()).contains("set XDG_STATE_HOME").doesNotContain("Exception");
        assertThat(finished.code()).isEqualTo(73);
    }

    @Test
    void readOnlyHomeIsNoHindranceWithAStoreElsewhere() throws IOException, InterruptedException {
        environment.putAll(Map.of(
                "HOME",
                "/proc/nowhere",
                "XDG_STATE_HOME",
                "",
                "XDG_RUNTIME_DIR",
                folder.toString(),
                "TENURE_STORE",
                "redis://127.0.0.1:1"));

        TenureProcess.Finished finished = run("true", "--wait", "100ms");

        assertThat(finished.errors()).contains("locks of commands are in " + folder.resolve("tenure"));
        assertThat(folder.resolve("tenure/guards")).isDirectory();
        assertThat(finished.code()).isEqualTo(75);
    }
}
