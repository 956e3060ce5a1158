package dev.tenure.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs of the machine as a user would who has a Java runtime, and nothing in his environment. */
final class Shell {
    private static final long PATIENCE_SECONDS = 300;

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();

    /** Runs programs in a folder, which is the home of the user too. */
    Shell(Path folder) {
        this.folder = folder;
        environment.put("HOME", folder.toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
    }

    Shell with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Shell without(String variable) {
        environment.remove(variable);
        return this;
    }

    /**
     * What a program did.
     *
     * @param code its exit code
     * @param output what it printed
     * @param errors what it said on stderr
     */
    record Ended(int code, String output, String errors) {}

    /** Runs a program, which must end well, and returns what it printed. */
    String output(String... command) throws IOException, InterruptedException {
        Ended ended = run(command);
        if (ended.code() != 0) {
            throw new AssertionError(Arrays.toString(command) + " ended with " + ended);
        }
        return ended.output();
    }

    Ended run(String... command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("tenure-", ".err");
        Process process = start(errors, List.of(command));
        process.getOutputStream().close();
        String output;
        try (InputStream stream = process.getInputStream()) {
            output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("it did not end: " + Files.readString(errors));
        }
        String said = Files.readString(errors);
        Files.delete(errors);
        return new Ended(process.exitValue(), output, said);
    }

    private Process start(Path errors, List<String> command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("TENURE_.*|XDG_.*|JAVA_.*"));
        builder.environment().putAll(environment);
        return builder.start();
    }
}
