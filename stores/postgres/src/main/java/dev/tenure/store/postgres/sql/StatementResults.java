package dev.tenure.store.postgres.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** The results of the statements of one batch, in their order. */
public final class StatementResults {
    private final PreparedStatement statement;
    private boolean begun;

    public StatementResults(PreparedStatement statement) {
        this.statement = statement;
    }

    /** Returns the rows of the next statement that returns rows, placed before the first row. */
    public ResultSet next() throws SQLException {
        boolean rows = begun ? statement.getMoreResults() : statement.getResultSet() != null;
        begun = true;
        while (!rows) {
            if (statement.getUpdateCount() < 0) {
                throw new SQLException("the server answered fewer statements than were sent");
            }
            rows = statement.getMoreResults();
        }
        return statement.getResultSet();
    }

    /** Returns the number that the next statement counted. */
    public long count() throws SQLException {
        ResultSet rows = next();
        rows.next();
        return rows.getLong(1);
    }

    /** Returns the time in a column; refuses a row that has none. */
    public static Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime found = row.getObject(column, OffsetDateTime.class);
        if (found == null) {
            throw new IllegalArgumentException(column + " is missing");
        }
        return found.toInstant();
    }
}
