package dev.tenure.store.postgres;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The results of the statements that were sent together, one after the other. */
final class StatementResults {
    private final PreparedStatement statement;
    private boolean begun;

    StatementResults(PreparedStatement statement) {
        this.statement = statement;
    }

    /** Returns the rows of the next statement, before the first of them; those that return none are passed over. */
    ResultSet next() throws SQLException {
        boolean rows = begun ? statement.getMoreResults() : statement.getResultSet() != null;
        begun = true;
        while (!rows) {
            if (statement.getUpdateCount() < 0) {
                throw new SQLException("the server answered to fewer statements than were sent");
            }
            rows = statement.getMoreResults();
        }
        return statement.getResultSet();
    }

    /** Returns the number that the next statement counted. */
    long count() throws SQLException {
        ResultSet rows = next();
        rows.next();
        return rows.getLong(1);
    }
}
