package dev.tenure.store.postgres.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Makes sense of what is told on a channel. Called by the thread that listens, on whose connection it may ask. */
public interface NotificationParser {

    /** Takes in that listening begins, anew perhaps: nobody knows what was told before. */
    default void begin(Connection open) throws SQLException {}

    /** Takes in what was told, and returns the elections it concerns. */
    List<String> heard(String told, Connection open) throws SQLException;
}
