package dev.tenure.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher: what a start loads, and that no archive of classes can spoil it. */
@Tag("process")
@Tag("slow")
@Timeout(400)
class LauncherTest {
    /** What the JVM itself runs, whatever it is asked for, on all JDKs from 17 on. */
    private static final Pattern THREADS_OF_THE_JVM = Pattern.compile(
            "java|main|VM Thread|VM Periodic Tas"
                    + "|Reference Handl|Finalizer|Signal Dispatch|Service Thread|Monitor Deflati|C1 CompilerThre|Common-Cleaner");

    @TempDir
    Path folder;

    private BuiltCheckout checkout;
    private String store;

    @BeforeEach
    void build() throws IOException {
        checkout = BuiltCheckout.in(folder.resolve("checkout"));
        store = "file:" + folder.resolve("store");
    }

    private BuiltCheckout.Printed greet(Map<String, String> environment) throws IOException, InterruptedException {
        return checkout.run(environment, "run", "--store", store, "--ttl", "60s", "demo", "--", "echo", "hello");
    }

    private void assertGreets() throws IOException, InterruptedException {
        BuiltCheckout.Printed printed = greet(Map.of());

        assertThat(printed.output()).isEqualTo("hello\n");
        assertThat(printed.errors().lines()).allMatch(line -> line.startsWith("tenure: "));
    }

    /** Returns the lines of the JVM about the classes it loaded. */
    private List<String> loadedClasses() throws IOException, InterruptedException {
        Path log = folder.resolve("classes");
        greet(Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + log));
        return Files.readAllLines(log);
    }

    @Test
    void laterStartTakesItsClassesFromAnArchive() throws IOException, InterruptedException {
        assertGreets();
        checkout.awaitArchive();

        List<String> classes = loadedClasses();

        assertThat(classes)
                .filteredOn(line -> line.contains(" dev.tenure."))
                .filteredOn(line -> !line.contains("source: shared objects file"))
                .as("classes that are not in the archive")
                .hasSizeLessThan(classes.size() / 20);
        assertThat(classes)
                .as("libraries of stores that are not used")
                .noneMatch(
                        line -> line.matches(
                                ".* (org\\.postgresql|redis\\.clients|software\\.amazon|org\\.apache\\.kafka|org\\.slf4j)\\..*"));
        assertThat(classes)
                .as("stores that are not used")
                .noneMatch(line -> line.matches(
                        ".* dev\\.tenure\\.store\\.(postgres|redis|dynamodb|s3|route53|kafka|memory)\\..*"));
        assertThat(classes).as("servers that are not asked for").noneMatch(line -> line.contains("HealthServer "));
    }

    @Test
    void damagedArchiveIsIgnored() throws IOException, InterruptedException {
        assertGreets();
        checkout.awaitArchive();
        Path archive = checkout.archives().get(0);
        byte[] whole = Files.readAllBytes(archive);

        for (int length : List.of(whole.length / 2, 1000, 0)) {
            replace(archive, Arrays.copyOf(whole, length));
            assertGreets();
        }
        replace(archive, "nothing that a JVM could read\n".getBytes(StandardCharsets.UTF_8));
        assertGreets();
        assertThat(checkout.archives()).as("nobody made another").containsExactly(archive);
    }

    private static void replace(Path archive, byte[] content) throws IOException {
        Files.delete(archive);
        Files.write(archive, content);
    }

    @Test
    void archiveOfOtherJarsIsIgnored() throws IOException, InterruptedException {
        assertGreets();
        checkout.awaitArchive();
        Path archive = checkout.archives().get(0);
        Path jar = checkout.built().resolve("tenure-cli.jar");
        FileTime now = Files.getLastModifiedTime(archive);
        Files.setLastModifiedTime(jar, FileTime.from(now.toInstant().minus(Duration.ofMinutes(5))));

        assertGreets();

        assertThat(loadedClasses()).noneMatch(line -> line.matches(".* dev\\.tenure\\..* shared objects file"));
    }

    @Test
    void archiveOlderThanAJarIsMadeAnew() throws IOException, InterruptedException {
        assertGreets();
        checkout.awaitArchive();
        Path archive = checkout.archives().get(0);
        Files.setLastModifiedTime(archive, FileTime.fromMillis(0));

        assertGreets();
        while (Files.exists(archive) && Files.getLastModifiedTime(archive).toMillis() == 0) {
            checkout.awaitArchive();
        }

        assertThat(loadedClasses())
                .anyMatch(line -> line.matches(".* dev\\.tenure\\.cli\\.Main .*shared objects file"));
    }

    @Test
    void severalFirstStartsWork() throws IOException, InterruptedException {
        List<Process> started = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            started.add(checkout.start(
                    Map.of(), "run", "--store", store, "--ttl", "60s", "demo-" + i, "--", "echo", "hello"));
        }

        for (Process each : started) {
            assertThat(each.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("hello");
            assertThat(each.waitFor()).isZero();
        }
        checkout.awaitArchive();
        assertThat(checkout.archives()).hasSize(1);
        assertGreets();
    }

    /** JDK 17 archives no classes of jars in a folder with a space in its name, which must not matter otherwise. */
    @Test
    void startWorksWhereNoArchiveCanBeMade() throws IOException, InterruptedException {
        checkout = BuiltCheckout.in(folder.resolve("a checkout"));
        Files.createDirectory(checkout.built().resolve("launcher.lock"));

        assertGreets();

        assertThat(checkout.archives()).isEmpty();
    }

    /** The threads that a wrapper keeps while it waits are counted by their names, which the kernel cuts. */
    @Test
    void waitingCommandHasFewThreads() throws IOException, InterruptedException {
        Process leader = checkout.start(
                Map.of(), "run", "--store", store, "--ttl", "60s", "--as", "first", "demo", "--", "sleep", "1000");
        Process follower = checkout.start(
                Map.of(), "run", "--store", store, "--ttl", "60s", "--as", "second", "demo", "--", "sleep", "1000");
        try (BufferedReader errors = follower.errorReader(StandardCharsets.UTF_8)) {
            String line = errors.readLine();
            while (line != null && !line.contains("second waits")) {
                line = errors.readLine();
            }
            List<String> threads = threads(follower.pid());

            assertThat(threads.stream()
                            .filter(name -> !THREADS_OF_THE_JVM.matcher(name).matches()))
                    .as("threads beyond those of the JVM: %s", threads)
                    .allMatch(name -> name.matches("tenure-(loop|aside|relay|store|file|guardian).*|process reaper.*"))
                    .hasSizeLessThanOrEqualTo(12);
            assertThat(threads).filteredOn(name -> name.startsWith("C1")).hasSize(1);
        } finally {
            follower.destroy();
            leader.destroy();
            follower.waitFor();
            leader.waitFor();
        }
    }

    private static List<String> threads(long pid) throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks.toList()) {
                names.add(Files.readString(task.resolve("comm")).strip());
            }
        }
        return names;
    }
}
