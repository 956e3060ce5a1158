package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Stores;
import dev.tenure.cli.fixtures.LeaseOnlyProvider;
import dev.tenure.cli.fixtures.TenureProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets in the address of a store: they appear in no output, command line, environment or file name. */
@Isolated("replaces System.out")
@Tag("process")
@Timeout(120)
class SecretsTest {
    private static final String SECRET = "s3cr3t";

    /** The part after the scheme. Nothing listens on port 1, so calls fail at once. */
    private static final List<String> ADDRESSES = List.of(
            "//user:s3cr3t@127.0.0.1:1/x",
            "//s3cr3t@127.0.0.1:1/x",
            "//:s3cr3t@127.0.0.1:1",
            "//user:s3cr3t",
            "//user:s3cr3t/x",
            "//user:1/s3cr3t@127.0.0.1:1/x",
            "//user:s3cr3t@",
            "//user:pass?s3cr3t=1@127.0.0.1:1/x",
            "//user:1?s3cr3t=1@127.0.0.1:1/x",
            "//user:1?tls=s3cr3t@127.0.0.1:1/x",
            "//user:1?create=s3cr3t@127.0.0.1:1/x",
            "//user:s3cr3t%zz@127.0.0.1:1/x",
            "//127.0.0.1:1/x?endpoint=http://user:s3cr3t@127.0.0.1:1",
            "//127.0.0.1:1/x?endpoint=http://user:s3cr3t%20@127.0.0.1:1",
            "//bucket?region=x&endpoint=http://user:s3cr3t@127.0.0.1:1",
            "//bucket?region=x&endpoint=http://127.0.0.1:1?k=s3cr3t",
            "//Z1/a.b?endpoint=http://s3cr3t@127.0.0.1:1",
            "//127.0.0.1:1/x?password=s3cr3t",
            "//127.0.0.1:1/x?frob=s3cr3t",
            "//127.0.0.1:1/x?frob=s3cr3t%zz",
            "//127.0.0.1:1/x?s3cr3t",
            "//user:x@127.0.0.1:1/x?sslpassword=s3cr3t",
            "//user:x@127.0.0.1:1/x?keystore-password=s3cr3t&sentinel-password=s3cr3t",
            "/user:s3cr3t@127.0.0.1:1/x");

    private static final List<List<String>> COMMANDS = List.of(
            List.of("status"),
            List.of("status", "demo", "--json"),
            List.of("roster", "demo"),
            List.of("history", "demo", "--json"),
            List.of("watch", "demo"),
            List.of("resign", "demo"),
            List.of("transfer", "demo", "--to", "x"),
            List.of("doctor"),
            List.of("doctor", "--json"),
            List.of("run", "demo", "--", "true"));

    @TempDir
    Path folder;

    /**
     * Returns the schemes of all stores, one that no store has, and none. A path, which a file store has, is no secret.
     */
    static Stream<String> schemes() {
        return Stream.concat(Stores.providers().keySet().stream(), Stream.of("nothing", ""))
                .filter(scheme -> !scheme.equals("file"));
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void errorsHideSecretsOfAddresses(String scheme) {
        for (String address : ADDRESSES) {
            assertSilentAbout(List.of("status", "demo", "--debug", "--store", scheme + ":" + address));
        }
    }

    @Test
    void schemesOfAllStoresAreTried() {
        assertThat(schemes()).contains("postgres", "river", "redis", "kafka", "s3", "dynamodb", "route53");
    }

    @Test
    void errorsHideSecretsOfFileStores() {
        for (String address : ADDRESSES) {
            if (address.startsWith("//")) {
                assertSilentAbout(List.of("status", "demo", "--debug", "--store", "file:" + address));
            }
        }
    }

    /** Wrong addresses of every kind, for every command. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://user:s3cr3t%zz@127.0.0.1:1/x",
                "redis://user:s3cr3t",
                "postgres://user:x@127.0.0.1:1/x?frob=s3cr3t",
                "s3://bucket?region=x&endpoint=http://user:s3cr3t@127.0.0.1:1",
            })
    void commandsHideSecretsOfWrongAddresses(String uri) {
        for (List<String> command : COMMANDS) {
            List<String> line = new ArrayList<>(command);
            line.addAll(1, List.of("--debug", "--store", uri));
            assertSilentAbout(line);
        }
    }

    private static void assertSilentAbout(List<String> arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream ear = new PrintStream(said, true, StandardCharsets.UTF_8);
        int code;
        try {
            System.setOut(ear);
            System.setErr(ear);
            code = Main.execute(arguments.toArray(String[]::new));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        String text = said.toString(StandardCharsets.UTF_8);
        assertThat(text).as("%s", arguments).isNotEmpty().doesNotContain(SECRET);
        assertThat(text).as("%s", arguments).doesNotContain("a mistake in Tenure");
        assertThat(code).as("%s: %s", arguments, text).isNotZero();
    }

    @Test
    void startedProcessesDoNotKnowTheStore() throws IOException, InterruptedException {
        String uri = "bare:" + folder.resolve("store") + "?password=" + SECRET + "&endpoint=http://u:" + SECRET + "@h";
        Path state = folder.resolve("state");
        Map<String, String> environment = Map.of(
                "CLASSPATH", LeaseOnlyProvider.announceIn(folder).toString(),
                "TENURE_STORE", uri,
                "XDG_STATE_HOME", state.toString());
        TenureProcess wrapper = TenureProcess.startPiped(
                environment, List.of("run", "-v", "demo", "--", "sh", "-c", "env; echo ready; exec sleep 1000"));
        try {
            List<String> output = wrapper.pipe()
                    .lines()
                    .takeWhile(line -> !line.equals("ready"))
                    .toList();
            for (long pid : wrapper.everyProcess()) {
                assertThat(read(pid, "cmdline"))
                        .as("the command line of %d", pid)
                        .doesNotContain(SECRET)
                        .doesNotContain("/guards/"); // its name has a hash of the secret in it
                if (pid != wrapper.pid()) {
                    assertThat(read(pid, "environ"))
                            .as("the environment of %d", pid)
                            .doesNotContain(SECRET, "TENURE_STORE");
                }
            }
            assertThat(wrapper.everyProcess())
                    .as("wrapper, guardian and command")
                    .hasSizeGreaterThanOrEqualTo(3);
            assertThat(String.join("\n", output))
                    .contains("TENURE_TOKEN=")
                    .doesNotContain(SECRET, "TENURE_STORE", "_LOCK=");
            assertThat(wrapper.stderr()).contains("leads demo").doesNotContain(SECRET);
            try (Stream<Path> files = Files.walk(state)) {
                assertThat(files.map(Path::toString)).hasSizeGreaterThan(3).noneMatch(name -> name.contains(SECRET));
            }
        } finally {
            wrapper.forget();
        }
    }

    private static String read(long pid, String file) throws IOException {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException ended) {
            return "";
        }
    }
}
