package dev.tenure.store.postgres.tables;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Keeps the last request to each leader in a table. Thread-safe. */
public final class PostgresRequests implements Requests {
    private static final String SUBMIT = """
        WITH kept AS (
            INSERT INTO {request} (election, token, successor, asked_by, asked_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (election) DO UPDATE
            SET token = excluded.token, successor = excluded.successor, asked_by = excluded.asked_by,
                asked_at = excluded.asked_at
            RETURNING election)
        SELECT count(pg_notify({channel}, election)) FROM kept
        """;

    private static final String PENDING = "SELECT * FROM {request} WHERE election = ANY (?);";

    private final StatementConnections connections;
    private final String submit;
    private final String pending;

    public PostgresRequests(StatementConnections connections, LeaseSql sql) {
        this.connections = connections;
        this.submit = sql.in(SUBMIT);
        this.pending = sql.in(PENDING);
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        connections.ask(
                StatementBatch.write(
                        "asking the leader of " + request.election(),
                        submit,
                        bind -> bind.text(request.election())
                                .number(request.token())
                                .text(request.successor())
                                .text(request.by())
                                .time(request.at()),
                        StatementResults::count),
                deadline);
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        deadline.requireLeft();
        if (elections.isEmpty()) {
            return Map.of();
        }
        return connections.ask(
                StatementBatch.look(
                        "looking for requests",
                        pending,
                        bind -> PostgresRounds.bindNames(bind, elections),
                        PostgresRequests::read),
                deadline);
    }

    /** Returns the statement that {@link #read} belongs to. */
    String pending() {
        return pending;
    }

    static Map<String, Request> read(StatementResults results) throws SQLException {
        Map<String, Request> found = new HashMap<>();
        ResultSet row = results.next();
        while (row.next()) {
            Request request = new Request(
                    row.getString("election"),
                    row.getLong("token"),
                    row.getString("successor"),
                    StatementResults.time(row, "asked_at"),
                    row.getString("asked_by"));
            found.put(request.election(), request);
        }
        return found;
    }
}
