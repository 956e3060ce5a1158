package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A tape on which any number of processes write lines, in one order for all: a named pipe.
 *
 * <p>A line is written in one system call, so a process that is dead writes none, and the tape shows what came first
 * without any clock.
 */
final class Tape implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final Path file;
    private final RandomAccessFile keptOpen;
    private final List<String> lines = new ArrayList<>();

    private Tape(Path file) throws IOException {
        this.file = file;
        this.keptOpen = new RandomAccessFile(file.toFile(), "rw");
    }

    static Tape in(Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("tape");
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        Tape tape = new Tape(file);
        Thread reader = new Thread(tape::read, "tape");
        reader.setDaemon(true);
        reader.start();
        return tape;
    }

    private void read() {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line);
            }
        } catch (IOException closed) {
            add("the tape broke: " + closed);
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    Path file() {
        return file;
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Writes a line like everybody else. */
    void write(String line) throws IOException {
        keptOpen.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Checks that nobody writes any more. */
    void assertSilent() throws IOException, InterruptedException {
        write("silence");
        // A process that still lived would write within a few milliseconds; this takes longer.
        for (int i = 0; i < 10; i++) {
            assertThat(new ProcessBuilder("sleep", "0.01").start().waitFor()).isZero();
        }
        write("checked");
        await("the mark", line -> line.equals("checked"));
        List<String> all = lines();

        assertThat(all.subList(all.indexOf("silence"), all.size())).containsExactly("silence", "checked");
    }

    /** Returns the first line that fulfils the condition, and waits for it if it has not come yet. */
    String await(String what, Predicate<String> condition) throws InterruptedException {
        return await(what, 0, condition);
    }

    /** Returns the first such line from the given index on. */
    synchronized String await(String what, int from, Predicate<String> condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        int next = from;
        while (true) {
            for (; next < lines.size(); next++) {
                if (condition.test(lines.get(next))) {
                    return lines.get(next);
                }
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("no line with " + what + " in " + PATIENCE_SECONDS + " s; the last of "
                        + lines.size() + ": " + lines.subList(Math.max(0, lines.size() - 10), lines.size()));
            }
            wait(left);
        }
    }

    @Override
    public void close() throws IOException {
        keptOpen.close();
    }
}
