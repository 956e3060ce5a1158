package dev.tenure.store.postgres.tables;

import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.sql.ParameterBinder;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;

/** Keeps the baton of each election in a row. Thread-safe. */
public final class PostgresBatons implements Batons {
    private static final String READ =
            "SELECT token, number, encode(content, 'hex') AS content FROM {baton} WHERE election = ?";

    private static final String ADD = """
        WITH kept AS (
            INSERT INTO {baton} (token, number, content, election) VALUES (?, ?, decode(?, 'hex'), ?)
            ON CONFLICT (election) DO NOTHING
            RETURNING election)
        SELECT count(*) FROM kept
        """;

    private static final String REPLACE = """
        WITH kept AS (
            UPDATE {baton} SET token = ?, number = ?, content = decode(?, 'hex')
            WHERE election = ? AND token || '.' || number = ?
            RETURNING election)
        SELECT count(*) FROM kept
        """;

    private final StatementConnections connections;
    private final String read;
    private final String add;
    private final String replace;

    public PostgresBatons(StatementConnections connections, LeaseSql sql) {
        this.connections = connections;
        this.read = sql.in(READ);
        this.add = sql.in(ADD);
        this.replace = sql.in(REPLACE);
    }

    @Override
    public Optional<Baton> read(String election, Deadline deadline) {
        return connections.ask(
                StatementBatch.look(
                        "reading the baton of " + election, read, bind -> bind.text(election), PostgresBatons::baton),
                deadline);
    }

    private static Optional<Baton> baton(StatementResults results) throws SQLException {
        ResultSet row = results.next();
        if (!row.next()) {
            return Optional.empty();
        }
        byte[] content = HexFormat.of().parseHex(row.getString("content"));
        Baton found = new Baton(row.getLong("token"), row.getLong("number"), content, "");
        return Optional.of(found.withVersion(found.writeId()));
    }

    @Override
    public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
        long rows = connections.ask(
                StatementBatch.write(
                        "writing the baton of " + election,
                        version.isEmpty() ? add : replace,
                        bind -> {
                            ParameterBinder row = bind.number(next.token())
                                    .number(next.number())
                                    .text(HexFormat.of().formatHex(next.content()))
                                    .text(election);
                            if (!version.isEmpty()) {
                                row.text(version);
                            }
                        },
                        StatementResults::count),
                deadline);
        return rows > 0 ? Optional.of(next.writeId()) : Optional.empty();
    }
}
