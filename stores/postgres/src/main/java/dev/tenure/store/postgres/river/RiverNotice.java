package dev.tenure.store.postgres.river;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What is told on River's channel, as JSON: {@code resigned} and {@code request_resign} by River's clients and by
 * Tenure, {@code elected} by Tenure alone.
 *
 * @param action what it is about; empty if it does not say
 * @param leaderId whom it is about; empty for whoever leads
 * @param token the term it is about, or null if it does not say: only Tenure does
 * @param by who asks, or null if it does not say: only Tenure does
 */
public record RiverNotice(
        String action,
        String leaderId,
        @Nullable Long token,
        @Nullable String by) {

    private static final String PARSE = """
        SELECT told->>'action', told->>'leader_id', told->>'tenure_token', told->>'tenure_by'
        FROM (SELECT ?::json AS told) notice
        """;

    /** Reads a notice by the server, which knows JSON and mostly wrote this one; null if it is none. */
    public static @Nullable RiverNotice read(String told, Connection open) throws SQLException {
        try (PreparedStatement statement = open.prepareStatement(PARSE)) {
            statement.setString(1, told);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                String token = row.getString(3);
                return new RiverNotice(
                        orEmpty(row.getString(1)),
                        orEmpty(row.getString(2)),
                        token == null ? null : (Long) Long.parseLong(token),
                        row.getString(4));
            }
        } catch (NumberFormatException e) {
            return null;
        } catch (SQLException e) {
            if (e.getSQLState() != null && e.getSQLState().startsWith("22")) { // invalid data, not a lost connection
                return null;
            }
            throw e;
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
