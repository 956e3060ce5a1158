package dev.tenure.dist;

import java.nio.file.Path;
import java.util.List;

/** The packages that this build made. */
final class Packages {
    static final String VERSION = System.getProperty("dist.version", "0.1.0-SNAPSHOT");

    private static final List<String> MADE =
            List.of(System.getProperty("dist.packages", "tar").split(",", -1));

    private Packages() {}

    static boolean has(String kind) {
        return MADE.contains(kind);
    }

    static Path file(String name) {
        return Path.of("target", name).toAbsolutePath();
    }

    static Path tar() {
        return file("tenure-" + VERSION + ".tar.gz");
    }
}
