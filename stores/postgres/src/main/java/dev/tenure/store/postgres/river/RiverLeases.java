package dev.tenure.store.postgres.river;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.store.postgres.connection.ConnectionPool;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import dev.tenure.store.postgres.tables.TokenLimitCheck;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Reads and writes River's row, each call in one round trip. Thread-safe. */
public final class RiverLeases {
    private final ConnectionPool lines;
    private final RiverSql sql;
    private final RiverTermTrace trace;
    private final TakeoverDelay grace;

    public RiverLeases(ConnectionPool lines, RiverSql sql, RiverTermTrace trace, TakeoverDelay grace) {
        this.lines = lines;
        this.sql = sql;
        this.trace = trace;
        this.grace = grace;
    }

    /**
     * Tells whether a claim that has not seen an expired row may replace it. Not where the candidate must know what it
     * replaced, to hold its lease for the longer grace.
     */
    private boolean takesExpiredUnseen() {
        return grace.afterExpiry().compareTo(grace.afterRelease()) <= 0;
    }

    public Answer claim(Ballot ballot, Deadline deadline) {
        if (ballot.condition().succeeds()) {
            throw new IllegalArgumentException(
                    "the river store marks no release: a claim must name what it replaces, or leave that to the clock");
        }
        Sighting replacing = ballot.condition().replacing();
        RiverRow theirs = replacing == null ? null : RiverRow.of(replacing.version());
        RiverLeaderId ours =
                new RiverLeaderId(ballot.candidate(), ballot.stamp().attempt(), ballot.ttl());
        String leaderId = ours.text();
        long asked = trace.now();
        return ask(
                StatementBatch.write(
                        "claiming " + ballot.election(),
                        sql.claim,
                        bind -> bind.text(leaderId)
                                .length(ballot.ttl())
                                .time(instant(ballot.condition().highestToken()))
                                .flag(replacing == null)
                                .flag(takesExpiredUnseen())
                                .number(grace.afterExpiry().toNanos() / 1_000)
                                .flag(ballot.condition().waitedOut())
                                .text(theirs == null ? null : theirs.leaderId())
                                .time(theirs == null ? Instant.EPOCH : theirs.electedAt())
                                .time(theirs == null ? Instant.EPOCH : theirs.expiresAt()),
                        results -> {
                            ResultSet outcome = results.next();
                            outcome.next();
                            boolean granted = outcome.getLong("granted") == 1;
                            boolean replaced = outcome.getBoolean("replaced");
                            Sighting found = sighting(results.next(), asked);
                            if (granted && found instanceof Sighting.Held held) {
                                return new Answer.Granted(held.lease(), replaced ? hold(theirs, held) : null);
                            }
                            TokenLimitCheck.require(ballot, found, "delete the row of river_leader");
                            return new Answer.Refused(found);
                        }),
                deadline);
    }

    /**
     * Returns how long a lease is held before it is led by that replaced this row, or one that was not seen. A River
     * client leads on for a while after its row expired. One of Tenure's does not, but may itself have replaced a River
     * client's when its term began, and never have led.
     */
    private Duration hold(@Nullable RiverRow theirs, Sighting.Held ours) {
        if (theirs == null) {
            // Unseen, only a mark of Tenure's is replaced whose own grace is over, unless what has expired is, too.
            return takesExpiredUnseen() ? grace.afterRelease() : Duration.ZERO;
        }
        Instant now = requireNonNull(ours.remainingTime()).asOf();
        return theirs.isForeign() ? grace.afterExpiry() : theirs.graceLeft(now, grace.afterExpiry());
    }

    /**
     * The attempt of the claim is written again, so that leader_id, which is half of the term's name, stays the same.
     */
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        Lease held = extension.held();
        Lease next = extension.next();
        RiverRow before = RiverRow.of(held.version());
        if (before == null) {
            throw new IllegalArgumentException("this lease is not one of the river store: " + held);
        }
        String leaderId = new RiverLeaderId(next.holder(), held.stamp().attempt(), next.ttl()).text();
        long asked = trace.now();
        return ask(
                StatementBatch.write(
                        "renewing " + next.election(),
                        sql.renew,
                        bind -> bind.text(leaderId)
                                .length(next.ttl())
                                .text(before.leaderId())
                                .time(instant(held.token()))
                                .time(before.expiresAt()),
                        results -> {
                            boolean renewed = results.count() == 1;
                            Sighting found = sighting(results.next(), asked);
                            return renewed && found instanceof Sighting.Held now
                                    ? new Renewal.Renewed(now.lease())
                                    : new Renewal.Refused(found);
                        }),
                deadline);
    }

    public void release(Lease lease, Deadline deadline) {
        ask(
                StatementBatch.write(
                        "releasing " + lease.election(),
                        sql.release,
                        bind -> bind.time(instant(lease.token()))
                                .text(RiverLeaderId.prefix(lease.holder().instance())),
                        StatementResults::count),
                deadline);
    }

    public Sighting inspect(Deadline deadline) {
        long asked = trace.now();
        return ask(
                StatementBatch.look(
                        "looking at " + RiverSql.ELECTION,
                        sql.show,
                        bind -> {},
                        results -> sighting(results.next(), asked)),
                deadline);
    }

    /** Returns whether this role may stand, or only look on. The table itself was looked for before the first call. */
    public CheckResult rights(Deadline deadline) {
        return ask(
                StatementBatch.look("asking for the rights on river_leader", sql.rights, bind -> {}, results -> {
                    ResultSet row = results.next();
                    row.next();
                    String where = "river_leader in schema " + sql.schema();
                    return row.getBoolean(1)
                            ? CheckResult.ok("table", where + ", which this role may read and write")
                            : CheckResult.warn(
                                    "table",
                                    where + ", which this role may only read: enough to observe",
                                    "to stand, GRANT INSERT, UPDATE on the table to this role");
                }),
                deadline);
    }

    private Sighting sighting(ResultSet rows, long asked) throws SQLException {
        RiverRow row = RiverRow.only(rows);
        return trace.sighting(row, row == null ? Instant.EPOCH : StatementResults.time(rows, "now"), asked);
    }

    private static Instant instant(long token) {
        return Instant.EPOCH.plus(token, ChronoUnit.MICROS);
    }

    /** Asks through a line, and names River's remedy where that of Tenure's own tables would lead astray. */
    <T> T ask(StatementBatch<T> order, Deadline deadline) {
        try {
            return lines.ask(order, deadline);
        } catch (StoreException e) {
            String remedy = e.getCause() instanceof SQLException cause ? RiverTable.remedy(cause, sql.schema()) : null;
            throw remedy == null ? e : new StoreException(Kind.MISCONFIGURED, order.doing() + " failed: " + remedy, e);
        }
    }
}
