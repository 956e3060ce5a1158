package dev.tenure.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The image, its layers unpacked and run in namespaces of their own, as a container engine would. */
@Tag("process")
@Timeout(600)
class ImageTest {
    private static final Pattern LAYER = Pattern.compile("blobs/sha256/[0-9a-f]{64}(?=\"[,\\]]+)");

    @TempDir
    private static Path folder;

    private static Path root;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        assumeTrue(Packages.has("image"), "made by -Pdist only");
        assumeTrue(Files.isWritable(Path.of("/etc/passwd")), "only root may make namespaces and devices");
        Shell shell = new Shell(folder);
        shell.output("tar", "-xf", image().toString());
        root = Files.createDirectory(folder.resolve("root"));
        String manifest = Files.readString(folder.resolve("manifest.json"));
        List<String> layers = LAYER.matcher(manifest.replaceFirst(".*Layers", ""))
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(layers).hasSize(3);
        for (String layer : layers) {
            shell.output("tar", "-xzf", layer, "-C", root.toString());
        }
        shell.output("mknod", "-m", "666", root.resolve("dev/null").toString(), "c", "1", "3");
        shell.output("mknod", "-m", "666", root.resolve("dev/random").toString(), "c", "1", "8");
        shell.output("mknod", "-m", "666", root.resolve("dev/urandom").toString(), "c", "1", "9");
    }

    private static Path image() {
        return Packages.file("tenure-" + Packages.VERSION + "-image-" + JavaRuntime.processor() + ".tar");
    }

    /** Returns a command line that runs the image's entry point as the first process, as its user. */
    private static List<String> contained(String... arguments) {
        String user = Integer.toString(ContainerImage.USER);
        List<String> line = new ArrayList<>(List.of(
                "unshare",
                "--fork",
                "--pid",
                "--mount",
                "--root=" + root,
                "--mount-proc",
                "--setuid=" + user,
                "--setgid=" + user,
                "/usr/bin/env",
                "-i",
                "PATH=/opt/tenure/bin:/usr/bin",
                "LANG=C.UTF-8",
                "XDG_STATE_HOME=/var/lib",
                "/opt/tenure/bin/tenure"));
        line.addAll(List.of(arguments));
        return line;
    }

    private static Shell.Ended run(String... arguments) throws IOException, InterruptedException {
        return new Shell(folder).run(contained(arguments).toArray(String[]::new));
    }

    private static Shell.Ended runScript(String script) throws IOException, InterruptedException {
        return run("run", "--ttl", "60s", "payroll", "--", "sh", "-c", script);
    }

    @Test
    void commandRunsAsAnOrdinaryUser() throws IOException, InterruptedException {
        Shell.Ended ended = runScript("id -u; echo $TENURE_ELECTION; exit 7");

        assertThat(ended.output()).as(ended.errors()).isEqualTo(ContainerImage.USER + "\npayroll\n");
        assertThat(ended.code()).isEqualTo(7);
    }

    @Test
    void versionIsThatOfTheBuild() throws IOException, InterruptedException {
        Shell.Ended ended = run("--version");

        assertThat(ended.output()).as(ended.errors()).isEqualTo("tenure " + Packages.VERSION + "\n");
    }

    /** The first process inherits what lost its parent, and must take note of its end. */
    @Test
    void orphansAreReaped() throws IOException, InterruptedException {
        Shell.Ended ended = runScript("orphan=$(sh -c 'tail -f /dev/null >/dev/null 2>&1 & echo $!');"
                + "kill -s KILL $orphan; tries=0;"
                + "while [ -d /proc/$orphan ] && [ $tries -lt 600 ]; do tries=$((tries + 1)); sleep 0.05; done;"
                + "[ -d /proc/$orphan ] && grep State /proc/$orphan/status || echo reaped");

        assertThat(ended.output()).as(ended.errors()).isEqualTo("reaped\n");
    }

    @Test
    void signalsReachTheCommand() throws IOException, InterruptedException {
        String script = "trap 'echo asked; exit 3' TERM; echo started; while :; do sleep 0.05; done";
        Process container = new ProcessBuilder(contained("run", "--ttl", "60s", "payroll", "--", "sh", "-c", script))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader output = container.inputReader(StandardCharsets.UTF_8);
        assertThat(output.readLine()).isEqualTo("started");

        container.children().forEach(ProcessHandle::destroy);

        assertThat(output.readLine()).isEqualTo("asked");
        assertThat(container.waitFor()).isEqualTo(143);
    }

    @Test
    void everyBlobHasTheDigestOfItsName() throws IOException, InterruptedException {
        String sums = new Shell(folder.resolve("blobs/sha256")).output("sh", "-c", "sha256sum *");

        assertThat(sums.lines()).hasSize(5).allMatch(line -> line.matches("([0-9a-f]{64})  \\1"));
        assertThat(folder.resolve("index.json")).content().contains("application/vnd.oci.image.manifest.v1+json");
    }

    @Test
    void whatTheMachineGaveIsListedWithItsLicences() {
        Path about = root.resolve("usr/share/doc");

        assertThat(about.resolve("tenure/IMAGE.txt")).content().contains("libc.so.6", "flock");
        assertThat(about.resolve("tenure/THIRD-PARTY.txt")).exists();
    }
}
