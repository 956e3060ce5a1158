package dev.tenure.chaos;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads what is added to a log of slots, without reading it from the beginning each time. */
final class LogTail {
    private final Path file;
    private long position;

    LogTail(Path file) {
        this.file = file;
    }

    /** Leaves out what is there already. */
    void skip() throws IOException {
        position = Files.exists(file) ? Files.size(file) : 0;
    }

    /** Returns which processes have added lines since. */
    List<Long> pids() throws IOException {
        if (!Files.exists(file) || Files.size(file) == position) {
            return List.of();
        }
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            byte[] added = new byte[(int) (open.length() - position)];
            open.seek(position);
            open.readFully(added);
            position += added.length;
            List<Long> pids = new ArrayList<>();
            for (String line : new String(added, StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isEmpty()) {
                    pids.add(Long.parseLong(line.substring(0, line.indexOf(' '))));
                }
            }
            return pids;
        }
    }
}
