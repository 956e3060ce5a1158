package dev.tenure.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The command {@code tenure} in a process of its own. */
final class Wrapper {
    private static final long PATIENCE_SECONDS = 30;

    private final Process process;
    private final Path stderr;

    private Wrapper(Process process, Path stderr) {
        this.process = process;
        this.stderr = stderr;
    }

    /** Starts it with the given arguments, its output appended to a file or a named pipe. */
    static Wrapper start(Path output, Map<String, String> environment, List<String> arguments) throws IOException {
        return start(ProcessBuilder.Redirect.appendTo(output.toFile()), environment, arguments);
    }

    /** Starts it likewise, its output in a pipe. */
    static Wrapper startPiped(Map<String, String> environment, List<String> arguments) throws IOException {
        return start(ProcessBuilder.Redirect.PIPE, environment, arguments);
    }

    private static Wrapper start(
            ProcessBuilder.Redirect output, Map<String, String> environment, List<String> arguments)
            throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                classPath(environment),
                Main.class.getName()));
        line.addAll(arguments);
        Path stderr = Files.createTempFile("tenure-", ".err");
        ProcessBuilder builder = new ProcessBuilder(line).redirectOutput(output).redirectError(stderr.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TENURE_"));
        builder.environment().putAll(environment);
        return new Wrapper(builder.start(), stderr);
    }

    /** Returns the class path of the tests, after whatever the environment adds to it. */
    private static String classPath(Map<String, String> environment) {
        String ours = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String more = environment.get("CLASSPATH");
        return more == null ? ours : more + File.pathSeparator + ours;
    }

    /** Runs it to its end. */
    static Finished run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("tenure-", ".out");
        Wrapper wrapper = start(output, environment, List.of(arguments));
        int code = wrapper.exitCode();
        Finished finished = new Finished(code, Files.readString(output), wrapper.stderr());
        Files.delete(output);
        wrapper.forget();
        return finished;
    }

    /**
     * A command that has ended.
     *
     * @param code its exit code
     * @param output what it printed
     * @param errors what it said on stderr
     */
    record Finished(int code, String output, String errors) {}

    /** Returns the reading end of the pipe it was started with. */
    BufferedReader pipe() {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    long pid() {
        return process.pid();
    }

    /** Returns the ids of this process and all below it: guardian, command, and what they have started. */
    List<Long> everyProcess() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .map(ProcessHandle::pid)
                .toList();
    }

    String stderr() throws IOException {
        return Files.readString(stderr, StandardCharsets.UTF_8);
    }

    void signal(String name) throws IOException, InterruptedException {
        Signals.send(name, pid());
    }

    /** Waits for the end and returns the exit code. */
    int exitCode() throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            String said = stderr();
            process.destroyForcibly();
            throw new AssertionError("still running after " + PATIENCE_SECONDS + " s; it said: " + said);
        }
        return process.exitValue();
    }

    /** Kills it if it still runs, whatever state it is in. */
    void forget() throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        Files.deleteIfExists(stderr);
    }
}
