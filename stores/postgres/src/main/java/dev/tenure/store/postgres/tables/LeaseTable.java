package dev.tenure.store.postgres.tables;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import dev.tenure.store.support.LeaseCalls;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads and writes the table of leases, each call in one round trip. Thread-safe. */
public final class LeaseTable implements LeaseCalls {
    private static final String TOKEN_REMEDY =
            "set it to the last token that was really granted (UPDATE tenure_lease SET token = …)";

    private final StatementConnections connections;
    private final LeaseSql sql;
    private final PostgresRounds rounds;

    public LeaseTable(StatementConnections connections, LeaseSql sql) {
        this.connections = connections;
        this.sql = sql;
        this.rounds = new PostgresRounds(connections, sql);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Sighting replacing = ballot.condition().replacing();
        return connections.ask(
                StatementBatch.write(
                        "claiming " + ballot.election(),
                        sql.claim,
                        bind -> bind.text(ballot.election())
                                .text(ballot.candidate().instance())
                                .text(ballot.candidate().name())
                                .text(ballot.candidate().address())
                                .length(ballot.ttl())
                                .number(ballot.stamp().renewal())
                                .number(ballot.stamp().attempt())
                                .time(ballot.stamp().at())
                                .text(replacing == null ? null : replacing.version())
                                .flag(ballot.condition().waitedOut())
                                .flag(ballot.condition().requiresRelease())
                                .number(ballot.condition().highestToken())
                                .text(ballot.election()),
                        results -> {
                            boolean granted = results.count() == 1;
                            Sighting found = LeaseRow.only(results.next());
                            if (granted && found instanceof Sighting.Held held) {
                                return new Answer.Granted(held.lease());
                            }
                            TokenLimitCheck.require(ballot, found, TOKEN_REMEDY);
                            return new Answer.Refused(found);
                        }),
                deadline);
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        Lease held = extension.held();
        Lease next = extension.next();
        return connections.ask(
                StatementBatch.write(
                        "renewing " + next.election(),
                        sql.renew,
                        bind -> bind.number(next.stamp().renewal())
                                .number(next.stamp().attempt())
                                .text(next.holder().name())
                                .text(next.holder().address())
                                .time(next.stamp().at())
                                .length(next.ttl())
                                .length(next.ttl())
                                .text(held.election())
                                .number(held.token())
                                .text(held.holder().instance())
                                .number(held.stamp().renewal())
                                .number(held.stamp().attempt())
                                .text(held.election()),
                        results -> renewal(results.count() == 1, LeaseRow.only(results.next()))),
                deadline);
    }

    private static Renewal renewal(boolean renewed, Sighting found) {
        return renewed && found instanceof Sighting.Held held
                ? new Renewal.Renewed(held.lease())
                : new Renewal.Refused(found);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> all, Deadline deadline) {
        return round(Round.ofRenewals(all), deadline).renewals();
    }

    @Override
    public RoundAnswer round(Round round, Deadline deadline) {
        return rounds.run(round, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        Reservation reservation = to.reservation();
        connections.ask(
                StatementBatch.write(
                        "releasing " + lease.election(),
                        sql.release,
                        bind -> bind.text(lease.election())
                                .number(lease.token())
                                .text(lease.holder().instance())
                                .text(reservation == null ? null : reservation.instance())
                                .length(reservation == null ? null : reservation.length()),
                        StatementResults::count),
                deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return connections.ask(
                StatementBatch.look(
                        "looking at " + election,
                        sql.show,
                        bind -> bind.text(election),
                        results -> LeaseRow.only(results.next())),
                deadline);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return connections.ask(
                StatementBatch.look("listing the elections", sql.elections, bind -> {}, results -> {
                    List<String> names = new ArrayList<>();
                    ResultSet rows = results.next();
                    while (rows.next()) {
                        names.add(rows.getString(1));
                    }
                    return names;
                }),
                deadline);
    }
}
