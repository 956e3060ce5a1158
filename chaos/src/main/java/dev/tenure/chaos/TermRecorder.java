package dev.tenure.chaos;

import dev.tenure.testkit.OverlapChecker.ObservedTerm;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Writes down during which times one process leads one election. Not thread-safe.
 *
 * <p>A term starts at a time read after the first answer that the process leads, and ends at a time read before the
 * last such answer. So a process that is stopped between the two never makes a term look longer than it was.
 */
final class TermRecorder {
    private static final long REPORT_NANOS = Duration.ofMillis(20).toNanos();

    private final String who;
    private final BufferedWriter lines;
    private long token;
    private long startNanos;
    private long endNanos;
    private long reportedNanos;

    TermRecorder(String who, Path file) throws IOException {
        this.who = who;
        // Not a channel: an interrupt of the work that writes would close it.
        this.lines =
                new BufferedWriter(new OutputStreamWriter(new FileOutputStream(file.toFile()), StandardCharsets.UTF_8));
    }

    /** Records that the process leads under the token. */
    void leads(long currentToken, long beforeNanos, long afterNanos) throws IOException {
        if (currentToken != token) {
            report();
            token = currentToken;
            startNanos = afterNanos;
            endNanos = afterNanos - 1;
            reportedNanos = afterNanos;
        } else {
            endNanos = beforeNanos;
        }
        if (endNanos - reportedNanos > REPORT_NANOS) {
            report();
        }
    }

    /** Records that the process does not lead. */
    void doesNotLead() throws IOException {
        report();
        token = 0;
    }

    private void report() throws IOException {
        if (token != 0 && endNanos - startNanos >= 0 && endNanos != reportedNanos) {
            lines.write(new ObservedTerm(who, token, startNanos, endNanos).line() + "\n");
            lines.flush();
            reportedNanos = endNanos;
        }
    }
}
