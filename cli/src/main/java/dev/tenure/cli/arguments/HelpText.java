package dev.tenure.cli.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The help of a command: how it is called, what it does, and what each option means. */
public final class HelpText {
    private static final int WIDTH = 79;
    private static final int GAP = 3;

    /** Descriptions begin no further right than this; a longer name has a line of its own. */
    private static final int MOST_INDENT = 28;

    private final List<String> lines = new ArrayList<>();

    private HelpText() {}

    /** Returns the help of a command. */
    public static String of(Syntax syntax) {
        HelpText help = new HelpText();
        String usage = "Usage: " + syntax.name() + " ";
        help.lines.addAll(wrapped(usage, " ".repeat(usage.length()), syntax.synopsis()));
        help.lines.addAll(wrapped("", "", syntax.purpose()));
        List<Map.Entry<String, String>> rows = new ArrayList<>();
        syntax.parameters().forEach(each -> rows.add(Map.entry("      " + each.usage(), each.description())));
        syntax.options().forEach(each -> rows.add(Map.entry(heading(each), each.description())));
        help.table(rows);
        return help.text();
    }

    /** Returns a list of commands with their purposes. */
    public static String ofCommands(List<Map.Entry<String, String>> purposes) {
        HelpText help = new HelpText();
        help.lines.add("Commands:");
        help.table(purposes.stream()
                .map(each -> Map.entry("  " + each.getKey(), each.getValue()))
                .toList());
        return help.text();
    }

    private static String heading(Option<?> option) {
        return option.names().size() > 1
                ? "  " + option.names().get(0) + ", " + option.usage()
                : "      " + option.usage();
    }

    private void table(List<Map.Entry<String, String>> rows) {
        int longest = rows.stream().mapToInt(row -> row.getKey().length()).max().orElse(0);
        int indent = Math.min(longest + GAP, MOST_INDENT);
        String below = " ".repeat(indent);
        for (Map.Entry<String, String> row : rows) {
            String head = row.getKey();
            boolean fits = head.length() < indent;
            if (!fits) {
                lines.add(head);
            }
            String first = fits ? head + " ".repeat(indent - head.length()) : below;
            lines.addAll(wrapped(first, below + "  ", row.getValue()));
        }
    }

    private static List<String> wrapped(String first, String next, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        String gap = "";
        for (String word : text.split(" ", -1)) {
            if (line.length() + gap.length() + word.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(next);
                gap = "";
            }
            line.append(gap).append(word);
            gap = " ";
        }
        lines.add(line.toString());
        return lines;
    }

    private String text() {
        return String.join("\n", lines) + "\n";
    }
}
