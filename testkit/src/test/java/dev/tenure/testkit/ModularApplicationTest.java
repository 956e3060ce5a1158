package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.store.memory.MemoryStore;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application with a module-info of its own tests its code with the doubles. It is compiled and run here. */
@Tag("process")
class ModularApplicationTest {
    private static final String APPLICATION = """
            package shop;

            public final class Payroll {
                public int runs;

                public Payroll(dev.tenure.Candidate node) {
                    node.stand("payroll").leadEvery(java.time.Duration.ofHours(1), term -> runs++);
                }
            }
            """;

    private static final String TEST = """
            package %s;

            import dev.tenure.testkit.ManualCandidate;
            import dev.tenure.testkit.ManualElection;
            import java.time.Duration;
            import shop.Payroll;

            public final class PayrollTest {
                public static void main(String[] arguments) {
                    try (ManualCandidate node = new ManualCandidate("node-1", Duration.ofSeconds(1))) {
                        Payroll payroll = new Payroll(node);
                        ManualElection election = node.election("payroll");
                        election.acquire();
                        election.settle();
                        election.elapse(Duration.ofHours(1));
                        election.settle();
                        election.lose("test");
                        node.standForShards("orders", 2);
                        node.addCandidate("payroll", "node-2");
                        node.leaderIs("payroll", "node-2");
                        System.out.println(payroll.runs + " runs, "
                                + Payroll.class.getModule() + ", "
                                + dev.tenure.Candidate.class.getModule() + ", "
                                + ManualCandidate.class.getModule().getName());
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path application;

    @BeforeEach
    void compileTheApplication() throws Exception {
        application = folder.resolve("application");
        Path sources = folder.resolve("application-sources");
        write(sources.resolve("module-info.java"), "module shop { requires transitive dev.tenure; exports shop; }");
        write(sources.resolve("shop/Payroll.java"), APPLICATION);
        compile(sources, application, "-p", of(Candidate.class));
    }

    @Test
    @DisplayName(
            "tests patched into the application's module, with the test kit on the class path, as Surefire runs them")
    void doublesRunBesideTheModulePath() throws Exception {
        Path tests = folder.resolve("tests");
        Path sources = folder.resolve("test-sources");
        write(sources.resolve("shop/PayrollTest.java"), TEST.formatted("shop"));
        List<String> asSurefire = List.of(
                "-p",
                path(application.toString(), of(Candidate.class)),
                "-cp",
                path(of(ManualCandidate.class), of(MemoryStore.class)),
                "--add-modules",
                "shop",
                "--add-reads",
                "shop=ALL-UNNAMED",
                "--patch-module");
        compile(sources, tests, concat(asSurefire, "shop=" + sources));

        String printed = run(concat(asSurefire, "shop=" + tests, "-m", "shop/shop.PayrollTest"));

        assertThat(printed).isEqualTo("2 runs, module shop, module dev.tenure, null");
    }

    @Test
    @DisplayName("tests in a module of their own that requires the test kit")
    void doublesRunOnTheModulePath() throws Exception {
        Path tests = folder.resolve("tests");
        Path sources = folder.resolve("test-sources");
        write(
                sources.resolve("module-info.java"),
                "module shop.test { requires shop; requires dev.tenure.testkit; exports shop.test; }");
        write(sources.resolve("shop/test/PayrollTest.java"), TEST.formatted("shop.test"));
        compile(sources, tests, "-p", path(application.toString(), modulesOfTheTestKit()));

        String printed = run(
                "-p",
                path(application.toString(), tests.toString(), modulesOfTheTestKit()),
                "-m",
                "shop.test/shop.test.PayrollTest");

        assertThat(printed).isEqualTo("2 runs, module shop, module dev.tenure, dev.tenure.testkit");
    }

    /** Returns all that these tests run with, but the tests themselves. */
    private static String modulesOfTheTestKit() throws URISyntaxException {
        String own = of(ModularApplicationTest.class);
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.equals(own))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String of(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    private static String path(String... entries) {
        return String.join(File.pathSeparator, entries);
    }

    private static String[] concat(List<String> options, String... more) {
        return Stream.concat(options.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void compile(Path sources, Path classes, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-d", classes.toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        runTool("javac", arguments);
    }

    private static String run(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        arguments.addAll(List.of(options));
        return runTool("java", arguments);
    }

    private static String runTool(String tool, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed.strip();
    }
}
