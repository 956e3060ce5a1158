package dev.tenure.store.postgres;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What happened, in a table that keeps the last hundred entries of each election. Thread-safe. */
final class PostgresHistory implements History {
    private static final int MOST_CAUSE = 4_000;

    /** What somebody else removes at the same moment is left to them. */
    private static final String APPEND = """
            WITH pruned AS (
                DELETE FROM {history} WHERE (election, id) IN (
                    SELECT election, id FROM {history} WHERE election = ?
                    ORDER BY id DESC OFFSET {kept} FOR UPDATE SKIP LOCKED))
            INSERT INTO {history} (election, at, instance, name, address, what, token, cause)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String LAST = "SELECT * FROM {history} WHERE election = ? ORDER BY id DESC LIMIT ?";

    private final ConnectionPool lines;
    private final String append;
    private final String last;

    PostgresHistory(ConnectionPool lines, LeaseSql sql) {
        this.lines = lines;
        this.append = sql.in(APPEND.replace("{kept}", Integer.toString(KEPT)));
        this.last = sql.in(LAST);
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        lines.ask(
                StatementBatch.write(
                        "adding to the history of " + entry.election(),
                        append,
                        bind -> bind.text(entry.election())
                                .text(entry.election())
                                .time(entry.at())
                                .text(entry.who().instance())
                                .text(entry.who().name())
                                .text(entry.who().address())
                                .text(entry.what().name())
                                .number(entry.token())
                                .text(storable(entry.cause())),
                        results -> true),
                deadline);
    }

    /** A cause may quote anything, and no text of PostgreSQL holds the character NUL. */
    private static String storable(String cause) {
        String held = cause.replace('\0', '\uFFFD');
        return held.length() <= MOST_CAUSE ? held : held.substring(0, MOST_CAUSE) + "…";
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        return lines.ask(
                StatementBatch.look(
                        "reading the history of " + election,
                        last,
                        bind -> bind.text(election).number(most),
                        results -> {
                            List<HistoryEntry> entries = new ArrayList<>();
                            ResultSet row = results.next();
                            while (row.next()) {
                                entries.add(new HistoryEntry(
                                        row.getString("election"),
                                        LeaseRow.time(row, "at"),
                                        new Identity(
                                                row.getString("instance"),
                                                row.getString("name"),
                                                row.getString("address")),
                                        HistoryEntry.What.parse(row.getString("what")),
                                        row.getLong("token"),
                                        row.getString("cause")));
                            }
                            Collections.reverse(entries);
                            return entries;
                        }),
                deadline);
    }
}
