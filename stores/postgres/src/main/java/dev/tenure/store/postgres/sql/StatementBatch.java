package dev.tenure.store.postgres.sql;

import java.sql.SQLException;

/**
 * Statements that are sent to the server in one round trip.
 *
 * @param doing the name of the call, for messages
 * @param writes whether the outcome is unknown when the answer is lost
 * @param anywhere whether a server that accepts no writes may answer, too
 * @param sql the statements, which run in one transaction
 * @param bind sets their parameters
 * @param read makes the answer from their results
 */
public record StatementBatch<T>(String doing, boolean writes, boolean anywhere, String sql, Bind bind, Read<T> read) {

    /** Sets the parameters. */
    public interface Bind {
        void to(ParameterBinder binder) throws SQLException;
    }

    /** Makes the answer from the results. */
    public interface Read<T> {
        T from(StatementResults results) throws SQLException;
    }

    /** Returns statements that write. */
    public static <T> StatementBatch<T> write(String doing, String sql, Bind bind, Read<T> read) {
        return new StatementBatch<>(doing, true, false, sql, bind, read);
    }

    /** Returns statements that read, or write only what may be lost, so a lost answer leaves nothing unknown. */
    public static <T> StatementBatch<T> look(String doing, String sql, Bind bind, Read<T> read) {
        return new StatementBatch<>(doing, false, false, sql, bind, read);
    }

    /** Returns a question about the server itself, which a server that accepts no writes may answer, too. */
    public static <T> StatementBatch<T> question(String doing, String sql, Bind bind, Read<T> read) {
        return new StatementBatch<>(doing, false, true, sql, bind, read);
    }
}
