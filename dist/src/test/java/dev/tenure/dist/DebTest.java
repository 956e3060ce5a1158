package dev.tenure.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The package for Debian, installed by {@code dpkg} in a folder that stands for a system. */
@Tag("process")
@Timeout(600)
class DebTest {
    private static final Path PACKAGE = Packages.file("tenure_" + DebPackage.version(Packages.VERSION) + "_all.deb");

    @TempDir
    private static Path folder;

    private static Path system;

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        assumeTrue(Packages.has("deb"), "made by -Pdist only");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg")), "no dpkg");
        assumeTrue(Files.isWritable(Path.of("/etc/passwd")), "dpkg installs for root only");
        system = Files.createDirectory(folder.resolve("system"));
        Files.createDirectories(system.resolve("var/lib/dpkg/updates"));
        Files.createDirectories(system.resolve("var/lib/dpkg/info"));
        Files.createFile(system.resolve("var/lib/dpkg/status"));
        Files.createDirectories(system.resolve("etc"));
        for (String name : List.of("passwd", "group", "shadow", "gshadow")) {
            Files.createFile(system.resolve("etc").resolve(name));
        }
        dpkg("--force-depends", "--install", PACKAGE.toString());
        Files.createDirectory(system.resolve("usr/lib/tenure/launcher.lock")); // no archive of classes beside the test
    }

    private static String dpkg(String... arguments) throws IOException, InterruptedException {
        String line = "exec dpkg --root='" + system + "' --force-script-chrootless --force-not-root \"$@\"";
        String[] command = new String[arguments.length + 4];
        System.arraycopy(new String[] {"sh", "-c", line, "dpkg"}, 0, command, 0, 4);
        System.arraycopy(arguments, 0, command, 4, arguments.length);
        return new Shell(folder).output(command);
    }

    @Test
    void commandIsOnThePathAndRuns() throws IOException, InterruptedException {
        Shell shell = new Shell(folder);
        String tenure = system.resolve("usr/bin/tenure").toString();

        assertThat(shell.output(tenure, "--version")).isEqualTo("tenure " + Packages.VERSION + "\n");
        assertThat(shell.output(tenure, "run", "--ttl", "60s", "payroll", "--", "echo", "paid"))
                .isEqualTo("paid\n");
    }

    @Test
    void userAndItsFolderAreThere() throws IOException, InterruptedException {
        Path state = system.resolve("var/lib/tenure");

        assertThat(Files.readString(system.resolve("etc/passwd")))
                .containsPattern("(?m)^tenure:.*:/var/lib/tenure:/usr/sbin/nologin$");
        assertThat(new Shell(folder).output("stat", "-c", "%a", state.toString()))
                .isEqualTo("700\n");
        String owner = Files.getAttribute(state, "unix:uid").toString();
        assertThat(Files.readString(system.resolve("etc/passwd"))).contains("tenure:x:" + owner + ":");
    }

    @Test
    void unitIsOneThatSystemdAccepts() throws IOException, InterruptedException {
        Path unit = system.resolve("usr/lib/systemd/system/tenure@.service");
        assertThat(unit).content().contains("NoNewPrivileges=yes", "ProtectSystem=strict");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "no systemd");

        Path instance = folder.resolve("tenure@payroll.service");
        Files.writeString(
                instance,
                Files.readString(unit)
                        .replace(
                                "/usr/bin/tenure",
                                system.resolve("usr/bin/tenure").toString()));
        Shell.Ended verified = new Shell(folder).run("systemd-analyze", "verify", "--man=no", instance.toString());

        assertThat(verified.errors().lines().filter(line -> line.contains("tenure")))
                .as(verified.errors())
                .isEmpty();
    }

    @Test
    void packageSaysWhatItNeeds() throws IOException, InterruptedException {
        String fields = new Shell(folder).output("dpkg-deb", "--field", PACKAGE.toString());

        assertThat(fields)
                .contains("Package: tenure\n")
                .contains("Version: " + DebPackage.version(Packages.VERSION) + "\n")
                .contains("Recommends: openjdk-17-jre-headless | java17-runtime-headless\n");
        assertThat(DebPackage.version("0.1.0")).isEqualTo("0.1.0");
    }
}
