package dev.tenure.cli.status;

import dev.tenure.HistoryEntry;
import dev.tenure.cli.console.DisplayFormat;
import dev.tenure.cli.console.Table;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import java.time.Instant;
import java.util.List;

/** Formats the history of an election, the latest entry last. */
public final class HistoryFormat {
    private HistoryFormat() {}

    public static List<HistoryEntry> last(List<HistoryEntry> entries, int most) {
        return entries.subList(Math.max(0, entries.size() - most), entries.size());
    }

    /** Returns a JSON array with an object for each entry. */
    static String json(List<HistoryEntry> entries) {
        return JsonText.indentedArray(entries, (json, entry) -> ElectionJson.writeEntry(json, entry, entry.cause()));
    }

    /** Returns the lines of a table for people. */
    static List<String> table(List<HistoryEntry> entries) {
        Table table = new Table("AT", "WHO", "INSTANCE", "WHAT", "TOKEN", "CAUSE");
        for (HistoryEntry entry : entries) {
            table.row(
                    entry.at().toString(),
                    entry.who().name(),
                    DisplayFormat.shortInstance(entry.who()),
                    entry.what().word(),
                    Long.toString(entry.token()),
                    Verbosity.oneLine(entry.cause()));
        }
        return table.lines();
    }

    /** Returns the lines of a narrower table with ages, for a picture that is redrawn. */
    public static List<String> ages(List<HistoryEntry> entries, Instant now) {
        Table table = new Table("WHEN", "WHO", "WHAT", "TOKEN", "CAUSE");
        for (HistoryEntry entry : entries) {
            table.row(
                    DisplayFormat.ago(entry.at(), now),
                    entry.who().name(),
                    entry.what().word(),
                    Long.toString(entry.token()),
                    Verbosity.oneLine(entry.cause()));
        }
        return table.lines();
    }
}
