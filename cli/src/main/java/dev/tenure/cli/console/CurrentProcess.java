package dev.tenure.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What others may know this process by. */
public final class CurrentProcess {
    private CurrentProcess() {}

    /** Returns the name of a candidate that was given none: its host and process id. */
    public static String name() {
        return host().orElse("candidate") + "-" + ProcessHandle.current().pid();
    }

    /** Returns who is at the keyboard: leaders write it down when they resign because of them. */
    public static String operator() {
        String user = System.getProperty("user.name", "somebody");
        return (user.isBlank() ? "somebody" : user)
                + host().map(host -> "@" + host).orElse("");
    }

    private static Optional<String> host() {
        try {
            String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            return host.isEmpty() ? Optional.empty() : Optional.of(host);
        } catch (IOException notLinux) {
            return Optional.empty();
        }
    }

    /** Tells whether this process is on its way out: what ends now ends because of that. */
    public static boolean isEnding() {
        Thread probe = new Thread(() -> {}, "tenure-probe");
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (IllegalStateException ending) {
            return true;
        }
    }

    /**
     * Ends this process after that time, if it has not ended by then. What it has not given back runs out, and its
     * guardian kills what it has not stopped, as if it had been killed.
     */
    public static void endWithin(Duration limit, ExitStatus status) {
        CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> Runtime.getRuntime().halt(status.code()));
    }
}
