package dev.tenure.cli.guardian;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A clock that Java and a shell read alike: hundredths of a second since the machine started.
 *
 * <p>It cannot be stepped, and continues while the machine sleeps. It exists on Linux only.
 */
final class UptimeClock {
    static final Path FILE = Path.of("/proc/uptime");

    private static final int MILLIS_PER_TICK = 10;

    private UptimeClock() {}

    static long now() {
        try {
            String text = Files.readString(FILE, StandardCharsets.US_ASCII);
            return Long.parseLong(text.substring(0, text.indexOf(' ')).replace(".", ""));
        } catch (IOException e) {
            throw new UncheckedIOException("this machine's uptime cannot be read", e);
        }
    }

    /** Returns how many ticks fit into a duration. */
    static long ticks(Duration duration) {
        return duration.toMillis() / MILLIS_PER_TICK;
    }
}
