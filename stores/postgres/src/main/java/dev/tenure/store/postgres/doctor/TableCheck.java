package dev.tenure.store.postgres.doctor;

import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.PooledConnection;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import dev.tenure.store.postgres.tables.SchemaSetup;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Checks that the tables exist, have this version and the right columns, and that this role may use them. */
public final class TableCheck {
    /** Reads the catalogues, which every role may read, rather than the tables. */
    private static final String SCHEMA = """
        SELECT current_user AS role, n.oid IS NOT NULL AS present,
               coalesce(has_schema_privilege(n.oid, 'USAGE'), false) AS usable,
               coalesce(has_schema_privilege(n.oid, 'CREATE'),
                        has_database_privilege(current_database(), 'CREATE')) AS creatable
        FROM (SELECT ?::text AS name) ask LEFT JOIN pg_namespace n ON n.nspname = ask.name;
        """;

    private static final String TABLES = """
        SELECT c.relname, c.relpersistence = 'p' AS logged,
               EXISTS (SELECT FROM pg_index i
                       WHERE i.indrelid = c.oid AND i.indisprimary AND i.indisvalid) AS keyed,
               ARRAY (SELECT a.attname::text FROM pg_attribute a
                      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                      ORDER BY a.attnum) AS columns,
               ARRAY (SELECT format_type(a.atttypid, a.atttypmod) FROM pg_attribute a
                      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                      ORDER BY a.attnum) AS types,
               ARRAY (SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p
                      WHERE has_table_privilege(c.oid, p)) AS granted
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = ? AND c.relname = ANY (?) AND c.relkind IN ('r', 'p')
        """;

    private static final String HISTORY = "tenure_history";

    /** Tables made by an earlier version lack this column of the history. Only the reason is lost without it. */
    private static final String REASON = "reason";

    /** Tables made by an earlier version lack this one. Only batons are refused without it, and their trial says so. */
    private static final String BATON = "tenure_baton";

    /** The rights that the statements need on each table. */
    private static final Map<String, List<String>> NEEDED = new TreeMap<>(Map.of(
            "tenure_lease",
            List.of("SELECT", "INSERT", "UPDATE"),
            "tenure_roster",
            List.of("SELECT", "INSERT", "UPDATE", "DELETE"),
            "tenure_request",
            List.of("SELECT", "INSERT", "UPDATE"),
            HISTORY,
            List.of("SELECT", "INSERT", "UPDATE", "DELETE"),
            BATON,
            List.of("SELECT", "INSERT", "UPDATE"),
            "tenure_schema",
            List.of("SELECT")));

    private final String schema;
    private final SchemaSetup tables;
    private final Map<String, TableSchema> expected = TableSchema.fromScript();

    public TableCheck(String schema, SchemaSetup tables) {
        this.schema = schema;
        this.tables = tables;
    }

    /** A table, and the rights of this role on it. */
    private record Table(TableSchema shape, List<String> granted) {}

    /** The schema, the rights of this role on it, and its tables. */
    private record Found(String role, boolean schema, boolean usable, boolean creatable, Map<String, Table> tables) {
        Found with(Map<String, Table> present) {
            return new Found(role, schema, usable, creatable, present);
        }
    }

    List<CheckResult> run(PooledConnection pooled, Deadline deadline) {
        Found found = pooled.ask(
                StatementBatch.question(
                        "looking at the tables",
                        SCHEMA + TABLES,
                        bind -> bind.text(schema).text(schema).column("text", expected.keySet(), name -> name),
                        TableCheck::found),
                deadline);
        List<CheckResult> findings = new ArrayList<>(List.of(presence(found)));
        if (!found.tables().isEmpty()) {
            findings.add(permissions(found));
        }
        Table history = found.tables().get(HISTORY);
        if (history != null && !history.shape().columns().containsKey(REASON)) {
            findings.add(CheckResult.warn(
                    "history",
                    HISTORY + " in schema " + schema + " lacks the column " + REASON
                            + ", so the history does not keep why a term began or ended",
                    "run schema.sql there, which adds it, then restart the candidates"));
        }
        Table version = found.tables().get("tenure_schema");
        if (version != null && found.usable() && version.granted().contains("SELECT")) {
            findings.add(version(pooled.ask(tables.version(), deadline)));
        }
        return findings;
    }

    private static Found found(StatementResults results) throws SQLException {
        ResultSet row = results.next();
        row.next();
        Found place = new Found(
                row.getString("role"),
                row.getBoolean("present"),
                row.getBoolean("usable"),
                row.getBoolean("creatable"),
                Map.of());
        return place.with(tables(results.next()));
    }

