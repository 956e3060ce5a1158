package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A child JVM that a test talks to, stops and kills. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final PrintWriter input;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.input = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a JVM through another command, such as one that takes permissions away; none for a plain one. */
    static ChildJvm start(List<String> through, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(through);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData", // in a namespace of its own its process id is another's, and so would be this file
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new ChildJvm(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a process on the folder, and waits until it listens. */
    static ChildJvm on(Path root) {
        return on(root, List.of());
    }

    /** Starts a process on the folder through another command, and waits until it listens. */
    static ChildJvm on(Path root, List<String> through) {
        ChildJvm child = start(through, ChildMain.class, root.toString());
        assertThat(child.line()).isEqualTo("ready");
        return child;
    }

    /** Says a line and waits for the answer. */
    String ask(String line) {
        tell(line);
        return line();
    }

    void tell(String line) {
        input.println(line);
    }

    /** Says nothing more. */
    void endInput() {
        input.close();
    }

    /** Waits for the next line the child says. */
    String line() {
        try {
            String line = output.readLine();
            assertThat(line).as("answer of child %d", process.pid()).isNotNull();
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process at once, as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void awaitEnd() throws InterruptedException {
        process.waitFor();
    }

    /** Stops the process where it stands, and waits until it does. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
        Path state = Path.of("/proc", Long.toString(process.pid()), "stat");
        while (!Files.readString(state).contains(") T ")) {
            Thread.onSpinWait();
        }
    }

    void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
