package dev.tenure.store.support;

import dev.tenure.spi.RosterEntry;

/**
 * The fields of a roster entry: {@code instance}, {@code name}, {@code address}, {@code priority}, {@code version},
 * {@code able}, {@code leads}, {@code beat}, {@code at}, {@code validFor}.
 */
public final class RosterEntryFormat {
    private RosterEntryFormat() {}

    public static void write(RecordWriter out, RosterEntry entry) {
        out.identity(entry.candidate())
                .number("priority", entry.priority())
                .text("version", entry.version())
                .flag("able", entry.able())
                .number("leads", entry.leads())
                .number("beat", entry.heartbeat().number())
                .instant("at", entry.heartbeat().at())
                .duration("validFor", entry.heartbeat().validFor());
    }

    /** Reads an entry; throws an {@link IllegalArgumentException} if a field is missing or wrong. */
    public static RosterEntry read(RecordFields fields) {
        return read(
                fields,
                new RosterEntry.Heartbeat(fields.number("beat"), fields.instant("at"), fields.duration("validFor")));
    }

    /** Reads an entry of a store that keeps times in another form, and has read the heartbeat. */
    public static RosterEntry read(RecordFields fields, RosterEntry.Heartbeat heartbeat) {
        return new RosterEntry(
                fields.identity(),
                fields.smallNumber("priority"),
                fields.text("version"),
                fields.flag("able"),
                fields.smallNumber("leads"),
                heartbeat);
    }
}
