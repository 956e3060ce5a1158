package dev.tenure.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What all nodes have run, in the order in which it happened: each line is added to one file in one step, and survives
 * the process that wrote it.
 *
 * @param file the file
 */
record SlotLog(Path file) {

    /** What happened. */
    enum What {
        /** The task was called. */
        BEGUN,

        /** The task is about to return. */
        ENDED,

        /** A baton was written, and the store has said so. */
        SAVED
    }

    /**
     * One line.
     *
     * @param pid which process wrote it
     * @param slot which slot it is about, in milliseconds; 0 if it does not say
     */
    record Line(long pid, What what, long slot, long token) {}

    void add(What what, long slot, long token) {
        String line = String.format(
                Locale.ROOT, "%d %s %d %d%n", ProcessHandle.current().pid(), what, slot, token);
        try {
            Files.writeString(file, line, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all lines so far. */
    List<Line> lines() throws IOException {
        List<Line> lines = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", -1);
                lines.add(new Line(
                        Long.parseLong(words[0]),
                        What.valueOf(words[1]),
                        Long.parseLong(words[2]),
                        Long.parseLong(words[3])));
            }
        }
        return lines;
    }
}
