package dev.tenure.store.file;

import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.RosterEntry.Heartbeat;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/**
 * The date of an entry's file as a sign of life: its milliseconds say when the last beat came, and its microseconds how
 * many beats came after the one in the file.
 *
 * <p>So a beat that brings nothing else costs no write, and every reader of the folder still sees its exact number.
 */
final class BeatDate {
    /** There is room for no more; then the entry is written again. */
    static final int MOST_LATER = 999;

    private BeatDate() {}

    /** Tells whether a date can show the entry that follows a written one: there is nothing new in it but its beat. */
    static boolean canShow(RosterEntry next, RosterEntry written) {
        long number = next.heartbeat().number();
        return number > written.heartbeat().number()
                && later(next, written) > 0 // else the difference is too large for a number
                && later(next, written) <= MOST_LATER
                && isSameButForBeat(next, written);
    }

    private static long later(RosterEntry next, RosterEntry written) {
        return next.heartbeat().number() - written.heartbeat().number();
    }

    /** Tells whether two entries say the same of a candidate, at different times perhaps. */
    private static boolean isSameButForBeat(RosterEntry one, RosterEntry other) {
        return one.heartbeat().validFor().equals(other.heartbeat().validFor())
                && withBeat(one, other.heartbeat()).equals(other);
    }

    /** Tells whether two entries are the same but for when their beat came. */
    static boolean isSameBeat(RosterEntry one, RosterEntry other) {
        return one.heartbeat().number() == other.heartbeat().number() && isSameButForBeat(one, other);
    }

    /** Returns the date of a file at the time it is written. */
    static Instant first(long wallMillis) {
        return Instant.ofEpochMilli(wallMillis);
    }

    /** Returns the date that shows an entry which follows the written one. */
    static Instant next(RosterEntry next, RosterEntry written, long wallMillis) {
        return first(wallMillis).plus(later(next, written), ChronoUnit.MICROS);
    }

    /** Returns the entry of a file with the last beat, as its date shows it. */
    static RosterEntry latest(RosterEntry written, Instant date) {
        int later = date.get(ChronoField.MICRO_OF_SECOND) % 1_000;
        if (later == 0) {
            return written;
        }
        Heartbeat beat = written.heartbeat();
        Instant at = date.truncatedTo(ChronoUnit.MILLIS);
        return withBeat(written, new Heartbeat(beat.number() + later, at, beat.validFor()));
    }

    private static RosterEntry withBeat(RosterEntry entry, Heartbeat beat) {
        return new RosterEntry(entry.candidate(), entry.priority(), entry.version(), entry.able(), entry.leads(), beat);
    }
}
