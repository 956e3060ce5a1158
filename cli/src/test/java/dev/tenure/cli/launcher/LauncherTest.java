package dev.tenure.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher: what a start loads, and that no archive of classes can spoil it. */
@Tag("process")
@Tag("slow")
@Timeout(1200)
class LauncherTest {
    /** What the JVM itself runs, whatever it is asked for, on all JDKs from 17 on. */
    private static final Pattern THREADS_OF_THE_JVM = Pattern.compile(
            "java|main|VM Thread|VM Periodic Tas"
                    + "|Reference Handl|Finalizer|Signal Dispatch|Service Thread|Monitor Deflati|C1 CompilerThre|Common-Cleaner");

    private static final Integer ROOT = 0;
    private static final int ANOTHER_USER = 65534;

    /** Making an archive takes long, so most tests share one checkout and its archive. */
    @TempDir
    private static Path shared;

    private static BuiltCheckout checkout;
    private static Path archive;
    private static Path copy;

    @TempDir
    Path folder;

    private String store;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        checkout = BuiltCheckout.in(shared.resolve("checkout"));
        greet(checkout, "file:" + shared.resolve("store"), Map.of());
        checkout.awaitArchive();
        archive = checkout.archives().get(0);
        copy = Files.copy(archive, shared.resolve("archive"), StandardCopyOption.COPY_ATTRIBUTES);
    }

    @BeforeEach
    void chooseStore() {
        store = "file:" + folder.resolve("store");
    }

    @AfterEach
    void restoreArchive() throws IOException {
        Files.deleteIfExists(archive);
        Files.copy(copy, archive, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private static BuiltCheckout.Printed greet(BuiltCheckout from, String store, Map<String, String> environment)
            throws IOException, InterruptedException {
        return from.run(environment, "run", "--store", store, "--ttl", "60s", "demo", "--", "echo", "hello");
    }

    private void assertGreets(BuiltCheckout from) throws IOException, InterruptedException {
        BuiltCheckout.Printed printed = greet(from, store, Map.of());

        assertThat(printed.output()).isEqualTo("hello\n");
        assertThat(printed.errors().lines()).allMatch(line -> line.startsWith("tenure: "));
    }

    /** Returns the lines of the JVM about the classes that a start loaded. */
    private List<String> loadedClasses() throws IOException, InterruptedException {
        Path log = folder.resolve("classes");
        greet(checkout, store, Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + log));
        return Files.readAllLines(log);
    }

    @Test
    void laterStartTakesItsClassesFromAnArchive() throws IOException, InterruptedException {
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
    }

    @Test
    void damagedArchiveIsIgnored() throws IOException, InterruptedException {
        byte[] whole = Files.readAllBytes(archive);

        for (int length : List.of(whole.length / 2, 1000, 0)) {
            replace(archive, Arrays.copyOf(whole, length));
            assertGreets(checkout);
        }
        replace(archive, "nothing that a JVM could read\n".getBytes(StandardCharsets.UTF_8));
        assertGreets(checkout);
        assertThat(checkout.archives()).as("nobody made another").containsExactly(archive);
    }

    private static void replace(Path archive, byte[] content) throws IOException {
        Files.delete(archive);
        Files.write(archive, content);
    }

    @Test
    void archiveOfOtherJarsIsIgnored() throws IOException, InterruptedException {
        Path jar = checkout.built().resolve("tenure-cli.jar");
        FileTime before = Files.getLastModifiedTime(jar);
        Files.setLastModifiedTime(jar, FileTime.from(before.toInstant().minus(Duration.ofMinutes(5))));

        assertGreets(checkout);
        assertThat(loadedClasses()).noneMatch(LauncherTest::isArchivedClassOfTenure);

        Files.setLastModifiedTime(jar, before);
    }

    /** An archive is code: it is used only if nobody but this user or the owner of the jars can have written it. */
    @Test
    void archiveThatOthersMayWriteIsNotUsed() throws IOException, InterruptedException {
        Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r--rw-"));

        assertThat(loadedClasses()).noneMatch(LauncherTest::isArchivedClassOfTenure);
    }

    @Test
    void archiveOfAnotherUserIsNotUsed() throws IOException, InterruptedException {
        assumeTrue(
                ROOT.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")), "only root can give a file away");
        Files.setAttribute(archive, "unix:uid", ANOTHER_USER);

        assertThat(loadedClasses()).noneMatch(LauncherTest::isArchivedClassOfTenure);

        Path jar = checkout.built().resolve("tenure-cli.jar");
        Files.setAttribute(jar, "unix:uid", ANOTHER_USER);
        assertThat(loadedClasses())
                .as("of the owner of the jar, whose code runs anyway")
                .anyMatch(LauncherTest::isArchivedClassOfTenure);
        Files.setAttribute(jar, "unix:uid", ROOT);
    }

    @Test
    void linkInPlaceOfAnArchiveIsNotFollowed() throws IOException, InterruptedException {
        Files.createSymbolicLink(archive, Files.move(archive, folder.resolve("elsewhere")));

        assertThat(loadedClasses()).noneMatch(LauncherTest::isArchivedClassOfTenure);
    }

    /** The launcher cannot know the store then, so it must leave out none. */
    @Test
    void argumentsInAFileHaveAllLibraries() throws IOException, InterruptedException {
        Path arguments = Files.writeString(folder.resolve("arguments"), "--store " + store);

        assertThat(commandLine("@" + arguments)).contains("/lib/usual/", "/lib/more/");
        assertThat(commandLine("--store=" + store)).contains("/lib/usual/").doesNotContain("/lib/more/");
    }

    /** Returns the command line of the JVM, which is the parent of the command that it runs. */
    private static String commandLine(String argument) throws IOException, InterruptedException {
        String show = "cat /proc/$PPID/cmdline";
        return checkout.run(Map.of(), "run", argument, "--ttl", "60s", "demo", "--", "sh", "-c", show)
                .output();
    }

    private static boolean isArchivedClassOfTenure(String line) {
        return line.matches(".* dev\\.tenure\\..* shared objects file.*");
    }

    @Test
    void archiveOlderThanAJarIsMadeAnew() throws IOException, InterruptedException {
        Files.setLastModifiedTime(archive, FileTime.fromMillis(0));

        assertGreets(checkout);
        checkout.awaitArchive();

        assertThat(loadedClasses()).anyMatch(LauncherTest::isArchivedClassOfTenure);
    }

    @Test
    void severalFirstStartsWork() throws IOException, InterruptedException {
        Files.delete(archive);
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
        assertThat(checkout.archives()).containsExactly(archive);
        assertThat(loadedClasses()).anyMatch(LauncherTest::isArchivedClassOfTenure);
    }

    /** JDK 17 archives no classes of jars in a folder with a space in its name, which must not matter otherwise. */
    @Test
    void startWorksWhereNoArchiveCanBeMade() throws IOException, InterruptedException {
        BuiltCheckout other = BuiltCheckout.in(folder.resolve("a checkout"));
        Files.createDirectory(other.built().resolve("launcher.lock"));

        assertGreets(other);

        assertThat(other.archives()).isEmpty();
    }

    /** The threads that a wrapper keeps while it waits are counted by their names, which the kernel cuts. */
    @Test
    void waitingCommandHasFewThreads() throws IOException, InterruptedException {
        Process leader = start("first");
        awaitLine(leader, "first leads");
        Process follower = start("second");
        try {
            awaitLine(follower, "second waits");
            List<String> threads = threads(follower.pid());

            assertThat(threads.stream()
                            .filter(name -> !THREADS_OF_THE_JVM.matcher(name).matches()))
                    .as("threads beyond those of the JVM: %s", threads)
                    .allMatch(
                            name -> name.matches(
                                    "tenure-(loop|aside|relay|store|file)-.*|FileSystemWatch.*|tenure-guardian|process reaper.*"))
                    .hasSizeLessThanOrEqualTo(12);
            assertThat(threads).filteredOn(name -> name.startsWith("C1")).hasSize(1);
        } finally {
            follower.destroy();
            leader.destroy();
            follower.waitFor();
            leader.waitFor();
        }
    }

    private Process start(String name) throws IOException {
        return checkout.start(
                Map.of(), "run", "--store", store, "--ttl", "60s", "--as", name, "demo", "--", "sleep", "1000");
    }

    /** Waits until the process says so, or ends. */
    private static void awaitLine(Process process, String words) throws IOException {
        BufferedReader errors = process.errorReader(StandardCharsets.UTF_8);
        String line = errors.readLine();
        while (line != null && !line.contains(words)) {
            line = errors.readLine();
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
