package dev.tenure.chaos;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a small JVM with the class path of this one. */
final class JavaCommand {
    private JavaCommand() {}

    static List<String> of(String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass));
        command.addAll(arguments);
        return command;
    }
}
