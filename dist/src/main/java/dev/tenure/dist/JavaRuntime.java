package dev.tenure.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A Java runtime with the modules that the command needs, and no others; for the system that builds it. */
final class JavaRuntime {
    /** Those that {@code jdeps} names, the elliptic curves of TLS, and DNS for names of directories in URIs. */
    private static final List<String> MODULES = List.of(
            "java.base",
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.security.jgss",
            "java.security.sasl",
            "java.sql",
            "java.xml",
            "jdk.crypto.ec",
            "jdk.httpserver",
            "jdk.jfr",
            "jdk.naming.dns",
            "jdk.net",
            "jdk.unsupported");

    private JavaRuntime() {}

    /** Makes the runtime in a folder, which is emptied first. */
    static Path in(Path folder) throws IOException {
        delete(folder);
        // As a process of its own, because what it writes depends on what its JVM has done before.
        Process jlink = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
                        "--add-modules",
                        String.join(",", MODULES),
                        "--strip-java-debug-attributes",
                        "--no-header-files",
                        "--no-man-pages",
                        "--compress=2",
                        "--output",
                        folder.toString())
                .inheritIO()
                .start();
        if (jlink.onExit().join().exitValue() != 0) {
            throw new IllegalStateException("jlink failed: see above");
        }
        return folder;
    }

    /** Returns the word that packages have for the processor of this machine. */
    static String processor() {
        String name = System.getProperty("os.arch");
        return name.equals("aarch64") ? "arm64" : name;
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
