package dev.tenure.store.postgres.river;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A notice on River's channel, as JSON: {@code resigned} and {@code request_resign} by River's clients and by Tenure,
 * {@code elected} by Tenure alone.
 *
 * @param action the action; empty if it is missing
 * @param leaderId the leader it concerns; empty for any leader
 * @param token the term it concerns, or null: only Tenure names it
 * @param by the sender of a request, or null: only Tenure names it
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

    /** Lets the server parse a notice, which saves a JSON library here; returns null if it is no notice. */
    public static @Nullable RiverNotice read(String payload, Connection open) throws SQLException {
        try (PreparedStatement statement = open.prepareStatement(PARSE)) {
            statement.setString(1, payload);
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
