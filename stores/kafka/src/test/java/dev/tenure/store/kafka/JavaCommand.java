package dev.tenure.store.kafka;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a short-lived JVM that a test starts. */
public final class JavaCommand {
    private JavaCommand() {}

    public static List<String> of(String heap, String classPath, String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dlog4j2.level=ERROR",
                "-cp",
                classPath,
                main));
        command.addAll(List.of(arguments));
        return command;
    }
}
