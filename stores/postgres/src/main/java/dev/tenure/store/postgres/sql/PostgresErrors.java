package dev.tenure.store.postgres.sql;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says what an error of the server or of the driver means for the caller, and what a person can do about it.
 *
 * <p>An error the server reports ends the transaction, so nothing took effect. Where the connection ends, or the server
 * says that it goes down, the transaction may have been committed before.
 */
public final class PostgresErrors {
    private static final String READ_ONLY = "25006";
    private static final String MISSING_COLUMN = "42703";

    /** What the driver says of a server that asks for what it was not given, such as a password, or lacks TLS. */
    private static final String REJECTED = "08004";

    private static final String UNPREPARED = "set prepareThreshold=0 in the data source";

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
            Map.entry(
                    MISSING_COLUMN, misconfigured("the tables are of another version: run the schema.sql of this one")),
            Map.entry(
                    "42501",
                    misconfigured("run schema.sql as a role that may if there are no tables yet, and GRANT USAGE on the"
                            + " schema and SELECT, INSERT, UPDATE, DELETE on its tables to this role")),
            Map.entry("3D000", misconfigured("there is no such database: create it, or name another")),
            Map.entry("22021", misconfigured("a name holds what the database's encoding cannot: use UTF8")),
            Map.entry("22P05", misconfigured("a name holds what the database's encoding cannot: use UTF8")),
            Map.entry("26000", misconfigured("a pooler forgets prepared statements: " + UNPREPARED)),
            Map.entry("42P05", misconfigured("a pooler mixes prepared statements up: " + UNPREPARED)),
            Map.entry("55P03", new Meaning(Kind.UNREACHABLE, "another session holds the row locked: end it")),
            Map.entry("57014", new Meaning(Kind.UNREACHABLE, "the server gave up when the time of the call was over")),
            Map.entry("53300", new Meaning(Kind.UNREACHABLE, "raise max_connections, or end idle sessions")),
            Map.entry("53100", new Meaning(Kind.UNREACHABLE, "the disk of the server is full: make room")));

    private PostgresErrors() {}

    private record Meaning(Kind kind, String remedy) {}

    private static Meaning misconfigured(String remedy) {
        return new Meaning(Kind.MISCONFIGURED, remedy);
    }

    /** Returns the error of an order that was not sent, or that leaves nothing unknown whatever became of it. */
    public static StoreException noEffect(String doing, SQLException cause) {
        Meaning meaning = meaningOfARefusal(cause);
        if (meaning == null) {
            meaning = meaning(cause);
        }
        return failure(
                meaning.kind() == Kind.OUTCOME_UNKNOWN ? new Meaning(Kind.UNREACHABLE, "") : meaning, doing, cause);
    }

    /** Returns the error of an order that was sent and writes. */
    public static StoreException sent(String doing, SQLException cause) {
        return failure(meaning(cause), doing, cause);
    }

    /** Returns the error of a server that can be read but not written. */
    public static StoreException readOnly(String doing) {
        return noEffect(doing, new SQLException("cannot write in a read-only transaction", READ_ONLY));
    }

    /** Tells whether the connection can be used no longer, or leads to the wrong server. */
    public static boolean endsConnection(SQLException cause) {
        return READ_ONLY.equals(cause.getSQLState()) || meaning(cause).kind() == Kind.OUTCOME_UNKNOWN;
    }

    /** Tells whether a statement was refused because a table lacks a column. */
    public static boolean isMissingColumn(StoreException failure) {
        return failure.getCause() instanceof SQLException cause && MISSING_COLUMN.equals(cause.getSQLState());
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

    /** Before anything was sent, an end of the connection may be one that trying again cannot help. */
    private static @Nullable Meaning meaningOfARefusal(SQLException cause) {
        if (REJECTED.equals(cause.getSQLState())) {
            return misconfigured("correct the password or sslmode, or change pg_hba.conf");
        }
        return isOfACertificate(cause)
                ? misconfigured("name the authority that signed the server's certificate in sslrootcert")
                : null;
    }

    private static boolean isOfACertificate(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    /** Connection lost, shut down or crashed, failed in the operating system, failed in itself: by class. */
    private static boolean isEndOfConnection(String state) {
        return state.startsWith("08") || state.startsWith("57P") || state.startsWith("58") || state.startsWith("XX");
    }

    private static StoreException failure(Meaning meaning, String doing, SQLException cause) {
        String remedy = meaning.remedy().isEmpty() ? "" : ": " + meaning.remedy();
        return new StoreException(meaning.kind(), doing + " failed: " + words(cause) + remedy, cause);
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
