package dev.tenure.store.postgres;

import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says what an error of the server or of the driver means for the caller, and what a person can do about it.
 *
 * <p>An error the server reports ends the transaction, so nothing took effect. Where the connection ends, or the server
 * says that it goes down, the transaction may have been committed before.
 */
final class Failure {
    private static final String READ_ONLY = "25006";

    private static final Map<String, Meaning> BY_STATE = Map.ofEntries(
            Map.entry(
                    READ_ONLY,
                    new Meaning(
                            Kind.UNREACHABLE,
                            "this server takes no writes, as a standby or by default_transaction_read_only: the"
                                    + " connection is left, and the next attempt looks for the primary")),
            Map.entry(
                    "42P01",
                    misconfigured("run schema.sql in this schema, or open the store once with create=true"
                            + " as a role that may create tables")),
            Map.entry("3F000", misconfigured("there is no such schema: create it, or name another with schema=…")),
            Map.entry("42703", misconfigured("the tables are of another version: run the schema.sql of this one")),
            Map.entry(
                    "42501",
                    misconfigured("run schema.sql as a role that may if there are no tables yet, and GRANT USAGE on the"
                            + " schema and SELECT, INSERT, UPDATE, DELETE on its tables to this role")),
            Map.entry("3D000", misconfigured("there is no such database: create it, or name another")),
            Map.entry("22021", misconfigured("a name holds what the database's encoding cannot: use UTF8")),
            Map.entry("22P05", misconfigured("a name holds what the database's encoding cannot: use UTF8")),
            Map.entry("26000", misconfigured("a pooler forgets prepared statements: set poll-only=true")),
            Map.entry("42P05", misconfigured("a pooler mixes prepared statements up: set poll-only=true")),
            Map.entry("55P03", new Meaning(Kind.UNREACHABLE, "another session holds the row locked: end it")),
            Map.entry("57014", new Meaning(Kind.UNREACHABLE, "the server gave up when the time of the call was over")),
            Map.entry("53300", new Meaning(Kind.UNREACHABLE, "raise max_connections, or end idle sessions")),
            Map.entry("53100", new Meaning(Kind.UNREACHABLE, "the disk of the server is full: make room")));

    private Failure() {}

    private record Meaning(Kind kind, String remedy) {}

    private static Meaning misconfigured(String remedy) {
        return new Meaning(Kind.MISCONFIGURED, remedy);
    }

    /** Returns the error of an order that was not sent, or that leaves nothing unknown whatever became of it. */
    static StoreException noEffect(String doing, SQLException cause) {
        Meaning meaning = meaning(cause);
        return failure(meaning.kind() == Kind.OUTCOME_UNKNOWN ? Kind.UNREACHABLE : meaning.kind(), doing, cause);
    }

    /** Returns the error of an order that was sent and writes. */
    static StoreException sent(String doing, SQLException cause) {
        return failure(meaning(cause).kind(), doing, cause);
    }

    /** Returns the error of a server that can be read but not written. */
    static StoreException readOnly(String doing) {
        return noEffect(doing, new SQLException("cannot write in a read-only transaction", READ_ONLY));
    }

    /** Tells whether the connection can be used no longer, or leads to the wrong server. */
    static boolean endsConnection(SQLException cause) {
        return READ_ONLY.equals(cause.getSQLState()) || meaning(cause).kind() == Kind.OUTCOME_UNKNOWN;
    }

    /** Tells whether the tables are not there. */
    static boolean isMissingTable(SQLException cause) {
        return "42P01".equals(cause.getSQLState()) || "3F000".equals(cause.getSQLState());
    }

    private static Meaning meaning(SQLException cause) {
        String state = cause.getSQLState();
        if (state == null || isEndOfConnection(state)) {
            return new Meaning(Kind.OUTCOME_UNKNOWN, "");
        }
        Meaning known = BY_STATE.get(state);
        if (known != null) {
            return known;
        }
        return state.startsWith("28")
                ? misconfigured("correct the user, the password or pg_hba.conf")
                : new Meaning(Kind.UNREACHABLE, "");
    }

    /** Connection lost, shut down or crashed, failed in the operating system, failed in itself: by class. */
    private static boolean isEndOfConnection(String state) {
        return state.startsWith("08") || state.startsWith("57P") || state.startsWith("58") || state.startsWith("XX");
    }

    private static StoreException failure(Kind kind, String doing, SQLException cause) {
        String remedy = meaning(cause).remedy();
        return new StoreException(
                kind, doing + " failed: " + words(cause) + (remedy.isEmpty() ? "" : ": " + remedy), cause);
    }

    /** Returns what was said, on one line, with what lies behind it where the driver keeps that to itself. */
    private static String words(SQLException cause) {
        String said = oneLine(cause.getMessage());
        Throwable behind = cause.getCause();
        String reason = behind == null ? "" : oneLine(behind.getMessage());
        return reason.isEmpty() || said.contains(reason) ? said : said + " (" + reason + ")";
    }

    private static String oneLine(@Nullable String text) {
        return text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
