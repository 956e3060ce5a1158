package dev.tenure.store.postgres.tables;

import dev.tenure.Identity;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.sql.ParameterBinder;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Keeps rosters in a table, and writes any number of entries in one round trip. Thread-safe. */
public final class PostgresRoster implements Roster {
    /**
     * Writes the entries, in the order of the rosters, and drops entries of the same rosters without a beat for an
     * hour. Wakes a leader if an able candidate with a better priority appears; others need not know at once.
     */
    private static final String ATTEND = """
        WITH mine AS (
            SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::integer[],
                                 ?::text[], ?::boolean[], ?::integer[], ?::bigint[], ?::bigint[])
                AS m (roster, instance, name, address, priority, version, able, leads, beat, valid_micros)),
        better AS (
            SELECT mine.roster
            FROM mine
            LEFT JOIN {roster} r ON r.roster = mine.roster AND r.instance = mine.instance
            JOIN {lease} l ON l.election = mine.roster AND NOT l.released
            JOIN {roster} leader ON leader.roster = l.election AND leader.instance = l.instance
            WHERE mine.able AND mine.priority < leader.priority
              AND (r.able IS NOT TRUE OR r.priority >= leader.priority)),
        written AS (
            INSERT INTO {roster} AS r (roster, instance, name, address, priority, version, able, leads, beat,
                                       beat_at, valid_micros)
            SELECT roster, instance, name, address, priority, version, able, leads, beat,
                   clock_timestamp(), valid_micros
            FROM mine ORDER BY roster
            ON CONFLICT (roster, instance) DO UPDATE
            SET name = excluded.name, address = excluded.address, priority = excluded.priority,
                version = excluded.version, able = excluded.able, leads = excluded.leads, beat = excluded.beat,
                beat_at = excluded.beat_at, valid_micros = excluded.valid_micros),
        dropped AS (
            DELETE FROM {roster} WHERE ctid = ANY (ARRAY (
                SELECT ctid FROM {roster}
                WHERE roster = ANY (?) AND instance <> ? AND beat_at < clock_timestamp() - interval '1 hour'
                FOR UPDATE SKIP LOCKED)))
        SELECT count(pg_notify({channel}, better.roster)) FROM better;
        """;

    private static final String MEMBERS = "SELECT * FROM {roster} WHERE roster = ANY (?);";

    private static final String LEAVE = "DELETE FROM {roster} WHERE roster = ANY (?) AND instance = ?";

    private final StatementConnections connections;
    private final String attend;
    private final String members;
    private final String leave;

    public PostgresRoster(StatementConnections connections, LeaseSql sql) {
        this.connections = connections;
        this.attend = sql.in(ATTEND + MEMBERS);
        this.members = sql.in(MEMBERS);
        this.leave = sql.in(LEAVE + "; SELECT 0");
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        deadline.requireLeft();
        if (own.isEmpty()) {
            return Map.of();
        }
        return connections.ask(
                StatementBatch.look(
                        "attending " + own.size() + " rosters",
                        attend,
                        bind -> bind(bind, own),
                        results -> read(results, own.keySet())),
                deadline);
    }

    /** Returns the statements that {@link #bind} and {@link #read} belong to. */
    String attend() {
        return attend;
    }

    static void bind(ParameterBinder bind, Map<String, RosterEntry> own) throws SQLException {
        String self = own.values().iterator().next().candidate().instance();
        bindAll(bind, new TreeMap<>(own).entrySet())
                .column("text", own.keySet(), roster -> roster)
                .text(self)
                .column("text", own.keySet(), roster -> roster);
    }

    static Map<String, List<RosterEntry>> read(StatementResults results, Collection<String> rosters)
            throws SQLException {
        results.next();
        return byRoster(rosters, results.next());
    }

    private static ParameterBinder bindAll(ParameterBinder bind, Set<Map.Entry<String, RosterEntry>> all)
            throws SQLException {
        return bind.column("text", all, Map.Entry::getKey)
                .column("text", all, each -> each.getValue().candidate().instance())
                .column("text", all, each -> each.getValue().candidate().name())
                .column("text", all, each -> each.getValue().candidate().address())
                .column("integer", all, each -> each.getValue().priority())
                .column("text", all, each -> each.getValue().version())
                .column("boolean", all, each -> each.getValue().able())
                .column("integer", all, each -> each.getValue().leads())
                .column("bigint", all, each -> each.getValue().heartbeat().number())
                .column(
                        "bigint",
                        all,
                        each -> ParameterBinder.micros(
                                each.getValue().heartbeat().validFor()));
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        Set<String> one = Set.of(roster);
        return connections.ask(
                StatementBatch.look(
                        "reading the roster of " + roster,
                        members,
                        bind -> bind.column("text", one, name -> name),
                        results -> byRoster(one, results.next()).getOrDefault(roster, List.of())),
                deadline);
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        connections.ask(
                StatementBatch.look(
                        "leaving " + rosters.size() + " rosters",
                        leave,
                        bind -> bind.column("text", rosters, roster -> roster).text(instance),
                        StatementResults::count),
                deadline);
    }

    private static Map<String, List<RosterEntry>> byRoster(Collection<String> asked, ResultSet rows)
            throws SQLException {
        Map<String, List<RosterEntry>> all = new HashMap<>();
        asked.forEach(roster -> all.put(roster, new ArrayList<>()));
        while (rows.next()) {
            all.computeIfAbsent(rows.getString("roster"), roster -> new ArrayList<>())
                    .add(entry(rows));
        }
        return all;
    }

    private static RosterEntry entry(ResultSet row) throws SQLException {
        return new RosterEntry(
                Identity.ofInstance(row.getString("instance"))
                        .withName(row.getString("name"))
                        .withAddress(row.getString("address")),
                row.getInt("priority"),
                row.getString("version"),
                row.getBoolean("able"),
                row.getInt("leads"),
                new RosterEntry.Heartbeat(
                        row.getLong("beat"),
                        StatementResults.time(row, "beat_at"),
                        Duration.of(row.getLong("valid_micros"), ChronoUnit.MICROS)));
    }
}
