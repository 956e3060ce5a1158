package dev.tenure.store.postgres.river;

import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.FirstCallCheck;
import dev.tenure.store.postgres.connection.PooledConnection;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Checks before the first call that River's table exists. Only River's migrations create it. */
public final class RiverTable implements FirstCallCheck {
    private final RiverSql sql;
    private volatile boolean ready;

    public RiverTable(RiverSql sql) {
        this.sql = sql;
    }

    @Override
    public void ensure(PooledConnection pooled, Deadline deadline) {
        if (!ready) {
            pooled.ask(
                    StatementBatch.look("looking for river_leader", sql.columns, bind -> {}, StatementResults::next),
                    deadline);
            ready = true;
        }
    }

    /** Returns the problem and its remedy if the error concerns the table, and null otherwise. */
    static @Nullable String remedy(SQLException cause, String schema) {
        String state = cause.getSQLState() == null ? "" : cause.getSQLState();
        return switch (state) {
            case "42P01", "3F000" ->
                "there is no table river_leader in schema " + schema
                        + ": run River's migrations there, or name another schema with schema=…";
            case "42703" ->
                "river_leader in schema " + schema
                        + " has other columns than this Tenure knows: run River's migrations, up to 004 at least";
            case "42501" ->
                "this role may not use river_leader in schema " + schema
                        + ": GRANT USAGE on the schema and SELECT, INSERT, UPDATE on the table";
            case "23514" -> "river_leader in schema " + schema + " does not take this row: " + cause.getMessage();
            default -> null;
        };
    }
}
