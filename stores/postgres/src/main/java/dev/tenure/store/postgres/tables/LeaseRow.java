package dev.tenure.store.postgres.tables;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Reads rows of {@code tenure_lease}. */
public final class LeaseRow {
    private LeaseRow() {}

    /** Returns the sighting of the only row, if there is one. */
    static Sighting only(ResultSet rows) throws SQLException {
        return rows.next() ? current(rows) : new Sighting.Never();
    }

    /** Returns the sighting of the current row. Tables from our script hold no unreadable rows, but others may. */
    static Sighting current(ResultSet row) throws SQLException {
        long token = row.getLong("token");
        long follows = row.getLong("follows");
        String version = token + "." + row.getLong("revision");
        try {
            if (token < 1 || token > Lease.MAX_TOKEN) {
                throw new IllegalArgumentException("token " + token + " is not between 1 and " + Lease.MAX_TOKEN);
            }
            if (follows < 0 || follows >= token) {
                throw new IllegalArgumentException("token " + token + " cannot follow token " + follows);
            }
            return row.getBoolean("released")
                    ? new Sighting.Released(token, follows, reservation(row), version)
                    : new Sighting.Held(lease(row, token, follows, version), remainingTime(row));
        } catch (IllegalArgumentException | NullPointerException e) {
            String problem = "the row of " + row.getString("election") + " is no lease: " + e.getMessage();
            return new Sighting.Unreadable(problem, Math.min(Math.max(token, 0), Lease.MAX_TOKEN), version);
        }
    }

    private static Lease lease(ResultSet row, long token, long follows, String version) throws SQLException {
        Identity holder = Identity.ofInstance(row.getString("instance"))
                .withName(row.getString("name"))
                .withAddress(row.getString("address"));
        WriteStamp stamp = new WriteStamp(
                row.getLong("renewal"), row.getLong("attempt"), StatementResults.time(row, "written_at"));
        Duration ttl = Duration.of(row.getLong("ttl_micros"), ChronoUnit.MICROS);
        return new Lease(
                row.getString("election"),
                holder,
                token,
                follows,
                StatementResults.time(row, "since"),
                ttl,
                stamp,
                version);
    }

    private static @Nullable Reservation reservation(ResultSet row) throws SQLException {
        String heir = row.getString("reserved_for");
        return heir == null
                ? null
                : new Reservation(heir, Duration.of(row.getLong("reserved_micros"), ChronoUnit.MICROS));
    }

    /** Returns the remaining time, cut so that a row with a date in the far future does not overflow. */
    private static RemainingTime remainingTime(ResultSet row) throws SQLException {
        Instant now = StatementResults.time(row, "now");
        Duration left = Duration.between(now, StatementResults.time(row, "expires_at"));
        if (left.isNegative()) {
            return new RemainingTime(now, Duration.ZERO);
        }
        return new RemainingTime(now, left.compareTo(Lease.MAX_TTL) > 0 ? Lease.MAX_TTL : left);
    }
}
