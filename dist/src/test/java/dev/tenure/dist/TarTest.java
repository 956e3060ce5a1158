package dev.tenure.dist;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tar.gz, unpacked in an empty folder and used there. */
@Tag("process")
@Timeout(600)
class TarTest {
    @TempDir
    private static Path folder;

    private static Path home;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        new Shell(folder).output("tar", "-xzf", Packages.tar().toString());
        home = folder.resolve("tenure-" + Packages.VERSION);
        Files.createDirectory(home.resolve("launcher.lock")); // so that no archive of classes is made beside the test
    }

    private static Shell shell() {
        return new Shell(folder);
    }

    private static String tenure() {
        return home.resolve("bin/tenure").toString();
    }

    @Test
    void versionIsThatOfTheBuild() throws IOException, InterruptedException {
        assertThat(shell().output(tenure(), "--version")).isEqualTo("tenure " + Packages.VERSION + "\n");
    }

    @Test
    void commandRunsOnAFolderOfTheUser() throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), home.resolve("bin/tenure"));

        Shell.Ended ended = shell().run(link.toString(), "run", "--ttl", "60s", "payroll", "--", "echo", "paid");

        assertThat(ended.output()).as(ended.errors()).isEqualTo("paid\n");
        assertThat(ended.code()).isZero();
        assertThat(folder.resolve(".local/state/tenure")).isDirectory();
    }

    /** Its libraries are there, so the store answers and says what is wrong. */
    @Test
    void everyStoreIsThere() throws IOException, InterruptedException {
        for (String store : List.of(
                "postgres://u@127.0.0.1:1/d", "redis://127.0.0.1:1", "s3://b?endpoint=http://127.0.0.1:1&region=x")) {
            Shell.Ended ended = shell().run(tenure(), "status", "--store", store, "payroll");

            assertThat(ended.errors()).as(store).startsWith("tenure: ").doesNotContain("bug in Tenure");
            assertThat(ended.code()).as(ended.errors()).isIn(69, 78);
        }
    }

    @Test
    void missingJavaIsNamed() throws IOException, InterruptedException {
        Path bin = Files.createDirectories(folder.resolve("no-java"));
        for (String tool : List.of("sh", "readlink", "dirname")) {
            Files.createSymbolicLink(bin.resolve(tool), Path.of("/usr/bin", tool));
        }

        Shell.Ended ended =
                shell().without("JAVA_HOME").with("PATH", bin.toString()).run(tenure(), "--version");

        assertThat(ended.errors()).isEqualTo("tenure: no Java found: install Java 17 or newer, or set JAVA_HOME\n");
        assertThat(ended.code()).isEqualTo(71);
    }

    @Test
    void everySubcommandHasAManualPageWithItsOptions() throws IOException {
        Path pages = home.resolve("share/man/man1");

        for (String name : List.of("run", "status", "doctor", "watch", "transfer")) {
            String page = Files.readString(pages.resolve("tenure-" + name + ".1"));
            requireNonNull(Main.model().getSubcommands().get(name))
                    .getCommandSpec()
                    .options()
                    .forEach(option -> assertThat(page)
                            .as(name)
                            .contains(option.longestName().replace("-", "\\-")));
        }
        assertThat(Files.readString(pages.resolve("tenure.1"))).contains(".BR tenure\\-run (1)");
    }

    @Test
    void bashCompletesSubcommandsAndOptions() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/bin/bash")), "no bash");
        String script = "source '" + home.resolve("share/bash-completion/completions/tenure") + "';"
                + "COMP_WORDS=(tenure sta); COMP_CWORD=1; _complete_tenure; echo \"${COMPREPLY[@]}\";"
                + "COMP_WORDS=(tenure run --prio); COMP_CWORD=2; _complete_tenure; echo \"${COMPREPLY[@]}\"";

        assertThat(shell().output("/bin/bash", "-c", script)).isEqualTo("status\n--priority\n");
    }

    @Test
    void licenceOfEveryLibraryIsListed() throws IOException {
        Path about = home.resolve("share/doc/tenure");
        String licences = Files.readString(about.resolve("THIRD-PARTY.txt"));
        String components = Files.readString(about.resolve("sbom.cdx.json"));

        for (String jar : libraries()) {
            String library = jar.replaceFirst("-[0-9].*", "");
            assertThat(components).contains("\"name\" : \"" + library + "\"");
            if (!library.startsWith("tenure-")) {
                assertThat(licences).containsPattern(":" + library + ":\\S+  \\S+");
            }
        }
    }

    private static List<String> libraries() throws IOException {
        try (Stream<Path> files = Files.walk(home.resolve("lib"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".jar") && !name.equals("tenure-cli.jar"))
                    .toList();
        }
    }
}
