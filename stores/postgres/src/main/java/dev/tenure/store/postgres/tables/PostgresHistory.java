package dev.tenure.store.postgres.tables;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.sql.ParameterBinder;
import dev.tenure.store.postgres.sql.PostgresErrors;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Keeps the last hundred history entries of each election in a table. Thread-safe. */
public final class PostgresHistory implements History {
    private static final int MOST_CAUSE = 4_000;

    /** Skips rows that another session is removing at the same moment. */
    private static final String APPEND = """
        WITH pruned AS (
            DELETE FROM {history} WHERE (election, id) IN (
                SELECT election, id FROM {history} WHERE election = ?
                ORDER BY id DESC OFFSET {kept} FOR UPDATE SKIP LOCKED))
        """;

    private static final String ENTRY = """
        INSERT INTO {history} (election, at, instance, name, address, what, token, cause, reason)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;

    private static final String ENTRY_WITHOUT_REASON = """
        INSERT INTO {history} (election, at, instance, name, address, what, token, cause)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """;

    private static final String APPEND_ALL = """
        WITH pruned AS (
            DELETE FROM {history} WHERE (election, id) IN (
                SELECT told.election, old.id
                FROM (SELECT DISTINCT unnest(?::text[]) AS election) told
                CROSS JOIN LATERAL (
                    SELECT h.id FROM {history} h WHERE h.election = told.election
                    ORDER BY h.id DESC OFFSET {kept} FOR UPDATE SKIP LOCKED) old))
        INSERT INTO {history} (election, at, instance, name, address, what, token, cause, reason)
        SELECT election, at, instance, name, address, what, token, cause, reason
        FROM unnest(?::text[], ?::timestamptz[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::text[],
                    ?::text[])
            WITH ORDINALITY AS e (election, at, instance, name, address, what, token, cause, reason, place)
        ORDER BY place
        """;

    private static final String LAST = """
        SELECT h.*, to_jsonb(h) ->> 'reason' AS reason_if_kept FROM {history} h
        WHERE election = ? ORDER BY id DESC LIMIT ?
        """;

    private final StatementConnections connections;
    private final String append;
    private final String appendWithoutReason;
    private final String appendAll;
    private final String last;
    private volatile boolean lacksReason;

    public PostgresHistory(StatementConnections connections, LeaseSql sql) {
        this.connections = connections;
        String pruning = APPEND.replace("{kept}", Integer.toString(KEPT));
        this.append = sql.in(pruning + ENTRY);
        this.appendWithoutReason = sql.in(pruning + ENTRY_WITHOUT_REASON);
        this.appendAll = sql.in(APPEND_ALL.replace("{kept}", Integer.toString(KEPT)));
        this.last = sql.in(LAST);
    }

    /** Tables made before there was a column for the reason keep everything else; the doctor reports them. */
    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        if (!lacksReason) {
            try {
                append(entry, true, deadline);
                return;
            } catch (StoreException e) {
                if (!PostgresErrors.isMissingColumn(e)) {
                    throw e;
                }
                lacksReason = true;
            }
        }
        append(entry, false, deadline);
    }

    private void append(HistoryEntry entry, boolean withReason, Deadline deadline) {
        connections.ask(
                StatementBatch.write(
                        "adding to the history of " + entry.election(),
                        withReason ? append : appendWithoutReason,
                        bind -> {
                            bind.text(entry.election())
                                    .text(entry.election())
                                    .time(entry.at())
                                    .text(entry.who().instance())
                                    .text(entry.who().name())
                                    .text(entry.who().address())
                                    .text(entry.what().word())
                                    .number(entry.token())
                                    .text(storable(entry.cause()));
                            if (withReason) {
                                bind.text(entry.reason().word());
                            }
                        },
                        results -> true),
                deadline);
    }

    @Override
    public void appendAll(List<HistoryEntry> entries, Deadline deadline) {
        if (entries.size() < 2 || lacksReason) {
            entries.forEach(entry -> append(entry, deadline));
            return;
        }
        connections.ask(
                StatementBatch.write(
                        "adding " + entries.size() + " entries to the history",
                        appendAll,
                        bind -> bind.column("text", entries, HistoryEntry::election)
                                .column("text", entries, HistoryEntry::election)
                                .column("timestamptz", entries, entry -> ParameterBinder.utc(entry.at()))
                                .column("text", entries, entry -> entry.who().instance())
                                .column("text", entries, entry -> entry.who().name())
                                .column("text", entries, entry -> entry.who().address())
                                .column("text", entries, entry -> entry.what().word())
                                .column("bigint", entries, HistoryEntry::token)
                                .column("text", entries, entry -> storable(entry.cause()))
                                .column("text", entries, entry -> entry.reason().word()),
                        results -> true),
                deadline);
    }

    /** Cuts a long cause between characters, and replaces NUL, which PostgreSQL cannot store in a text. */
    private static String storable(String cause) {
        String held = cause.replace('\0', '\uFFFD');
        if (held.length() <= MOST_CAUSE) {
            return held;
        }
        int end = Character.isHighSurrogate(held.charAt(MOST_CAUSE - 1)) ? MOST_CAUSE - 1 : MOST_CAUSE;
        return held.substring(0, end) + "…";
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        return connections.ask(
                StatementBatch.look(
                        "reading the history of " + election,
                        last,
                        bind -> bind.text(election).number(most),
                        results -> {
                            List<HistoryEntry> entries = new ArrayList<>();
                            ResultSet row = results.next();
                            while (row.next()) {
                                entries.add(entry(row));
                            }
                            Collections.reverse(entries);
                            return entries;
                        }),
                deadline);
    }

    private static HistoryEntry entry(ResultSet row) throws SQLException {
        return HistoryEntry.of(
                        row.getString("election"),
                        StatementResults.time(row, "at"),
                        Identity.ofInstance(row.getString("instance"))
                                .withName(row.getString("name"))
                                .withAddress(row.getString("address")),
                        HistoryEntry.What.parse(row.getString("what")),
                        row.getLong("token"),
                        row.getString("cause"))
                .withReason(Reason.parse(row.getString("reason_if_kept")));
    }
}
