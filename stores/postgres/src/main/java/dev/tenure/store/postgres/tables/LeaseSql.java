package dev.tenure.store.postgres.tables;

import dev.tenure.spi.Lease;
import dev.tenure.store.postgres.sql.ParameterBinder;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.store.postgres.sql.SqlTemplate;

/**
 * The statements on leases, for one schema. Immutable.
 *
 * <p>Statements in one string, separated by semicolons, are sent together and are one transaction at READ COMMITTED,
 * each with its own snapshot. So the read after a refused write shows why it was refused, and is never older than what
 * the write judged.
 */
public final class LeaseSql {
    /** Takes the row of a ballot in {@code ask} if it is open to it. */
    private static final String CLAIM_UPDATE = """
        UPDATE {lease} l
        SET token = greatest(greatest(l.token, ask.highest) + 1, clock.micros),
            follows = CASE WHEN l.released AND {readable} THEN l.token ELSE 0 END,
            revision = {next_revision},
            renewal = ask.renewal, attempt = ask.attempt,
            instance = ask.instance, name = ask.name, address = ask.address,
            since = ask.at, written_at = ask.at, ttl_micros = ask.ttl_micros,
            expires_at = clock_timestamp() + ask.ttl_micros * interval '1 microsecond',
            released = false, reserved_for = NULL, reserved_micros = NULL
        FROM ask, clock
        WHERE l.election = ask.election
          AND greatest(l.token, ask.highest) < {max}
          AND (ask.version IS NULL
               OR ask.version = coalesce(l.token, 0) || '.' || coalesce(l.revision, 0))
          AND CASE WHEN NOT ask.succeeds AND ask.waited_out THEN true
                   WHEN NOT {readable} THEN false
                   WHEN l.released AND coalesce(l.reserved_for, ask.instance) = ask.instance
                   THEN NOT ask.succeeds OR l.token = ask.highest
                   ELSE NOT ask.succeeds AND l.expires_at <= clock_timestamp() END
        """;

    /** Makes the row of a ballot in {@code ask} if there is none. */
    private static final String CLAIM_INSERT = """
        INSERT INTO {lease} (election, token, follows, revision, renewal, attempt, instance, name, address,
                             since, written_at, ttl_micros, expires_at, released)
        SELECT ask.election, greatest(ask.highest + 1, clock.micros), 0,
               1, ask.renewal, ask.attempt, ask.instance, ask.name, ask.address,
               ask.at, ask.at, ask.ttl_micros,
               clock_timestamp() + ask.ttl_micros * interval '1 microsecond', false
        FROM ask, clock
        WHERE coalesce(ask.version, '') = '' AND NOT ask.succeeds AND ask.highest < {max}
          AND NOT EXISTS (SELECT FROM {lease} l WHERE l.election = ask.election)
        """;

    /**
     * Updates the row if it is open to this ballot, or inserts it if there is none. An update rather than an upsert,
     * because candidates that lose a race then write nothing and wait for no disk. Where no higher token is left,
     * nothing is granted: see {@link TokenLimitCheck}.
     */
    private static final String CLAIM = """
        WITH ask AS (
            SELECT ?::text AS election, ?::text AS instance, ?::text AS name, ?::text AS address,
                   ?::bigint AS ttl_micros, ?::bigint AS renewal, ?::bigint AS attempt, ?::timestamptz AS at,
                   ?::text AS version, ?::boolean AS waited_out, ?::boolean AS succeeds, ?::bigint AS highest),
        clock AS MATERIALIZED (
            SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS micros),
        taken AS (
            {claim_update}
            RETURNING l.election),
        made AS (
            {claim_insert}
            ON CONFLICT (election) DO NOTHING
            RETURNING election)
        SELECT count(pg_notify({channel}, won.election))
        FROM (SELECT election FROM taken UNION ALL SELECT election FROM made) won;
        """;

    private static final String RENEW = """
        WITH renewed AS (
            UPDATE {lease} l
            SET revision = {next_revision}, renewal = ?, attempt = ?, name = ?, address = ?, written_at = ?,
                ttl_micros = ?, expires_at = clock_timestamp() + ? * interval '1 microsecond'
            WHERE election = ? AND token = ? AND instance = ? AND renewal = ? AND attempt = ?
              AND NOT released AND expires_at > clock_timestamp()
            RETURNING 1)
        SELECT count(*) FROM renewed;
        """;

    /**
     * Locks rows in the order of their names, and leaves out those that another session has locked. A renewed row is in
     * the answer twice, the second time with the flag. Nested loops are off, because a server without statistics would
     * compare each lease with each, a million times for a thousand of them.
     */
    private static final String RENEW_ALL = """
        SELECT set_config('enable_nestloop', 'off', true);
        WITH ask AS (
            SELECT * FROM unnest(?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[],
                                 ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::timestamptz[], ?::bigint[])
                AS a (election, token, instance, held_renewal, held_attempt,
                      renewal, attempt, name, address, at, ttl_micros)),
        free AS MATERIALIZED (
            SELECT l.election FROM {lease} l
            WHERE l.election = ANY (?)
            ORDER BY l.election FOR UPDATE SKIP LOCKED),
        renewed AS (
            UPDATE {lease} l
            SET revision = {next_revision}, renewal = ask.renewal, attempt = ask.attempt, name = ask.name,
                address = ask.address, written_at = ask.at, ttl_micros = ask.ttl_micros,
                expires_at = clock_timestamp() + ask.ttl_micros * interval '1 microsecond'
            FROM ask
            WHERE l.election = ANY (ARRAY (SELECT election FROM free))
              AND l.election = ask.election AND l.token = ask.token AND l.instance = ask.instance
              AND l.renewal = ask.held_renewal AND l.attempt = ask.held_attempt
              AND NOT l.released AND l.expires_at > clock_timestamp()
            RETURNING l.election, l.revision, {readable} AS readable)
        SELECT election, false AS renewed, 0 AS revision FROM free
        UNION ALL SELECT election, true, revision FROM renewed WHERE readable;
        """;

