package dev.tenure.store.postgres;

import java.sql.SQLException;

/**
 * What is asked of the server in one round trip.
 *
 * @param doing what it is, for messages
 * @param writes whether its effect matters when the answer is lost
 * @param sql the statements, which run in one transaction
 * @param bind what fills in their parameters
 * @param read what makes the answer of their results
 */
record Order<T>(String doing, boolean writes, String sql, Bind bind, Read<T> read) {

    /** Fills in the parameters. */
    interface Bind {
        void to(Binder binder) throws SQLException;
    }

    /** Makes the answer of the results. */
    interface Read<T> {
        T from(Results results) throws SQLException;
    }

    /** Returns an order that changes something. */
    static <T> Order<T> write(String doing, String sql, Bind bind, Read<T> read) {
        return new Order<>(doing, true, sql, bind, read);
    }

    /** Returns an order that changes nothing that anybody relies on, so a lost answer leaves nothing unknown. */
    static <T> Order<T> look(String doing, String sql, Bind bind, Read<T> read) {
        return new Order<>(doing, false, sql, bind, read);
    }
}
