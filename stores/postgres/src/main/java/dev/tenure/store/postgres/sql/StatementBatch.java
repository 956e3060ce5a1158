package dev.tenure.store.postgres.sql;

import java.sql.SQLException;

/**
 * What is asked of the server in one round trip.
 *
 * @param doing what it is, for messages
 * @param writes whether its effect matters when the answer is lost
 * @param anywhere whether a server that takes no writes may answer it, too
 * @param sql the statements, which run in one transaction
 * @param bind what fills in their parameters
 * @param read what makes the answer of their results
 */
public record StatementBatch<T>(String doing, boolean writes, boolean anywhere, String sql, Bind bind, Read<T> read) {

    /** Fills in the parameters. */
    public interface Bind {
        void to(ParameterBinder binder) throws SQLException;
    }

    /** Makes the answer of the results. */
    public interface Read<T> {
        T from(StatementResults results) throws SQLException;
    }

    /** Returns an order that changes something. */
    public static <T> StatementBatch<T> write(String doing, String sql, Bind bind, Read<T> read) {
        return new StatementBatch<>(doing, true, false, sql, bind, read);
    }

    /** Returns an order that changes nothing that anybody relies on, so a lost answer leaves nothing unknown. */
    public static <T> StatementBatch<T> look(String doing, String sql, Bind bind, Read<T> read) {
        return new StatementBatch<>(doing, false, false, sql, bind, read);
    }

    /** Returns an order that asks a server about itself, whether or not it takes writes. */
    public static <T> StatementBatch<T> question(String doing, String sql, Bind bind, Read<T> read) {
        return new StatementBatch<>(doing, false, true, sql, bind, read);
    }
}
