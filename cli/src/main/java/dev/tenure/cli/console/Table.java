package dev.tenure.cli.console;

import dev.tenure.spi.PrintableText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A text table with columns as wide as their widest cell. Not thread-safe. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... head) {
        rows.add(List.of(head));
    }

    /** Adds a row. Control characters are escaped, because others wrote the names and causes. */
    public Table row(String... cells) {
        rows.add(Arrays.stream(cells).map(PrintableText::of).toList());
        return this;
    }

    /** Returns the lines, head first, without trailing blanks. */
    public List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            text.append(cell).append(" ".repeat(widths[column] - cell.length() + 2));
        }
        return text.toString().stripTrailing();
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }
}
