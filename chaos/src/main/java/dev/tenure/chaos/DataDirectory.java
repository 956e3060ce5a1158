package dev.tenure.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The data of a store, which can be copied while its servers run and put back later. */
interface DataDirectory {
    /** Copies the data as they are at one moment. */
    void copy() throws Exception;

    /** Kills the servers, puts the copy in the place of the data, and starts the servers again. */
    void putBack() throws Exception;

    /** Returns the folder of a store that has no server. */
    static DataDirectory ofFolder(Path data, Path copy) {
        return new DataDirectory() {
            @Override
            public void copy() throws IOException {
                replace(data, copy);
            }

            @Override
            public void putBack() throws IOException {
                replace(copy, data);
            }
        };
    }

    /** Replaces a folder by a copy of another; files that vanish meanwhile are left out. */
    static void replace(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            for (Path old : files(to, Comparator.reverseOrder())) {
                Files.deleteIfExists(old);
            }
        }
        for (Path file : files(from, Comparator.naturalOrder())) {
            if (Files.exists(file)) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static List<Path> files(Path folder, Comparator<Path> order) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(order).toList();
        }
    }
}