    private static Map<String, Table> tables(ResultSet row) throws SQLException {
        Map<String, Table> tables = new LinkedHashMap<>();
        while (row.next()) {
            Map<String, String> columns = new LinkedHashMap<>();
            List<String> types = texts(row, "types");
            for (String column : texts(row, "columns")) {
                columns.put(column, types.get(columns.size()));
            }
            TableSchema shape = new TableSchema(row.getBoolean("logged"), row.getBoolean("keyed"), columns);
            tables.put(row.getString("relname"), new Table(shape, texts(row, "granted")));
        }
        return tables;
    }

    private static List<String> texts(ResultSet row, String column) throws SQLException {
        return Arrays.asList((String[]) row.getArray(column).getArray());
    }

    private CheckResult presence(Found found) {
        if (found.tables().isEmpty()) {
            return nothingThere(found);
        }
        List<String> missing = expected.keySet().stream()
                .filter(name -> !found.tables().containsKey(name) && !name.equals(BATON))
                .toList();
        if (!missing.isEmpty()) {
            return CheckResult.fail(
                    "tables",
                    "missing in schema " + schema + ": " + String.join(", ", missing),
                    "run schema.sql there, which creates what is missing and leaves the rest");
        }
        List<String> wrong = new ArrayList<>();
        found.tables().forEach((name, table) -> {
            TableSchema blueprint = expected.get(name);
            if (blueprint != null) {
                wrong.addAll((name.equals(HISTORY) ? blueprint.without(REASON) : blueprint)
                        .differences(name, table.shape()));
            }
        });
        return wrong.isEmpty()
                ? CheckResult.ok(
                        "tables", found.tables().size() + " in schema " + schema + ", as schema.sql creates them")
                : CheckResult.fail(
                        "tables",
                        "in schema " + schema + ": " + String.join("; ", wrong),
                        "stop all candidates, and alter the tables until they are as schema.sql creates them");
    }

    private CheckResult nothingThere(Found found) {
        String text = found.schema() ? "there are none in schema " + schema : "there is no schema " + schema;
        if (tables.createsTables() && found.creatable()) {
            return CheckResult.ok("tables", text + " yet: the first call creates them");
        }
        return CheckResult.fail(
                "tables",
                text + (tables.createsTables() ? ", and the role " + found.role() + " may not create them" : ""),
                (found.schema() ? "" : "create it, ")
                        + "run schema.sql there as a role that may create tables, then GRANT"
                        + " USAGE on the schema and SELECT, INSERT, UPDATE, DELETE on its tables to " + found.role());
    }

    private CheckResult permissions(Found found) {
        Map<String, List<String>> denied = new TreeMap<>();
        found.tables().forEach((name, table) -> {
            List<String> missing = NEEDED.getOrDefault(name, List.of()).stream()
                    .filter(right -> !table.granted().contains(right))
                    .toList();
            if (!missing.isEmpty()) {
                denied.put(name, missing);
            }
        });
        if (denied.isEmpty() && found.usable()) {
            return CheckResult.ok("permissions", "the role " + found.role() + " has all rights it needs");
        }
        String rights = denied.entrySet().stream()
                .map(table -> String.join(", ", table.getValue()) + " on " + table.getKey())
                .collect(Collectors.joining("; "));
        String usage = found.usable() ? "" : "USAGE on schema " + schema + (rights.isEmpty() ? "" : "; ");
        return CheckResult.fail(
                "permissions", "the role " + found.role() + " lacks " + usage + rights, grants(found, denied));
    }

    /** Returns the statements that grant the missing rights. */
    private String grants(Found found, Map<String, List<String>> denied) {
        String to = " TO " + SqlNames.quoted(found.role());
        List<String> grants = new ArrayList<>();
        if (!found.usable()) {
            grants.add("GRANT USAGE ON SCHEMA " + SqlNames.quoted(schema) + to);
        }
        denied.forEach((name, rights) ->
                grants.add("GRANT " + String.join(", ", rights) + " ON " + SqlNames.quoted(schema) + "." + name + to));
        return String.join("; ", grants);
    }

    private static CheckResult version(int found) {
        return found == SchemaSetup.VERSION
                ? CheckResult.ok("schema version", found + ", which this Tenure knows")
                : CheckResult.fail(
                        "schema version",
                        found + ", but this Tenure knows " + SchemaSetup.VERSION,
                        SchemaSetup.remedy(found));
    }
}
