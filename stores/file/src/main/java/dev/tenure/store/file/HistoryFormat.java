package dev.tenure.store.file;

import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.Reason;
import java.util.Locale;

/** How an entry of a history looks: a flat JSON object on one line. */
final class HistoryFormat {
    private static final int FORMAT = 1;

    /** A longer cause than this is cut, so that no entry makes the history of an election large. */
    private static final int LONGEST_CAUSE = 4000;

    private HistoryFormat() {}

    /** Returns the line, without a line break. */
    static byte[] write(HistoryEntry entry) {
        return FieldWriter.line(FORMAT, json -> {
            json.writeStringField("at", entry.at().toString());
            json.writeStringField("what", entry.what().name().toLowerCase(Locale.ROOT));
            json.writeNumberField("token", entry.token());
            FieldWriter.identity(json, entry.who());
            if (entry.reason() != Reason.OTHER) {
                json.writeStringField("reason", entry.reason().name().toLowerCase(Locale.ROOT));
            }
            json.writeStringField("cause", cut(entry.cause()));
        });
    }

    private static String cut(String cause) {
        if (cause.length() <= LONGEST_CAUSE) {
            return cause;
        }
        int end = Character.isHighSurrogate(cause.charAt(LONGEST_CAUSE - 1)) ? LONGEST_CAUSE - 1 : LONGEST_CAUSE;
        return cause.substring(0, end) + " …";
    }

    static HistoryEntry read(String election, byte[] line) throws GarbageException {
        return Fields.read(line, fields -> {
            fields.requireFormat(FORMAT);
            return new HistoryEntry(
                    election,
                    fields.instant("at"),
                    fields.identity(),
                    What.parse(fields.text("what")),
                    fields.number("token"),
                    Reason.parse(fields.optional("reason")),
                    fields.text("cause"));
        });
    }
}