    /** Shows why the others were not renewed; what a renewal has written itself is known. */
    private static final String SHOW_NOT_RENEWED = """
        SELECT l.*, clock_timestamp() AS now
        FROM {lease} l JOIN unnest(?::text[], ?::bigint[]) AS a (election, attempt) ON l.election = a.election
        WHERE l.attempt IS DISTINCT FROM a.attempt;
        """;

    /**
     * Claims as {@link #CLAIM} does, many at once. Locks rows in the order of their names, inserts in the same order, and
     * leaves out those that another session has locked: two such statements never wait for each other in a circle.
     */
    private static final String CLAIM_ALL = """
        SELECT set_config('enable_nestloop', 'off', true);
        WITH ask AS (
            SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[],
                                 ?::timestamptz[], ?::text[], ?::boolean[], ?::boolean[], ?::bigint[])
                AS a (election, instance, name, address, ttl_micros, renewal, attempt,
                      at, version, waited_out, succeeds, highest)),
        clock AS MATERIALIZED (
            SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS micros),
        free AS MATERIALIZED (
            SELECT l.election FROM {lease} l
            WHERE l.election = ANY (?)
            ORDER BY l.election FOR UPDATE SKIP LOCKED),
        taken AS (
            {claim_update}
              AND l.election = ANY (ARRAY (SELECT election FROM free))
            RETURNING l.election),
        made AS (
            {claim_insert}
            ORDER BY ask.election
            ON CONFLICT (election) DO NOTHING
            RETURNING election),
        won AS (SELECT election FROM taken UNION ALL SELECT election FROM made)
        SELECT election, false AS won, '' AS told FROM free
        UNION ALL SELECT election, true, pg_notify({channel}, election)::text FROM won;
        """;

    private static final String RELEASE = """
        WITH ask AS (SELECT ?::text AS election, ?::bigint AS token, ?::text AS instance,
                            ?::text AS reserved_for, ?::bigint AS reserved_micros),
        freed AS (
            UPDATE {lease} l
            SET revision = {next_revision}, released = true,
                reserved_for = ask.reserved_for, reserved_micros = ask.reserved_micros,
                expires_at = clock_timestamp() + coalesce(ask.reserved_micros, 0) * interval '1 microsecond'
            FROM ask
            WHERE l.election = ask.election AND l.token = ask.token AND l.instance = ask.instance
              AND NOT l.released
            RETURNING l.election)
        SELECT count(pg_notify({channel}, freed.election)) FROM freed
        """;

    private static final String SHOW = """
        SELECT l.*, clock_timestamp() AS now FROM {lease} l WHERE l.election = ?
        """;

    private static final String SHOW_ALL = """
        SELECT l.*, clock_timestamp() AS now FROM {lease} l WHERE l.election = ANY (?);
        """;

    /**
     * After the highest number comes the lowest: an overflow would end the election for good. A revision still never
     * comes back within a term.
     */
    private static final String NEXT_REVISION = "CASE WHEN l.revision = " + Long.MAX_VALUE
            + " THEN (-9223372036854775808)::bigint ELSE coalesce(l.revision, 0) + 1 END";

    /**
     * Tells whether {@link LeaseRow} can read the columns that a claim depends on. A damaged row is open only to a
     * candidate that waited it out, and does not count as released.
     */
    private static final String READABLE = "coalesce(l.token BETWEEN 1 AND " + Lease.MAX_TOKEN
            + " AND coalesce(l.follows, 0) >= 0 AND coalesce(l.follows, 0) < l.token"
            + " AND (l.released IS NOT TRUE OR l.reserved_for IS NULL OR l.reserved_micros BETWEEN 1 AND "
            + ParameterBinder.micros(Lease.MAX_TTL) + "), false)";

    final String claim;
    final String renew;
    final String renewAll;
    final String claimAll;
    final String showAll;
    final String release;
    final String show;
    final String elections;

    private final String schema;

    public LeaseSql(String schema) {
        this.schema = schema;
        this.claim = in(CLAIM + SHOW);
        this.renew = in(RENEW + SHOW);
        this.renewAll = in(RENEW_ALL + SHOW_NOT_RENEWED);
        this.claimAll = in(CLAIM_ALL + SHOW_ALL);
        this.showAll = in(SHOW_ALL);
        this.release = in(RELEASE);
        this.show = in(SHOW);
        this.elections = in("SELECT election FROM {lease}");
    }

    /** Returns the statement with the names of the tables and of the channel filled in. */
    String in(String statement) {
        return SqlTemplate.fill(statement, this::filling);
    }

    private String filling(String place) {
        return switch (place) {
            case "channel" -> SqlNames.literal(SqlNames.channel(schema));
            case "max" -> Long.toString(Lease.MAX_TOKEN);
            case "next_revision" -> NEXT_REVISION;
            case "readable" -> READABLE;
            case "claim_update" -> in(CLAIM_UPDATE);
            case "claim_insert" -> in(CLAIM_INSERT);
            default -> table("tenure_" + place);
        };
    }

    private String table(String name) {
        return SqlNames.quoted(schema) + "." + name;
    }

    public String schema() {
        return schema;
    }
}
