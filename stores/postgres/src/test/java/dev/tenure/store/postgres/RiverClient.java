package dev.tenure.store.postgres;

import dev.tenure.store.postgres.sql.SqlNames;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends the statements of a River client to River's table, by the transaction's clock. */
final class RiverClient {
    private static final int TTL_SECONDS = 15;

    private final RiverSchema schema;
    private final String id;

    RiverClient(RiverSchema schema, String id) {
        this.schema = schema;
        this.id = id;
    }

    String id() {
        return id;
    }

    /** Removes what has expired and inserts itself if nothing is left, in one transaction. */
    Optional<OffsetDateTime> elect() {
        try (Connection connection = schema.source().getConnection()) {
            connection.setAutoCommit(false);
            deleteExpired(connection);
            Optional<OffsetDateTime> electedAt = one(
                    connection,
                    "INSERT INTO {table} (name, leader_id, elected_at, expires_at)"
                            + " VALUES ('default', ?, now(), now() + make_interval(secs => " + TTL_SECONDS + "))"
                            + " ON CONFLICT (name) DO NOTHING RETURNING elected_at",
                    id,
                    null);
            connection.commit();
            return electedAt;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Removes what has expired, and returns how many rows that were. */
    int deleteExpired() {
        try (Connection connection = schema.source().getConnection()) {
            return deleteExpired(connection);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private int deleteExpired(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(in("DELETE FROM {table} WHERE name = 'default' AND expires_at < now()"))) {
            return statement.executeUpdate();
        }
    }

    /** Prolongs the term, and tells whether it was still there. */
    boolean reelect(OffsetDateTime electedAt) {
        return onTerm(
                        "UPDATE {table} SET expires_at = now() + make_interval(secs => " + TTL_SECONDS + ")"
                                + " WHERE name = 'default' AND leader_id = ? AND elected_at = ?"
                                + " AND expires_at >= now() RETURNING elected_at",
                        electedAt)
                .isPresent();
    }

    /** Deletes the row of the term and tells everybody, in one statement; tells whether it was there. */
    boolean resign(OffsetDateTime electedAt) {
        return onTerm(
                        "WITH held AS (SELECT name, leader_id FROM {table}"
                                + " WHERE name = 'default' AND leader_id = ? AND elected_at = ? FOR UPDATE),"
                                + " told AS (SELECT name, pg_notify({channel},"
                                + " json_build_object('leader_id', leader_id, 'action', 'resigned')::text) FROM held)"
                                + " DELETE FROM {table} l USING told WHERE l.name = told.name RETURNING l.elected_at",
                        electedAt)
                .isPresent();
    }

    /** Asks whoever leads to resign, as encoding/json writes it. */
    void requestResign() {
        schema.tell("{\"action\":\"request_resign\",\"leader_id\":\"\"}");
    }

    private Optional<OffsetDateTime> onTerm(String sql, OffsetDateTime electedAt) {
        try (Connection connection = schema.source().getConnection()) {
            return one(connection, sql, id, electedAt);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private Optional<OffsetDateTime> one(
            Connection connection, String sql, String leaderId, @Nullable OffsetDateTime electedAt)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(in(sql))) {
            statement.setString(1, leaderId);
            if (electedAt != null) {
                statement.setObject(2, electedAt);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(rows.getObject(1, OffsetDateTime.class)) : Optional.empty();
            }
        }
    }

    private String in(String sql) {
        return sql.replace("{table}", schema.table())
                .replace("{channel}", SqlNames.literal(schema.name() + ".river_leadership"));
    }
}
