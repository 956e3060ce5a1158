package dev.tenure.internal.protocol;

import dev.tenure.StoreException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The calls that have failed since one last succeeded. */
public final class CallFailures {
    private int count;
    private @Nullable ClockReading first;
    private @Nullable StoreException last;

    /** Takes in one more failure. Returns true if it is news: the first, or of another kind than the last. */
    boolean note(StoreException failure, ClockReading now) {
        boolean news = last == null || last.kind() != failure.kind();
        if (first == null) {
            first = now;
        }
        count++;
        last = failure;
        return news;
    }

    void clear() {
        count = 0;
        first = null;
        last = null;
    }

    int count() {
        return count;
    }

    /** Returns what happened, for people: {@code renewals failed for 9.8 s: connect timed out}. */
    String summary(String what, ClockReading now) {
        if (first == null || last == null) {
            return what + " went unanswered, or this process was paused";
        }
        String since = seconds(Duration.ofNanos(now.nanos() - first.nanos()));
        return what + " failed for " + since + ": " + last.getMessage();
    }

    /** Returns what was thrown in words; what others throw may fail at that, too. */
    public static String describe(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (Throwable unspeakable) {
            return thrown.getClass().getName();
        }
    }

    /** Returns a duration as people read it: {@code 9.8 s}. */
    public static String seconds(@Nullable Duration duration) {
        return duration == null ? "ever" : String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
