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
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one row of {@code river_leader}, whoever wrote it, and what it means.
 *
 * @param leaderId who leads, in the writer's own words
 * @param electedAt when the term began, by the database's clock: together with leaderId it is the term, and by itself,
 *     in microseconds, its token
 * @param expiresAt when the lease runs out, by the database's clock
 */
public record RiverRow(String leaderId, Instant electedAt, Instant expiresAt) {
    /** For how long a lease of River's own clients is good. They have no setting for it, and no column. */
    public static final Duration RIVER_TTL = Duration.ofSeconds(15);

    /**
     * The end that a released lease has. It has passed for everybody, so River's clients remove the row as one that has
     * expired.
     */
    public static final Instant RELEASED = Instant.EPOCH;

    private static final Instant LAST = RELEASED.plus(Lease.MAX_TOKEN, ChronoUnit.MICROS);

    /** A River client calls itself by its host and its start, unless it was given another id. */
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

    /** Returns the row that a version is of, or null if it stands for the absence of one. */
    static @Nullable RiverRow of(String version) {
        String[] parts = version.split(" ", 3);
        return parts.length < 3 ? null : new RiverRow(parts[2], Instant.parse(parts[0]), Instant.parse(parts[1]));
    }

    /** Returns the mark of exactly this state of the row. */
    public String version() {
        return electedAt + " " + expiresAt + " " + leaderId;
    }

    /** Tells whether a client of River's own wrote it. */
    boolean isForeign() {
        return RiverLeaderId.read(leaderId) == null;
    }

    /** Returns the token of the term, as far as it can be one. */
    public long token() {
        return micros(electedAt);
    }

    /** Returns the microseconds since 1970, cut off where no token could be. */
    private static long micros(Instant time) {
        if (time.isBefore(RELEASED)) {
            return 0;
        }
        return time.isAfter(LAST) ? Lease.MAX_TOKEN : time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000;
    }

    /**
     * Returns what the row shows, by the database's clock.
     *
     * @param grace how long after the beginning of a term the leader before it may not have noticed. If that is not
     *     over, the term was perhaps never led by, and what it replaced still counts: the seat is kept free for nobody
     */
    Sighting sighting(Instant now, Duration grace) {
        try {
            if (!electedAt.isAfter(RELEASED) || electedAt.isAfter(LAST)) {
                throw new IllegalArgumentException("elected_at " + electedAt + " is no token");
            }
            RiverLeaderId id = RiverLeaderId.read(leaderId);
            if (id != null && expiresAt.equals(RELEASED)) {
                return new Sighting.Released(token(), 0, quarantine(now, grace), version());
            }
            Duration left = left(now);
            return new Sighting.Held(
                    id == null
                            ? lease(new Identity(leaderId, host(leaderId), null), 0, longer(left, RIVER_TTL))
                            : lease(id.holder(), id.attempt(), id.ttl()),
                    new RemainingTime(now, left));
        } catch (IllegalArgumentException e) {
            return new Sighting.Unreadable(
                    "the row of river_leader is no lease: " + e.getMessage(), token(), version());
        }
    }

    private @Nullable Reservation quarantine(Instant now, Duration grace) {
        Duration left = graceLeft(now, grace);
        return left.isZero() ? null : new Reservation("nobody", left);
    }

    /** Returns what is left of the grace that began with this term. */
    Duration graceLeft(Instant now, Duration grace) {
        if (electedAt.isAfter(LAST) || !electedAt.isAfter(RELEASED)) {
            return grace; // which began nobody knows when
        }
        Duration left = Duration.between(now, electedAt.plus(grace));
        if (left.isNegative()) {
            return Duration.ZERO;
        }
        return left.compareTo(grace) > 0 ? grace : left;
    }

    /**
     * There is no number of the renewal, so its date stands for it, which grows with each: the microseconds from the
     * beginning of the term to the end of the lease. Nor is there room for the term that this one followed.
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

    /** A lease that runs for longer than River's do was written by a client with a longer ttl, or by another clock. */
    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static String host(String clientId) {
        String host = START.matcher(clientId).replaceFirst("");
        return host.isBlank() ? clientId : host;
    }
}
