package dev.tenure.cli.guardian;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The shell tools that {@code tenure run} needs, and its scripts. */
public final class ShellTools {
    private static final List<String> TOOLS = List.of("sh", "setsid", "flock", "grep", "sleep", "stat", "readlink");

    private ShellTools() {}

    /** Refuses a machine that lacks a needed tool. */
    public static void requireTools() {
        List<String> missing =
                TOOLS.stream().filter(tool -> find(tool).isEmpty()).toList();
        if (!missing.isEmpty()) {
            throw new CommandFailure(
                    ExitStatus.UNSUPPORTED,
                    "'tenure run' needs " + String.join(", ", missing)
                            + " on the PATH: install util-linux, grep and coreutils");
        }
        if (!Files.isReadable(UptimeClock.FILE)) {
            throw new CommandFailure(
                    ExitStatus.UNSUPPORTED, "'tenure run' needs Linux with /proc; elsewhere use the library from Java");
        }
    }

    /** Returns a path by which a process of this user opens the stdin of this process. */
    static Path input() {
        return Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "fd", "0");
    }

    /** Refuses to pass on a stdin that no other process can open. */
    public static void requireInput() {
        try {
            if (!Files.readSymbolicLink(input()).toString().startsWith("socket:")) {
                return;
            }
        } catch (IOException closed) {
            throw new CommandFailure(ExitStatus.USAGE, "--stdin: this process has no stdin to pass on", closed);
        }
        throw new CommandFailure(
                ExitStatus.USAGE, "--stdin: a socket cannot be passed on: put 'cat |' before this command");
    }

    /** Refuses a command that cannot be started, before this process stands for election. */
    public static void requireExecutable(String command) {
        Optional<Path> found = find(command);
        if (found.isEmpty()) {
            String remedy = command.contains(" ")
                    ? "leave the quotes out, or write: sh -c '" + command + "'"
                    : "check its name and the PATH";
            throw new CommandFailure(ExitStatus.NOT_FOUND, "there is no command '" + command + "': " + remedy);
        }
        if (Files.isDirectory(found.get())) {
            throw new CommandFailure(
                    ExitStatus.NOT_EXECUTABLE, "'" + command + "' is a folder: name the program to run");
        }
        if (!Files.isExecutable(found.get())) {
            throw new CommandFailure(
                    ExitStatus.NOT_EXECUTABLE, "'" + command + "' cannot be executed: make it so with chmod +x");
        }
    }

    /** Returns the file that a shell would run; one that is not executable only if there is no other. */
    private static Optional<Path> find(String command) {
        if (command.contains("/")) {
            return Optional.of(Path.of(command)).filter(Files::exists);
        }
        List<Path> files = new ArrayList<>();
        for (String folder :
                Optional.ofNullable(System.getenv("PATH")).orElse("").split(":", -1)) {
            Path file = Path.of(folder, command);
            if (Files.isRegularFile(file)) {
                files.add(file);
            }
        }
        return files.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .or(() -> files.stream().findFirst());
    }

    /** Returns the text of a script in this jar. */
    static String script(String name) {
        try (InputStream script = ShellTools.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException("the jar of tenure-cli lacks " + name);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
