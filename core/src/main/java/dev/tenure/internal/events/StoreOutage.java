package dev.tenure.internal.events;

import dev.tenure.StoreException;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.LogLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes one line when a candidate's store begins to fail and one when it answers again, however many elections there
 * are; while it lasts, one after a minute, two, four, up to an hour. On the loop.
 */
final class StoreOutage {
    /** A store that fails again within this time has not answered again. */
    static final Duration QUIET = Duration.ofSeconds(5);

    private static final Duration FIRST_REMINDER = Duration.ofMinutes(1);
    private static final Duration LAST_REMINDER = Duration.ofHours(1);

    /** Who hears of the end of a call so much after its deadline was not waiting for the store. */
    static final Duration STARVED = Duration.ofMillis(500);

    private final String candidate;
    private final String store;
    private final EventLoop loop;
    private final Set<String> failing = new HashSet<>();
    private final Set<String> affected = new HashSet<>();
    private String lastWords = "";
    private long sinceNanos;
    private long lateNanos;
    private Duration reminder = FIRST_REMINDER;
    private boolean toldOfStore;
    private boolean toldOfStarving;
    private boolean toldOfMistake;
    private EventLoop.@Nullable Timer timer;

    StoreOutage(String candidate, String store, EventLoop loop) {
        this.candidate = candidate;
        this.store = "the " + store + " store";
        this.loop = loop;
    }

    /** Takes in how much after its deadline the failure was heard that is told of next. */
    void late(long nanos) {
        lateNanos = nanos;
    }

    /** Takes in a failure, of which the first is written. */
    void failed(String election, String words, @Nullable Throwable error) {
        if (affected.isEmpty()) {
            sinceNanos = loop.time().nanos();
        }
        if (failing.isEmpty()) {
            remindAfter(reminder);
        }
        failing.add(election);
        affected.add(election);
        lastWords = words;
        boolean starved = lateNanos >= STARVED.toNanos();
        boolean mistake = error instanceof StoreException known && known.kind() == StoreException.Kind.MISCONFIGURED;
        String line = "election " + election + ": " + candidate + " warns (" + words + ")";
        if (starved && !toldOfStarving) {
            toldOfStarving = true;
            write(Level.WARNING, election, starved(line));
        } else if (!starved && (!toldOfStore || (mistake && !toldOfMistake))) {
            toldOfStore = true;
            toldOfMistake |= mistake;
            write(Level.WARNING, election, line + "; while " + store + " fails, this is not repeated");
        }
        loop.log(Level.DEBUG, new LogLine(election, candidate, 0, line), error);
    }

    private String starved(String line) {
        return "this process was starved: it heard " + ClockReading.seconds(Duration.ofNanos(lateNanos))
                + " late of a call's end, so look at its CPU limit, memory and garbage collection before " + store
                + "; " + line;
    }

    /** Takes in that the store has answered to an election, or that the election is over. */
    void answered(String election) {
        if (failing.remove(election) && failing.isEmpty()) {
            long endNanos = loop.time().nanos();
            schedule(QUIET, () -> end(endNanos));
        }
    }

    private void end(long endNanos) {
        write(
                Level.INFO,
                null,
                candidate + ": " + store + " answers again, after " + lasted(endNanos) + " in which "
                        + elections(affected.size()) + " could not rely on it");
        affected.clear();
        toldOfStore = false;
        toldOfStarving = false;
        toldOfMistake = false;
        reminder = FIRST_REMINDER;
    }

    private void remindAfter(Duration wait) {
        schedule(wait, () -> {
            write(Level.WARNING, null, stillFails());
            reminder = reminder.compareTo(LAST_REMINDER.dividedBy(2)) < 0 ? reminder.multipliedBy(2) : LAST_REMINDER;
            remindAfter(reminder);
        });
    }

    private String stillFails() {
        return candidate + ": " + store + " has failed for "
                + lasted(loop.time().nanos()) + ", now in " + elections(failing.size()) + " (" + lastWords + ")";
    }

    private String lasted(long untilNanos) {
        return ClockReading.seconds(Duration.ofNanos(untilNanos - sinceNanos));
    }

    private static String elections(int number) {
        return number + (number == 1 ? " election" : " elections");
    }

    private void schedule(Duration wait, Runnable then) {
        if (timer != null) {
            timer.cancel();
        }
        timer = loop.schedule(loop.time().nanos() + wait.toNanos(), then);
    }

    private void write(Level level, @Nullable String election, String line) {
        loop.log(level, election == null ? () -> line : new LogLine(election, candidate, 0, line), null);
    }

    /** Says how things stand, because nothing is said later. */
    void close() {
        if (!failing.isEmpty()) {
            write(Level.WARNING, null, stillFails());
        }
    }
}
