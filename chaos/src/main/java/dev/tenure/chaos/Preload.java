package dev.tenure.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The library that breaks clocks, connections and disk syncs inside a process; compiled where there is a C compiler.
 */
final class Preload {
    private static final String SOURCE = "faults.c";

    private Preload() {}

    /** Compiles the library into the folder, or returns empty if there is no C compiler that can. */
    static Optional<Path> compile(Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve(SOURCE);
        Path library = folder.resolve("faults.so");
        try (InputStream in = Objects.requireNonNull(Preload.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.copy(in, source);
        }
        try {
            int code = new ProcessBuilder(
                            "cc",
                            "-O2",
                            "-shared",
                            "-fPIC",
                            "-o",
                            library.toString(),
                            source.toString(),
                            "-ldl",
                            "-lpthread")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("cc.log").toFile())
                    .start()
                    .waitFor();
            return code == 0 ? Optional.of(library) : Optional.empty();
        } catch (IOException noCompiler) {
            return Optional.empty();
        }
    }
}
