package dev.tenure.store.postgres.tables;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.FirstCallCheck;
import dev.tenure.store.postgres.connection.PooledConnection;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.store.postgres.sql.StatementBatch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.util.Objects;

/**
 * Checks before the first call that the tables exist and have the version this code knows, and creates missing ones.
 * Thread-safe.
 *
 * <p>It never creates them later: if somebody drops them under running candidates, an empty table would let a new
 * candidate lead beside them.
 */
public final class SchemaSetup implements FirstCallCheck {
    /** The version of the tables that this code reads and writes. */
    public static final int VERSION = 2;

    /** Lets one session at a time create tables, in any schema: that is rare, and quick. */
    private static final String ONE_AT_A_TIME = """
        SELECT pg_advisory_xact_lock(hashtext('tenure: making tables'));
        """;

    private final LeaseSql sql;
    private final boolean create;
    private volatile boolean ready;

    public SchemaSetup(LeaseSql sql, boolean create) {
        this.sql = sql;
        this.create = create;
    }

    /** What exists before the first call. */
    private record Found(boolean schema, boolean tables) {}

    /** Checks the tables, and creates them if there are none and that is allowed. */
    @Override
    public void ensure(PooledConnection pooled, Deadline deadline) {
        if (ready) {
            return;
        }
        Found found = pooled.ask(look(), deadline);
        if (!found.tables()) {
            if (!create) {
                throw new StoreException(
                        Kind.MISCONFIGURED,
                        "Tenure's tables are missing in schema " + sql.schema()
                                + ": run schema.sql there, or open the store with create=true");
            }
            pooled.ask(make(found.schema()), deadline);
        }
        requireVersion(pooled.ask(version(), deadline));
        ready = true;
    }

    private StatementBatch<Found> look() {
        return StatementBatch.look(
                "looking for the tables",
                "SELECT to_regnamespace(?) IS NOT NULL, to_regclass(?) IS NOT NULL",
                bind -> bind.text(SqlNames.quoted(sql.schema())).text(sql.in("{schema}")),
                results -> {
                    ResultSet row = results.next();
                    row.next();
                    return new Found(row.getBoolean(1), row.getBoolean(2));
                });
    }

    /** An existing schema is not created again: even the attempt takes rights on the whole database. */
    private StatementBatch<Boolean> make(boolean inSchema) {
        String schema = SqlNames.quoted(sql.schema());
        return StatementBatch.look(
                "creating the tables in schema " + sql.schema(),
                ONE_AT_A_TIME
                        + (inSchema ? "" : "CREATE SCHEMA IF NOT EXISTS " + schema + ";\n")
                        + "SELECT set_config('search_path', ?, true);\n"
                        + script(),
                bind -> bind.text(schema),
                results -> true);
    }

    /** Returns the query for the version of the tables. */
    public StatementBatch<Integer> version() {
        return StatementBatch.question(
                "reading the version of the tables",
                sql.in("SELECT coalesce(max(version), 0) FROM {schema}"),
                bind -> {},
                results -> (int) results.count());
    }

    private void requireVersion(int found) {
        if (found != VERSION) {
            throw new StoreException(
                    Kind.MISCONFIGURED,
                    "the tables in schema " + sql.schema() + " are of version " + found + ", this Tenure knows version "
                            + VERSION + ": " + remedy(found));
        }
    }

    /** Returns what to do about tables of another version. */
    public static String remedy(int found) {
        return found > VERSION ? "update this process" : "run the schema.sql of this Tenure";
    }

    /** Tells whether the first call creates missing tables. */
    public boolean createsTables() {
        return create;
    }

    /** Returns the script that creates the tables, as a DBA runs it. */
    public static String script() {
        try (InputStream script = Objects.requireNonNull(
                SchemaSetup.class.getResourceAsStream("/dev/tenure/store/postgres/schema.sql"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the jar of the postgres store is damaged", e);
        }
    }
}
