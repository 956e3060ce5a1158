package dev.tenure.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes down when each fault began and ended, by the clock that terms are recorded with. Thread-safe. */
final class FaultLog implements AutoCloseable {
    private final BufferedWriter lines;
    private final Map<String, Integer> kinds = new TreeMap<>();
    private int failures;

    FaultLog(Path file) throws IOException {
        this.lines = Files.newBufferedWriter(file);
    }

    synchronized void begins(String kind) {
        kinds.merge(kind.split(" ", -1)[0], 1, Integer::sum);
        write("begin " + kind);
    }

    synchronized void ends(String kind) {
        write("end   " + kind);
    }

    /** Notes a fault that the harness could not inject or repair. */
    synchronized void fails(String kind, Throwable problem) {
        failures++;
        write("FAIL  " + kind + ": " + problem);
    }

    synchronized void note(String text) {
        write(text);
    }

    private void write(String text) {
        try {
            lines.write(System.nanoTime() + " " + text + "\n");
            lines.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how many faults of each kind began. */
    synchronized Map<String, Integer> kinds() {
        return new TreeMap<>(kinds);
    }

    synchronized int faults() {
        return kinds.values().stream().mapToInt(Integer::intValue).sum();
    }

    synchronized int failures() {
        return failures;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
