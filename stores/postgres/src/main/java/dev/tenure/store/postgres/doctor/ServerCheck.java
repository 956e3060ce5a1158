package dev.tenure.store.postgres.doctor;

import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.PooledConnection;
import dev.tenure.store.postgres.sql.StatementBatch;
import java.sql.ResultSet;
import java.util.List;

/** Checks the version and encoding of the server, and whether it takes writes. */
public final class ServerCheck {
    private static final int OLDEST = 120_000;

    private static final String ABOUT = """
        SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS number,
               current_database() AS database, current_user AS role, pg_is_in_recovery() AS standby,
               current_setting('transaction_read_only') = 'on' AS read_only,
               current_setting('server_encoding') AS encoding
        """;

    private ServerCheck() {}

    public static List<CheckResult> run(PooledConnection pooled, Deadline deadline) {
        return pooled.ask(
                StatementBatch.question("asking the server about itself", ABOUT, bind -> {}, results -> {
                    ResultSet row = results.next();
                    row.next();
                    String version = "PostgreSQL " + row.getString("version");
                    String who =
                            version + ", database " + row.getString("database") + ", role " + row.getString("role");
                    return List.of(
                            server(who, row.getInt("number"), row.getString("encoding")),
                            writes(row.getBoolean("standby"), row.getBoolean("read_only")));
                }),
                deadline);
    }

    public static CheckResult server(String who, int number, String encoding) {
        if (number < OLDEST) {
            return CheckResult.fail("server", who, "use PostgreSQL 12 or newer");
        }
        return encoding.equals("UTF8")
                ? CheckResult.ok("server", who)
                : CheckResult.warn(
                        "server",
                        who + ", encoding " + encoding + ": it cannot store every name of an election or candidate",
                        "use a database whose encoding is UTF8, or names in ASCII");
    }

    static CheckResult writes(boolean standby, boolean readOnly) {
        if (standby) {
            return CheckResult.fail(
                    "writes",
                    "this server is a standby, and takes none",
                    "name the primary, or all hosts, separated by commas: the store then uses the primary");
        }
        return readOnly
                ? CheckResult.fail(
                        "writes",
                        "default_transaction_read_only is on, for the server, the database or the role, so this server"
                                + " takes none",
                        "unless this server was fenced on purpose, ALTER SYSTEM, DATABASE or ROLE …"
                                + " RESET default_transaction_read_only")
                : CheckResult.ok("writes", "a primary, which takes them");
    }
}
