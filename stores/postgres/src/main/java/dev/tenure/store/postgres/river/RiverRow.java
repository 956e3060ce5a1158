package dev.tenure.store.postgres.river;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one row of {@code river_leader}, written by River or by Tenure, and its meaning.
 *
 * @param leaderId the leader, as its writer names itself
 * @param electedAt when the term began, by the database's clock: together with leaderId it is the term, and by itself,
 *     in microseconds, its token
 * @param expiresAt when the lease expires, by the database's clock
 */
public record RiverRow(String leaderId, Instant electedAt, Instant expiresAt) {
    /** The ttl of River's own clients. They have no setting for it, and no column. */
    public static final Duration RIVER_TTL = Duration.ofSeconds(15);

    /** The end of a released lease. It lies in the past, so River's clients remove the row as expired. */
    public static final Instant RELEASED = Instant.EPOCH;

    private static final Instant LAST = RELEASED.plus(Lease.MAX_TOKEN, ChronoUnit.MICROS);

    /** A River client names itself after its host and its start, unless it was given another id. */
    private static final Pattern START = Pattern.compile("_\\d{4}_\\d{2}_\\d{2}T\\d{2}_\\d{2}_\\d{2}_\\d+$");

    /** Returns the row, if there is one. */
    static @Nullable RiverRow only(ResultSet rows) throws SQLException {
        return rows.next()
                ? new RiverRow(
                        rows.getString("leader_id"),
                        StatementResults.time(rows, "elected_at"),
                        StatementResults.time(rows, "expires_at"))
                : null;
    }

    /** Returns the row of a version, or null if the version stands for a missing row. */
    static @Nullable RiverRow of(String version) {
        String[] parts = version.split(" ", 3);
        return parts.length < 3 ? null : new RiverRow(parts[2], Instant.parse(parts[0]), Instant.parse(parts[1]));
    }

    /** Returns the version of exactly this state of the row. */
    public String version() {
        return electedAt + " " + expiresAt + " " + leaderId;
    }

    /** Tells whether a River client wrote it. */
    boolean isForeign() {
        return RiverLeaderId.read(leaderId) == null;
    }

    /** Returns the token of the term, cut to the range of tokens. */
    public long token() {
        return micros(electedAt);
    }

    /** Returns the microseconds since 1970, cut to the range of tokens. */
    private static long micros(Instant time) {
        if (time.isBefore(RELEASED)) {
            return 0;
        }
        return time.isAfter(LAST) ? Lease.MAX_TOKEN : time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000;
    }

    /**
     * Returns the sighting of the row, by the database's clock.
     *
     * @param delay the takeover delay after an expiry. If the term was released before it was over, its candidate
     *     perhaps never led, and the leader before may not have stopped yet: so nobody may claim until it is over
     */
    Sighting sighting(Instant now, Duration delay) {
        try {
            if (!electedAt.isAfter(RELEASED) || electedAt.isAfter(LAST)) {
                throw new IllegalArgumentException("elected_at " + electedAt + " is no token");
            }
            RiverLeaderId id = RiverLeaderId.read(leaderId);
            if (id != null && expiresAt.equals(RELEASED)) {
                return new Sighting.Released(token(), 0, quarantine(now, delay), version());
            }
            Duration left = left(now);
            return new Sighting.Held(
                    id == null
                            ? lease(Identity.ofInstance(leaderId).withName(host(leaderId)), 0, longer(left, RIVER_TTL))
                            : lease(id.holder(), id.attempt(), id.ttl()),
                    new RemainingTime(now, left));
        } catch (IllegalArgumentException | DateTimeException e) {
            return new Sighting.Unreadable(
                    "the row of river_leader is no lease: " + e.getMessage(), token(), version());
        }
    }

    private @Nullable Reservation quarantine(Instant now, Duration delay) {
        Duration left = delayLeft(now, delay);
        return left.isZero() ? null : new Reservation("nobody", left);
    }

    /** Returns the rest of the takeover delay that began with this term. */
    Duration delayLeft(Instant now, Duration delay) {
        if (electedAt.isAfter(LAST) || !electedAt.isAfter(RELEASED)) {
            return delay; // the beginning is not known
        }
        Duration left = Duration.between(now, electedAt.plus(delay));
        if (left.isNegative()) {
            return Duration.ZERO;
        }
        return left.compareTo(delay) > 0 ? delay : left;
    }

    /**
     * The row has no renewal number. The microseconds from the beginning of the term to the end of the lease stand for
     * it, since they grow with each renewal. Nor has it room for the token of the term before.
     */
    private Lease lease(Identity holder, long attempt, Duration ttl) {
        Instant written = expiresAt.isAfter(LAST) ? LAST : expiresAt.minus(ttl);
        WriteStamp stamp = new WriteStamp(micros(expiresAt) - token(), attempt, written);
        return new Lease(RiverSql.ELECTION, holder, token(), 0, electedAt, ttl, stamp, version());
    }

    private Duration left(Instant now) {
        Duration left = Duration.between(now, expiresAt);
        if (left.isNegative()) {
            return Duration.ZERO;
        }
        return left.compareTo(Lease.MAX_TTL) > 0 ? Lease.MAX_TTL : left;
    }

    /** A lease longer than River's was written by a client with a longer ttl, or under another clock. */
    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static String host(String clientId) {
        String host = START.matcher(clientId).replaceFirst("");
        return host.isBlank() ? clientId : host;
    }
}
