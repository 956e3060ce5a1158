package dev.tenure.examples;

import dev.tenure.Term;
import dev.tenure.Work;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes down who leads, as the work itself sees it: how often that changed, and how long nobody did. Thread-safe. */
public final class Reigns {
    private final TimeSource time = TimeSource.system();
    private final Consumer<String> out;
    private @Nullable String last;
    private long lastEndedNanos;
    private long longestGapNanos;
    private int running;
    private int changes;
    private int overlaps;
    private boolean finished;

    /** Makes an empty list that has each change of leader printed. */
    public Reigns(Consumer<String> out) {
        this.out = out;
    }

    /** Returns work that does nothing but lead, and is taken down. */
    Work of(String leader) {
        return term -> {
            begin(leader, term);
            try {
                while (term.pause(Duration.ofHours(1))) {
                    term.progress();
                }
            } finally {
                end();
            }
        };
    }

    private synchronized void begin(String leader, Term term) {
        running++;
        if (finished) {
            return;
        }
        overlaps += running > 1 ? 1 : 0;
        long gap = last == null ? 0 : time.nanos() - lastEndedNanos;
        longestGapNanos = Math.max(longestGapNanos, gap);
        changes += last == null ? 0 : 1;
        out.accept(leader + " leads, token " + term.token()
                + (last == null ? "" : ", " + millis(gap) + " ms after " + last));
        last = leader;
    }

    private synchronized void end() {
        running--;
        lastEndedNanos = time.nanos();
    }

    /** Takes nothing down any more. */
    synchronized void finish() {
        finished = true;
    }

    /** Returns how often one leader followed another. */
    public synchronized int changes() {
        return changes;
    }

    /** Returns how often a leader's work began while another's ran: never, if Tenure keeps its word. */
    public synchronized int overlaps() {
        return overlaps;
    }

    /** Returns all of it in one line. */
    public synchronized String summary() {
        return "changes=" + changes + " longest_gap=" + millis(longestGapNanos) + "ms overlaps=" + overlaps;
    }

    private static long millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis();
    }
}
