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
 * Sees to it that the tables are there, and of the version this code knows: once, before the first call. Thread-safe.
 *
 * <p>Later they are never made again: if somebody drops them under running candidates, an empty table would let a
 * newcomer lead beside them.
 */
public final class SchemaSetup implements FirstCallCheck {
    /** The version of the tables that this code reads and writes. */
    public static final int VERSION = 2;

    /** One at a time makes tables, whatever the schema: making them is rare, and over at once. */
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

    /** What is there before the first call. */
    private record Found(boolean schema, boolean tables) {}

    /** Checks the tables, and makes them if there are none and it may. */
    @Override
    public void ensure(PooledConnection line, Deadline deadline) {
        if (ready) {
            return;
        }
        Found found = line.ask(look(), deadline);
        if (!found.tables()) {
            if (!create) {
                throw new StoreException(
                        Kind.MISCONFIGURED,
                        "there are no tables of Tenure in schema " + sql.schema()
                                + ": run schema.sql there, or open the store with create=true");
            }
            line.ask(make(found.schema()), deadline);
        }
        requireVersion(line.ask(version(), deadline));
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

    /** A schema that is there is not made again: even to try takes rights on the whole database. */
    private StatementBatch<Boolean> make(boolean inSchema) {
        String schema = SqlNames.quoted(sql.schema());
        return StatementBatch.look(
                "making the tables in schema " + sql.schema(),
                ONE_AT_A_TIME
                        + (inSchema ? "" : "CREATE SCHEMA IF NOT EXISTS " + schema + ";\n")
                        + "SELECT set_config('search_path', ?, true);\n"
                        + script(),
                bind -> bind.text(schema),
                results -> true);
    }

    /** Returns the question for the version of the tables that are there. */
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

    /** Says what to do about tables of another version. */
    public static String remedy(int found) {
        return found > VERSION ? "update this process" : "run the schema.sql of this Tenure";
    }

    /** Tells whether tables that are missing are made before the first call. */
    public boolean areMade() {
        return create;
    }

    /** Returns the script that makes the tables, as DBAs run it. */
    public static String script() {
        try (InputStream script = Objects.requireNonNull(
                SchemaSetup.class.getResourceAsStream("/dev/tenure/store/postgres/schema.sql"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the jar of the postgres store is damaged", e);
        }
    }
}
