package dev.tenure.store.support;

import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.Reason;

/**
 * The fields of a history entry: {@code at}, {@code what}, {@code token}, {@code instance}, {@code name},
 * {@code address}, {@code reason}, {@code cause}. The election is not among them: it is where the entry is kept.
 */
public final class HistoryEntryFormat {
    /** A longer cause is cut, so that no entry makes the history of an election large. */
    private static final int LONGEST_CAUSE = 4000;

    private HistoryEntryFormat() {}

    public static void write(RecordWriter out, HistoryEntry entry) {
        out.instant("at", entry.at())
                .text("what", entry.what().word())
                .number("token", entry.token())
                .identity(entry.who());
        if (entry.reason() != Reason.OTHER) {
            out.text("reason", entry.reason().word());
        }
        out.text("cause", cut(entry.cause()));
    }

    /** Returns a cause that is short enough to be kept. */
    public static String cut(String cause) {
        if (cause.length() <= LONGEST_CAUSE) {
            return cause;
        }
        int end = Character.isHighSurrogate(cause.charAt(LONGEST_CAUSE - 1)) ? LONGEST_CAUSE - 1 : LONGEST_CAUSE;
        return cause.substring(0, end) + " …";
    }

    /** Reads an entry; throws an {@link IllegalArgumentException} if a field is missing or wrong. */
    public static HistoryEntry read(RecordFields fields, String election) {
        return HistoryEntry.of(
                        election,
                        fields.instant("at"),
                        fields.identity(),
                        What.parse(fields.text("what")),
                        fields.number("token"),
                        fields.text("cause"))
                .withReason(Reason.parse(fields.find("reason")));
    }
}
