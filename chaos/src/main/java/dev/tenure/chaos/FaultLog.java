package dev.tenure.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes down when each fault began and ended, by the clock that terms are recorded with. Thread-safe. */
final class FaultLog implements AutoCloseable {
    private final BufferedWriter lines;
    private final Map<String, Integer> kinds = new TreeMap<>();
    private final Map<String, Long> present = new TreeMap<>();
    private final List<FaultTime> past = new ArrayList<>();
    private int failures;

    /**
     * When a fault was there.
     *
     * @param kind which one
     * @param node the node it hit, or empty if it hit servers
     */
    record FaultTime(String kind, String node, long beginNanos, long endNanos) {}

    FaultLog(Path file) throws IOException {
        this.lines = Files.newBufferedWriter(file);
    }

    /** Notes the begin of a fault: its kind and, if it hits a node, the name of that. */
    synchronized void begins(String fault) {
        kinds.merge(kind(fault), 1, Integer::sum);
        present.put(fault, System.nanoTime());
        write("begin " + fault);
    }

    synchronized void ends(String fault) {
        Long began = present.remove(fault);
        if (began != null) {
            String kind = kind(fault);
            past.add(new FaultTime(kind, fault.substring(kind.length()).strip(), began, System.nanoTime()));
        }
        write("end   " + fault);
    }

    private static String kind(String fault) {
        return fault.split(" ", -1)[0];
    }

    /** Notes a fault that the harness could not inject or repair. */
    synchronized void fails(String fault, Throwable problem) {
        failures++;
        write("FAIL  " + fault + ": " + problem);
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

    /** Returns the faults that have ended, in the order of their ends. */
    synchronized List<FaultTime> past() {
        return List.copyOf(past);
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
