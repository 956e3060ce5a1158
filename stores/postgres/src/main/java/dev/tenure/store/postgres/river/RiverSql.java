package dev.tenure.store.postgres.river;

import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.store.postgres.sql.SqlTemplate;

/**
 * The statements on River's table, for one schema. Immutable.
 *
 * <p>They follow River's rules: the database's clock; a row may be replaced if {@code expires_at < now} and renewed if
 * {@code expires_at >= now}; leader_id and elected_at name the term. River's now is the beginning of the transaction,
 * Tenure's is the present moment, which is never earlier. The lock of the row decides between the two.
 */
public final class RiverSql {
    /** The one election of a schema, by River's name for it. */
    public static final String ELECTION = "default";

    /**
     * Updates exactly the row that was judged, where River deletes and inserts. Without a look, an expired row is
     * replaced only if the ballot allows it, and a released one only after the takeover delay of its own term.
     */
    private static final String CLAIM = """
        WITH ask AS (
            SELECT ?::text AS leader_id, ?::bigint AS ttl_micros, ?::timestamptz AS highest,
                   ?::boolean AS unseen, ?::boolean AS takes_expired, ?::bigint AS delay_micros,
                   ?::boolean AS waited_out,
                   ?::text AS their_id, ?::timestamptz AS their_elected, ?::timestamptz AS their_expires),
        clock AS MATERIALIZED (SELECT clock_timestamp() AS now),
        taken AS (
            UPDATE {leader} l
            SET leader_id = ask.leader_id,
                elected_at = greatest(greatest(l.elected_at, ask.highest) + interval '1 microsecond', clock.now),
                expires_at = clock.now + ask.ttl_micros * interval '1 microsecond'
            FROM ask, clock
            WHERE l.name = 'default' AND greatest(l.elected_at, ask.highest) < {last}
              AND CASE WHEN ask.unseen
                  THEN l.elected_at > {epoch} AND l.elected_at <= {last}
                       AND (l.expires_at = {epoch} AND l.leader_id LIKE 'tenure|%'
                            AND l.elected_at + ask.delay_micros * interval '1 microsecond' <= clock_timestamp()
                            OR ask.takes_expired AND l.expires_at < clock_timestamp())
                  ELSE l.leader_id = ask.their_id AND l.elected_at = ask.their_elected
                       AND l.expires_at = ask.their_expires
                       AND (ask.waited_out OR l.expires_at < clock_timestamp()) END
            RETURNING l.leader_id, l.elected_at, true AS replaced),
        made AS (
            INSERT INTO {leader} (name, leader_id, elected_at, expires_at)
            SELECT 'default', ask.leader_id, greatest(ask.highest + interval '1 microsecond', clock.now),
                   clock.now + ask.ttl_micros * interval '1 microsecond'
            FROM ask, clock
            WHERE ask.their_id IS NULL AND ask.highest < {last}
              AND NOT EXISTS (SELECT FROM {leader} WHERE name = 'default')
            ON CONFLICT (name) DO NOTHING
            RETURNING leader_id, elected_at, false AS replaced)
        SELECT count(pg_notify({channel}, json_build_object('leader_id', won.leader_id, 'action', 'elected',
            'tenure_token', (extract(epoch FROM won.elected_at) * 1000000)::bigint)::text)) AS granted,
            coalesce(bool_or(won.replaced), false) AS replaced
        FROM (SELECT * FROM taken UNION ALL SELECT * FROM made) won;
        """;

    /** The end of the lease grows with each renewal, whatever the clock does: it tells renewals apart. */
    private static final String RENEW = """
        WITH renewed AS (
            UPDATE {leader}
            SET leader_id = ?,
                expires_at = greatest(clock_timestamp() + ? * interval '1 microsecond',
                                      expires_at + interval '1 microsecond')
            WHERE name = 'default' AND leader_id = ? AND elected_at = ? AND expires_at = ?
              AND expires_at >= clock_timestamp()
            RETURNING 1)
        SELECT count(*) FROM renewed;
        """;

    /** Writes a mark that River's clients take for an expired row, and sends the notice that they send, too. */
    private static final String RELEASE = """
        WITH freed AS (
            UPDATE {leader} SET expires_at = {epoch}
            WHERE name = 'default' AND elected_at = ? AND starts_with(leader_id, ?) AND expires_at <> {epoch}
            RETURNING leader_id)
        SELECT count(pg_notify({channel},
            json_build_object('leader_id', leader_id, 'action', 'resigned')::text)) FROM freed
        """;

    private static final String SHOW = """
        SELECT leader_id, elected_at, expires_at, clock_timestamp() AS now FROM {leader} WHERE name = 'default'
        """;

    private static final String REQUEST = """
        SELECT count(pg_notify({channel}, json_build_object('action', 'request_resign', 'leader_id', '',
            'tenure_token', ?::bigint, 'tenure_by', ?::text)::text))
        """;

    final String claim;
    final String renew;
    final String release;
    final String show;
    final String request;
    final String columns;
    final String rights;

    private final String schema;

    public RiverSql(String schema) {
        this.schema = schema;
        this.claim = in(CLAIM + SHOW);
        this.renew = in(RENEW + SHOW);
        this.release = in(RELEASE);
        this.show = in(SHOW);
        this.request = in(REQUEST);
        this.columns = in("SELECT name, leader_id, elected_at, expires_at FROM {leader} LIMIT 0");
        this.rights = "SELECT has_table_privilege(table_name, 'INSERT') AND has_table_privilege(table_name, 'UPDATE')"
                + " FROM (SELECT " + SqlNames.literal(SqlNames.quoted(schema) + ".river_leader")
                + " AS table_name) named";
    }

    private String in(String statement) {
        return SqlTemplate.fill(statement, place -> switch (place) {
            case "leader" -> SqlNames.quoted(schema) + ".river_leader";
            case "channel" -> SqlNames.literal(SqlNames.riverChannel(schema));
            case "epoch" -> "timestamptz '1970-01-01 00:00:00+00'";
            case "last" -> "timestamptz '10000-01-01 00:00:00+00'";
            default -> throw new AssertionError(place);
        });
    }

    public String schema() {
        return schema;
    }
}
