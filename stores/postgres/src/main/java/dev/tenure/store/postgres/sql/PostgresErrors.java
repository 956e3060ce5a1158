package dev.tenure.store.postgres.sql;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translates errors of the server and the driver: what the caller may conclude, and what an operator can do.
 *
 * <p>An error that the server reports ends the transaction, so it had no effect. When the connection ends, or the
 * server reports a shutdown, the transaction may have been committed before.
 */
public final class PostgresErrors {
    private static final String READ_ONLY = "25006";
    private static final String MISSING_COLUMN = "42703";

    /** The driver's state for a server that wants a password it was not given, or has no TLS. */
    private static final String REJECTED = "08004";

    private static final String UNPREPARED = "set prepareThreshold=0 in the data source";

    private static final Map<String, Meaning> BY_STATE = Map.ofEntries(
            Map.entry(
                    READ_ONLY,
                    new Meaning(
                            Kind.UNREACHABLE,
                            "this server takes no writes, as a standby or by default_transaction_read_only: the"
                                    + " connection is closed, and the next attempt looks for the primary")),
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
            Map.entry(
                    "22021",
                    misconfigured("a name has characters that the database's encoding does not have: use UTF8")),
            Map.entry(
                    "22P05",
                    misconfigured("a name has characters that the database's encoding does not have: use UTF8")),
            Map.entry("26000", misconfigured("a pooler forgets prepared statements: " + UNPREPARED)),
            Map.entry("42P05", misconfigured("a pooler mixes prepared statements up: " + UNPREPARED)),
            Map.entry("55P03", new Meaning(Kind.UNREACHABLE, "another session holds the row locked: end it")),
            Map.entry("57014", new Meaning(Kind.UNREACHABLE, "the server ended the call at its deadline")),
            Map.entry("53300", new Meaning(Kind.UNREACHABLE, "raise max_connections, or end idle sessions")),
            Map.entry("53100", new Meaning(Kind.UNREACHABLE, "the disk of the server is full: make room")));

    private PostgresErrors() {}

    private record Meaning(Kind kind, String remedy) {}

    private static Meaning misconfigured(String remedy) {
        return new Meaning(Kind.MISCONFIGURED, remedy);
    }

    /** Returns the error of a call that was not sent, or whose outcome does not matter. */
    public static StoreException noEffect(String doing, SQLException cause) {
        Meaning meaning = meaningOfRefusal(cause);
        if (meaning == null) {
            meaning = meaning(cause);
        }
        return failure(
                meaning.kind() == Kind.OUTCOME_UNKNOWN ? new Meaning(Kind.UNREACHABLE, "") : meaning, doing, cause);
    }

    /** Returns the error of a write that was sent. */
    public static StoreException sent(String doing, SQLException cause) {
        return failure(meaning(cause), doing, cause);
    }

    /** Returns the error of a server that accepts no writes. */
    public static StoreException readOnly(String doing) {
        return noEffect(doing, new SQLException("cannot write in a read-only transaction", READ_ONLY));
    }

    /** Tells whether the connection is no longer usable, or leads to the wrong server. */
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

    /** Returns the meaning of a connection that the server or TLS refused, which trying again cannot help. */
    private static @Nullable Meaning meaningOfRefusal(SQLException cause) {
        if (REJECTED.equals(cause.getSQLState())) {
            return misconfigured("correct the password or sslmode, or change pg_hba.conf");
        }
        return concernsCertificate(cause)
                ? misconfigured("name the authority that signed the server's certificate in sslrootcert")
                : null;
    }

    private static boolean concernsCertificate(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    /** Tells by the class of the state: connection lost, server shut down or crashed, system error, internal error. */
    private static boolean isEndOfConnection(String state) {
        return state.startsWith("08") || state.startsWith("57P") || state.startsWith("58") || state.startsWith("XX");
    }

    private static StoreException failure(Meaning meaning, String doing, SQLException cause) {
        String remedy = meaning.remedy().isEmpty() ? "" : ": " + meaning.remedy();
        return new StoreException(meaning.kind(), doing + " failed: " + words(cause) + remedy, cause);
    }

    /** Returns the message on one line, with that of the cause if the driver left it out. */
    private static String words(SQLException cause) {
        String message = oneLine(cause.getMessage());
        Throwable behind = cause.getCause();
        String reason = behind == null ? "" : oneLine(behind.getMessage());
        return reason.isEmpty() || message.contains(reason) ? message : message + " (" + reason + ")";
    }

    private static String oneLine(@Nullable String text) {
        return text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
