package dev.tenure.store.postgres.tables;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.sql.ParameterBinder;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends rounds: the statements of all parts that a round has, in one round trip and one transaction. Thread-safe.
 *
 * <p>If one part fails, all of them do, without an effect: the caller then sends the leases again without the rest.
 */
final class PostgresRounds {
    private final StatementConnections connections;
    private final LeaseSql sql;
    private final PostgresRoster roster;
    private final PostgresRequests requests;

    PostgresRounds(StatementConnections connections, LeaseSql sql) {
        this.connections = connections;
        this.sql = sql;
        this.roster = new PostgresRoster(connections, sql);
        this.requests = new PostgresRequests(connections, sql);
    }

    RoundAnswer run(Round round, Deadline deadline) {
        deadline.requireLeft();
        if (round.isEmpty()) {
            return new RoundAnswer(List.of(), List.of(), Map.of(), Map.of(), Map.of());
        }
        boolean writes = !round.renewals().isEmpty() || !round.claims().isEmpty();
        return connections.ask(
                new StatementBatch<>(
                        doing(round), writes, false, statements(round), bind -> bind(bind, round), results -> read(results, round)),
                deadline);
    }

    private static String doing(Round round) {
        if (!round.renewals().isEmpty()) {
            return "renewing " + round.renewals().size() + " leases";
        }
        return round.claims().isEmpty()
                ? "attending " + round.entries().size() + " rosters and looking at "
                        + round.looks().size() + " records"
                : "claiming " + round.claims().size() + " leases";
    }

    private String statements(Round round) {
        return (round.renewals().isEmpty() ? "" : sql.renewAll)
                + (round.claims().isEmpty() ? "" : sql.claimAll)
                + (round.entries().isEmpty() ? "" : roster.attend())
                + (round.requests().isEmpty() ? "" : requests.pending())
                + (round.looks().isEmpty() ? "" : sql.showAll);
    }

    private static void bind(ParameterBinder bind, Round round) throws SQLException {
        if (!round.renewals().isEmpty()) {
            bindRenewals(bind, round.renewals());
        }
        if (!round.claims().isEmpty()) {
            bindClaims(bind, round.claims());
        }
        if (!round.entries().isEmpty()) {
            PostgresRoster.bind(bind, round.entries());
        }
        if (!round.requests().isEmpty()) {
            bindNames(bind, round.requests());
        }
        if (!round.looks().isEmpty()) {
            bindNames(bind, round.looks());
        }
    }

    static void bindNames(ParameterBinder bind, Collection<String> names) throws SQLException {
        bind.column("text", names, name -> name);
    }

    private static void bindRenewals(ParameterBinder bind, List<RenewalRequest> all) throws SQLException {
        bind.column("text", all, each -> each.held().election())
                .column("bigint", all, each -> each.held().token())
                .column("text", all, each -> each.held().holder().instance())
                .column("bigint", all, each -> each.held().stamp().renewal())
                .column("bigint", all, each -> each.held().stamp().attempt())
                .column("bigint", all, each -> each.next().stamp().renewal())
                .column("bigint", all, each -> each.next().stamp().attempt())
                .column("text", all, each -> each.next().holder().name())
                .column("text", all, each -> each.next().holder().address())
                .column("timestamptz", all, each -> ParameterBinder.utc(each.next().stamp().at()))
                .column("bigint", all, each -> ParameterBinder.micros(each.next().ttl()))
                .column("text", all, each -> each.held().election())
                .column("text", all, each -> each.held().election())
                .column("bigint", all, each -> each.next().stamp().attempt());
    }

    private static void bindClaims(ParameterBinder bind, List<Ballot> all) throws SQLException {
        bind.column("text", all, Ballot::election)
                .column("text", all, each -> each.candidate().instance())
                .column("text", all, each -> each.candidate().name())
                .column("text", all, each -> each.candidate().address())
                .column("bigint", all, each -> ParameterBinder.micros(each.ttl()))
                .column("bigint", all, each -> each.stamp().renewal())
                .column("bigint", all, each -> each.stamp().attempt())
                .column("timestamptz", all, each -> ParameterBinder.utc(each.stamp().at()))
                .column("text", all, PostgresRounds::version)
                .column("boolean", all, each -> each.condition().waitedOut())
                .column("boolean", all, each -> each.condition().requiresRelease())
                .column("bigint", all, each -> each.condition().highestToken())
                .column("text", all, Ballot::election)
                .column("text", all, Ballot::election);
    }

