package dev.tenure.cli.console;

import dev.tenure.spi.PrintableText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A text table with columns as wide as their widest cell, or narrower where a terminal has no room for them. Not
 * thread-safe.
 */
public final class Table {
    private static final int GAP = 2;

    /** What is left of a cell must still tell something. */
    private static final int LEAST = 8;

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
        return lines(Terminal.width());
    }

    /** Returns the lines for that many characters; cells of the widest columns are cut for it, as far as that helps. */
    List<String> lines(int room) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        narrow(widths, room);
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static void narrow(int[] widths, int room) {
        long excess = -GAP - (long) room;
        for (int width : widths) {
            excess += width + GAP;
        }
        for (int widest = widest(widths); excess > 0 && widths[widest] > LEAST; widest = widest(widths)) {
            widths[widest]--;
            excess--;
        }
    }

    private static int widest(int[] widths) {
        int widest = 0;
        for (int column = 1; column < widths.length; column++) {
            widest = widths[column] >= widths[widest] ? column : widest;
        }
        return widest;
    }

    private static String cut(String cell, int width) {
        return cell.length() <= width ? cell : cell.substring(0, width - 1) + "…";
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cut(row.get(column), widths[column]);
            text.append(cell).append(" ".repeat(widths[column] - cell.length() + GAP));
        }
        return text.toString().stripTrailing();
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }
}
