package dev.tenure.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/** The name of a candidate that was given none: its host and process id. */
public final class DefaultName {
    private DefaultName() {}

    /** Returns it without asking the network. */
    public static String get() {
        String host = Stream.of(kernel(), System.getenv("HOSTNAME"), System.getenv("COMPUTERNAME"))
                .filter(Objects::nonNull)
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("candidate");
        return host + "-" + ProcessHandle.current().pid();
    }

    private static String kernel() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            return "";
        }
    }
}
