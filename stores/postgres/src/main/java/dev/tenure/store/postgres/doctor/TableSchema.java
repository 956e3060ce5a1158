package dev.tenure.store.postgres.doctor;

import dev.tenure.store.postgres.tables.SchemaSetup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties of a table that statements depend on.
 *
 * @param logged whether it survives a crash of the server
 * @param keyed whether it has a primary key
 * @param columns its columns, and their types as PostgreSQL names them
 */
public record TableSchema(boolean logged, boolean keyed, Map<String, String> columns) {
    private static final Pattern TABLE = Pattern.compile(
            "CREATE (UNLOGGED )?TABLE IF NOT EXISTS (tenure_\\w+) \\((.*?)^\\)", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern COLUMN = Pattern.compile("^ +([a-z_]+) +([a-z]+)", Pattern.MULTILINE);

    /** Returns the tables that the script creates, by name. */
    static Map<String, TableSchema> fromScript() {
        Map<String, TableSchema> tables = new LinkedHashMap<>();
        Matcher table = TABLE.matcher(SchemaSetup.script());
        while (table.find()) {
            Map<String, String> columns = new LinkedHashMap<>();
            COLUMN.matcher(table.group(3))
                    .results()
                    .forEach(column -> columns.put(column.group(1), type(column.group(2))));
            tables.put(table.group(2), new TableSchema(table.group(1) == null, true, columns));
        }
        return tables;
    }

    private static String type(String inScript) {
        return inScript.equals("timestamptz") ? "timestamp with time zone" : inScript;
    }

    /** Returns this table without one of its columns. */
    TableSchema without(String column) {
        Map<String, String> fewer = new LinkedHashMap<>(columns);
        fewer.remove(column);
        return new TableSchema(logged, keyed, fewer);
    }

    /** Returns how an existing table differs from this one; more columns do no harm. */
    List<String> differences(String name, TableSchema found) {
        List<String> differences = new ArrayList<>();
        if (logged && !found.logged()) {
            differences.add(name + " is unlogged, so a crash of the server empties it");
        }
        if (keyed && !found.keyed()) {
            differences.add(name + " has no primary key");
        }
        columns.forEach((column, type) -> {
            String seen = found.columns().get(column);
            if (seen == null) {
                differences.add(name + " lacks the column " + column);
            } else if (!seen.equals(type)) {
                differences.add(name + "." + column + " is " + seen + " instead of " + type);
            }
        });
        return differences;
    }
}
