package dev.tenure.store.postgres.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Reads the notifications of a channel. Called by the listening thread, whose connection it may use for queries. */
public interface NotificationParser {

    /** Called when listening begins, or begins again: earlier notifications may have been missed. */
    default void begin(Connection open) throws SQLException {}

    /** Reads a notification, and returns the elections it concerns. */
    List<String> heard(String payload, Connection open) throws SQLException;
}