    private static @Nullable String version(Ballot ballot) {
        Sighting replacing = ballot.condition().replacing();
        return replacing == null ? null : replacing.version();
    }

    private static RoundAnswer read(StatementResults results, Round round) throws SQLException {
        List<Optional<Renewal>> renewals =
                round.renewals().isEmpty() ? List.of() : readRenewals(results, round.renewals());
        List<Optional<Answer>> claims = round.claims().isEmpty() ? List.of() : readClaims(results, round.claims());
        Map<String, List<RosterEntry>> rosters =
                round.entries().isEmpty() ? Map.of() : PostgresRoster.read(results, round.entries().keySet());
        Map<String, Request> requests = round.requests().isEmpty() ? Map.of() : PostgresRequests.read(results);
        Map<String, Sighting> sightings = new HashMap<>();
        if (!round.looks().isEmpty()) {
            round.looks().forEach(election -> sightings.put(election, new Sighting.Never()));
            sightings.putAll(rows(results));
        }
        return new RoundAnswer(renewals, claims, rosters, requests, sightings);
    }

    /** Leaves out rows that another session has locked or removed: they are renewed one by one. */
    private static List<Optional<Renewal>> readRenewals(StatementResults results, List<RenewalRequest> all)
            throws SQLException {
        results.next();
        Set<String> judged = new HashSet<>();
        Map<String, Long> revisions = new HashMap<>();
        ResultSet outcomes = results.next();
        while (outcomes.next()) {
            String election = outcomes.getString("election");
            judged.add(election);
            if (outcomes.getBoolean("renewed")) {
                revisions.put(election, outcomes.getLong("revision"));
            }
        }
        Map<String, Sighting> others = rows(results);
        others.keySet().retainAll(judged);
        return all.stream()
                .map(request -> {
                    String election = request.held().election();
                    return renewal(request, revisions.get(election), others.get(election));
                })
                .toList();
    }

    private static Optional<Renewal> renewal(
            RenewalRequest request, @Nullable Long revision, @Nullable Sighting found) {
        return revision != null
                ? Optional.of(new Renewal.Renewed(stored(request.next(), revision)))
                : Optional.ofNullable(found).map(Renewal.Refused::new);
    }

    /** Returns the lease as a renewal that was made has stored it: what a look at its row would show. */
    private static Lease stored(Lease next, long revision) {
        WriteStamp stamp = next.stamp();
        Duration ttl = Duration.of(ParameterBinder.micros(next.ttl()), ChronoUnit.MICROS);
        WriteStamp kept = new WriteStamp(
                stamp.renewal(), stamp.attempt(), ParameterBinder.utc(stamp.at()).toInstant());
        return next.renewed(ttl, kept).withVersion(next.token() + "." + revision);
    }

    /** Leaves out rows that another session has locked or made at the same moment: they are claimed one by one. */
    private static List<Optional<Answer>> readClaims(StatementResults results, List<Ballot> all) throws SQLException {
        results.next();
        Map<String, Boolean> won = new HashMap<>();
        ResultSet judged = results.next();
        while (judged.next()) {
            won.merge(judged.getString("election"), judged.getBoolean("won"), Boolean::logicalOr);
        }
        Map<String, Sighting> rows = rows(results);
        return all.stream()
                .map(ballot -> answer(ballot, won.get(ballot.election()), rows.get(ballot.election())))
                .toList();
    }

    private static Optional<Answer> answer(
            Ballot ballot,
            @Nullable Boolean won,
            @Nullable Sighting found) {
        if (won == null || found == null) {
            return Optional.empty();
        }
        if (won) {
            return found instanceof Sighting.Held held
                    ? Optional.of(new Answer.Granted(held.lease()))
                    : Optional.empty();
        }
        try {
            TokenLimitCheck.require(ballot, found, "");
            return Optional.of(new Answer.Refused(found));
        } catch (StoreException noToken) {
            return Optional.empty(); // alone it is told with a remedy
        }
    }

    private static Map<String, Sighting> rows(StatementResults results) throws SQLException {
        Map<String, Sighting> found = new HashMap<>();
        ResultSet rows = results.next();
        while (rows.next()) {
            found.put(rows.getString("election"), LeaseRow.current(rows));
        }
        return found;
    }
}
