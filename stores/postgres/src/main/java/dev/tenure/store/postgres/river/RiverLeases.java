package dev.tenure.store.postgres.river;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import dev.tenure.store.postgres.tables.TokenLimitCheck;
import dev.tenure.store.support.LeaseCalls;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes River's row, each call in one round trip. Thread-safe. */
public final class RiverLeases implements LeaseCalls {
    private final StatementConnections connections;
    private final RiverSql sql;
    private final RiverTermTrace trace;
    private final TakeoverDelay takeoverDelay;

    public RiverLeases(
            StatementConnections connections, RiverSql sql, RiverTermTrace trace, TakeoverDelay takeoverDelay) {
        this.connections = connections;
        this.sql = sql;
        this.trace = trace;
        this.takeoverDelay = takeoverDelay;
    }

    /**
     * Tells whether a claim may replace an expired row that it has not seen. It may not if the candidate must know
     * which row it replaced, to wait for the longer takeover delay.
     */
    private boolean takesExpiredUnseen() {
        return takeoverDelay.afterExpiry().compareTo(takeoverDelay.afterRelease()) <= 0;
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        if (ballot.condition().requiresRelease()) {
            throw new IllegalArgumentException(
                    "the river store writes no release: name the row to replace, or leave that to the clock");
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
                                .number(takeoverDelay.afterExpiry().toNanos() / 1_000)
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
     * Returns how long a lease is held before its candidate leads, if it replaced this row, or a row that was not seen.
     * A River client leads for a while after its row expired. A Tenure candidate does not, but may itself have replaced
     * a River client's row when its term began, and never have led.
     */
    private Duration hold(@Nullable RiverRow theirs, Sighting.Held ours) {
        if (theirs == null) {
            // Without a look, a claim replaces only Tenure's release mark after its own delay, or else any expired row.
            return takesExpiredUnseen() ? takeoverDelay.afterRelease() : Duration.ZERO;
        }
        Instant now = requireNonNull(ours.remainingTime()).asOf();
        return theirs.isForeign() ? takeoverDelay.afterExpiry() : theirs.delayLeft(now, takeoverDelay.afterExpiry());
    }

    /** Writes the attempt of the claim again, so that leader_id, which is half of the term's name, stays the same. */
    @Override
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

    /** Ignores a reservation: River's row has no room for it, and it only delays others. */
    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        ask(
                StatementBatch.write(
                        "releasing " + lease.election(),
                        sql.release,
                        bind -> bind.time(instant(lease.token()))
                                .text(RiverLeaderId.prefix(lease.holder().instance())),
                        StatementResults::count),
                deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        long asked = trace.now();
        return ask(
                StatementBatch.look(
                        "looking at " + election, sql.show, bind -> {}, results -> sighting(results.next(), asked)),
                deadline);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return inspect(RiverSql.ELECTION, deadline) instanceof Sighting.Never ? List.of() : List.of(RiverSql.ELECTION);
    }

    /** Checks whether this role may stand, or only observe. The first call has checked that the table exists. */
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

    /** Sends the statements; an error about the table names River's remedy, not that of Tenure's tables. */
    <T> T ask(StatementBatch<T> batch, Deadline deadline) {
        try {
            return connections.ask(batch, deadline);
        } catch (StoreException e) {
            String remedy = e.getCause() instanceof SQLException cause ? RiverTable.remedy(cause, sql.schema()) : null;
            throw remedy == null ? e : new StoreException(Kind.MISCONFIGURED, batch.doing() + " failed: " + remedy, e);
        }
    }
}
