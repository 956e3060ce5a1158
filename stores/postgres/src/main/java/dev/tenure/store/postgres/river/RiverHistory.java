package dev.tenure.store.postgres.river;

import dev.tenure.HistoryEntry;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.store.postgres.connection.ConnectionOpener;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.tables.LeaseSql;
import dev.tenure.store.postgres.tables.PostgresHistory;
import dev.tenure.store.postgres.tables.SchemaSetup;
import java.util.List;

/** The history of Tenure's terms in River's election, in Tenure's own tables in another schema. Thread-safe. */
public final class RiverHistory implements History, AutoCloseable {
    private final StatementConnections connections;
    private final History history;

    /** Keeps the history in the tables of this schema, which the first call creates if they are missing. */
    public RiverHistory(ConnectionOpener opener, String schema, boolean keepsConnections) {
        LeaseSql sql = new LeaseSql(schema);
        this.connections = new StatementConnections(opener, new SchemaSetup(sql, true), keepsConnections);
        this.history = new PostgresHistory(connections, sql);
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        history.append(entry, deadline);
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        return history.last(election, most, deadline);
    }

    @Override
    public void close() {
        connections.close();
    }
}
