package dev.tenure.spi;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long the machine has slept, as the time since boot less the monotonic time. Thread-safe.
 *
 * <p>Linux tells the time since boot, sleep included, in a file, in hundredths of a second; other systems do not, and
 * there nothing is measured. The file is read by {@link RandomAccessFile}, which an interrupt does not close, and at
 * most once a millisecond, so that asking stays cheap. Differences below 20 ms are the file's own coarseness.
 */
final class SleepMeter {
    private static final long FRESH_NANOS = 1_000_000;
    private static final long COARSE_NANOS = 20_000_000;
    private static final long HUNDREDTH_NANOS = 10_000_000;
    private static final int FIRST_READINGS = 3;

    private final LongSupplier monotonic;
    private final byte[] text = new byte[64];
    private @Nullable RandomAccessFile uptime;
    private volatile boolean measures;
    private volatile long sleptNanos;
    private volatile long readNanos;

    private SleepMeter(@Nullable RandomAccessFile uptime, LongSupplier monotonic) {
        this.uptime = uptime;
        this.monotonic = monotonic;
        this.measures = uptime != null;
        read(true);
    }

    /**
     * Opens the file with the time since boot, if there is one of the kernel's own. One that something else is mounted
     * over, as lxcfs does in containers, may hang, and is left alone.
     */
    static SleepMeter open(Path uptime, Path mounts, LongSupplier monotonic) {
        try {
            return new SleepMeter(
                    isMountPoint(uptime, mounts) ? null : new RandomAccessFile(uptime.toFile(), "r"), monotonic);
        } catch (IOException | RuntimeException notThere) {
            return new SleepMeter(null, monotonic);
        }
    }

    private static boolean isMountPoint(Path file, Path mounts) throws IOException {
        try (Stream<String> lines = Files.lines(mounts)) {
            return lines.anyMatch(line -> line.contains(" " + file + " "));
        }
    }

    /** Returns how long the machine has slept in all, or always the same where that is not known. */
    long sleptNanos() {
        if (measures && monotonic.getAsLong() - readNanos >= FRESH_NANOS) {
            read(false);
        }
        return sleptNanos;
    }

    private synchronized void read(boolean first) {
        RandomAccessFile file = uptime;
        if (file == null || (!first && monotonic.getAsLong() - readNanos < FRESH_NANOS)) {
            return;
        }
        try {
            long slept = first ? firstReading(file) : reading(file);
            if (first || slept - sleptNanos > COARSE_NANOS) {
                sleptNanos = slept;
            }
        } catch (IOException | NumberFormatException unusable) {
            measures = false;
            uptime = null;
        }
    }

    /**
     * Returns how long the machine has slept, or less: a thread that is held up between its two readings takes that
     * time for time awake. So what was measured once never becomes less, and the next reading is right again.
     */
    private long reading(RandomAccessFile file) throws IOException {
        file.seek(0);
        long sinceBoot = parse(file.read(text));
        readNanos = monotonic.getAsLong();
        return sinceBoot - readNanos;
    }

    /** The first reading is what later ones are compared with: too low a one would make them look like a sleep. */
    private long firstReading(RandomAccessFile file) throws IOException {
        long most = reading(file);
        for (int i = 1; i < FIRST_READINGS; i++) {
            most = Math.max(most, reading(file));
        }
        return most;
    }

    /** Returns the first number, which has two decimals, in nanoseconds. Allocates nothing. */
    private long parse(int length) {
        long hundredths = 0;
        int point = -1;
        int at = 0;
        while (at < length && text[at] != ' ' && text[at] != '\n') {
            if (text[at] == '.' && point < 0) {
                point = at;
            } else if (text[at] >= '0' && text[at] <= '9') {
                hundredths = hundredths * 10 + text[at] - '0';
            } else {
                throw new NumberFormatException("not a time since boot");
            }
            at++;
        }
        if (point < 1 || at != point + 3) {
            throw new NumberFormatException("not a time since boot");
        }
        return hundredths * HUNDREDTH_NANOS;
    }
}
