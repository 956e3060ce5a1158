package dev.tenure.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The name of this process, and its end. */
public final class CurrentProcess {
    private CurrentProcess() {}

    /** Returns the name of a candidate that was given none: its host and process id. */
    public static String name() {
        return host().orElse("candidate") + "-" + ProcessHandle.current().pid();
    }

    /** Returns the user and host of the operator, for the history. */
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

    /** Tells whether this process is shutting down. */
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
     * Ends this process after that time at the latest, as if it had been killed: leases it has not released expire, and
     * the guardian kills its command.
     */
    public static void endWithin(Duration limit, ExitStatus status) {
        CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> Runtime.getRuntime().halt(status.code()));
    }
}
