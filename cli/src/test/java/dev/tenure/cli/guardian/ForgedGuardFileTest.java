package dev.tenure.cli.guardian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.cli.store.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guard files with forged content: a guardian kills nobody because of them, and writes through no link. */
@Timeout(60)
class ForgedGuardFileTest {
    private static final long PATIENCE_SECONDS = 40;

    /** Tells whether another process is alive after a guardian has read the file and ended. */
    private static final String DRIVER = """
            set -u
            umask 077
            : >tree
            place=$(cat /proc/sys/kernel/random/boot_id)/$(readlink /proc/self/ns/pid)
            birth() { stat=$(cat "/proc/$1/stat"); set -- ${stat##*) }; echo "${20}"; }
            sleep 50 &
            bystander=$!
            case $1 in
                init) echo "5 1 $(birth 1) $place" ;;
                ours) echo "5 $$ $(birth $$) $place" ;;
                all) echo "5 -1 $(birth 1) $place" ;;
                none) echo "5 0 $(birth 1) $place" ;;
                words) echo ".* $bystander $(birth "$bystander") $place" ;;
            esac >guardian
            read -r uptime _ </proc/uptime
            printf 'guard 99999\\nterm 7\\ntrust %s00\\n' "$((${uptime%.*} + 50))" |
                TENURE_GUARDIAN_LOCK=$PWD/guardian TENURE_TREE_LOCK=$PWD/tree \\
                    setsid sh -c 'eval "$TENURE_GUARDIAN"' tenure-guardian 10 "$place" "$(id -u)"
            ! kill -0 "$bystander" || echo "bystander lives"
            """;

    @TempDir
    Path folder;

    /** In a separate process id namespace: if a guardian believed such a line, it would kill everything in it. */
    @ParameterizedTest
    @ValueSource(strings = {"init", "ours", "all", "none", "words"})
    void forgedLineKillsNobody(String line) throws IOException, InterruptedException {
        assumeTrue(
                ended("unshare", "-rpf", "--kill-child", "--mount-proc", "true").exitValue() == 0,
                "no namespaces here");

        Process driver = ended("unshare", "-rpf", "--kill-child", "--mount-proc", "sh", "-c", DRIVER, "driver", line);

        assertThat(Files.readString(folder.resolve("said")).lines()).contains("ready", "gone", "bystander lives");
        assertThat(driver.exitValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"guardian", "tree"})
    void linkCreatedAfterTheCheckIsRefused(String which) throws IOException, InterruptedException {
        Path guards = folder.toRealPath().resolve("guards");
        GuardFiles files = GuardFiles.in(guards, "demo");
        Path victim = folder.resolve("victim");
        Files.move(which.equals("tree") ? files.tree() : files.guardian(), victim);
        Files.writeString(victim, "precious");
        Files.createSymbolicLink(guards.resolve("demo." + which), victim);

        Files.writeString(folder.resolve("orders"), "term 7\ntrust 999999999999\n");

        Process guardian = ended(
                "setsid",
                "sh",
                "-c",
                "eval \"$TENURE_GUARDIAN\"",
                "tenure-guardian",
                "10",
                Guardian.place(),
                Integer.toString(PrivateFiles.user()));

        assertThat(victim).hasContent("precious");
        assertThat(Files.readString(folder.resolve("said"))).contains("are no longer the files they were");
        assertThat(guardian.exitValue()).isEqualTo(77);
    }

    private Process ended(String... command) throws IOException, InterruptedException {
        Path orders = folder.resolve("orders");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Files.exists(orders) ? orders.toFile() : new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("TENURE_GUARDIAN", ShellTools.script("guardian.sh"));
        Path guards = folder.toRealPath().resolve("guards");
        builder.environment()
                .put(Guardian.GUARDIAN_LOCK, guards.resolve("demo.guardian").toString());
        builder.environment()
                .put(Guardian.TREE_LOCK, guards.resolve("demo.tree").toString());
        Process process = builder.start();
        boolean inTime = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        assertThat(inTime).as("ended in time").isTrue();
        return process;
    }
}
