package dev.tenure.fence.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The functions in PostgreSQL, for triggers, for {@link JdbcFence#sql} and for {@code psql}. */
final class PostgresText {
    /** What PostgreSQL keeps of a name: with the longest ending of a function, none may be cut. */
    private static final int LONGEST_TABLE = 63 - "_trigger".length();

    /** Named after the table of fences: two tables in one schema have functions of their own. */
    private static final String FUNCTIONS = """
            CREATE OR REPLACE FUNCTION {fences}_raise(fenced_resource text, own_election text, own_token bigint,
                OUT held_election text, OUT held_token bigint) LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
            BEGIN
                INSERT INTO {fences} AS fence (resource, election, token)
                VALUES (fenced_resource, own_election, own_token)
                ON CONFLICT (resource) DO UPDATE SET token = EXCLUDED.token
                WHERE fence.election = EXCLUDED.election AND fence.token <= EXCLUDED.token
                RETURNING fence.election, fence.token INTO held_election, held_token;
                IF NOT FOUND THEN
                    SELECT fence.election, fence.token INTO held_election, held_token
                    FROM {fences} AS fence WHERE fence.resource = fenced_resource;
                END IF;
            END $$;
            CREATE OR REPLACE FUNCTION {fences}_pass(
                fenced_resource text, own_election text, own_token bigint) RETURNS void LANGUAGE plpgsql
                SET search_path FROM CURRENT AS $$
            DECLARE
                held record;
            BEGIN
                IF own_election IS NULL OR own_token IS NULL OR own_token < 1 THEN
                    RAISE EXCEPTION 'the write to ''%'' was refused: it came without a token: set tenure.election and'
                        ' tenure.token', fenced_resource USING ERRCODE = 'TN001';
                END IF;
                SELECT * INTO held FROM {fences}_raise(fenced_resource, own_election, own_token);
                IF held.held_election IS DISTINCT FROM own_election THEN
                    RAISE EXCEPTION 'the fence of ''%'' belongs to election ''%'', and election ''%'' wanted to'
                        ' write', fenced_resource, held.held_election, own_election USING ERRCODE = 'TN001';
                END IF;
                IF held.held_token IS DISTINCT FROM own_token THEN
                    RAISE EXCEPTION 'the write to ''%'' was refused: token % of election ''%'' is older than token'
                        ' %, which wrote there', fenced_resource, own_token, own_election, held.held_token
                        USING ERRCODE = 'TN001';
                END IF;
            END $$;
            CREATE OR REPLACE FUNCTION {fences}_trigger() RETURNS trigger LANGUAGE plpgsql
                SET search_path FROM CURRENT AS $$
            BEGIN
                PERFORM {fences}_pass(TG_ARGV[0], nullif(current_setting('tenure.election', true), ''),
                    nullif(current_setting('tenure.token', true), '')::bigint);
                RETURN NULL;
            END $$;
            """;

    /** The letters of "tenure" as a number, so that nobody else takes this lock. */
    private static final long CREATING = 0x74656e757265L;

    private PostgresText() {}

    /** Returns what creates the functions of a table of fences. */
    static String functions(String fences) {
        String table = fences.substring(fences.indexOf('.') + 1);
        if (table.length() > LONGEST_TABLE) {
            throw new IllegalArgumentException("'" + table + "' has " + table.length() + " characters: a table of"
                    + " fences with functions in PostgreSQL takes " + LONGEST_TABLE + ", because they are named"
                    + " after it");
        }
        return FUNCTIONS.replace("{fences}", fences);
    }

    /**
     * Runs statements that create what may be there. PostgreSQL fails if two sessions do so at once, so each waits for
     * the others: all are sent together, and are one transaction where the connection has none.
     */
    static void run(Connection connection, String ddl) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + CREATING + ");\n" + ddl);
        }
    }

    /** Returns a text as a literal, whatever the server's setting for backslashes, and also between dollar signs. */
    static String quoted(String text) {
        return "E'" + text.replace("\\", "\\\\").replace("'", "''").replace("$", "\\044") + "'";
    }
}
