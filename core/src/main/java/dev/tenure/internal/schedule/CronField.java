package dev.tenure.internal.schedule;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** One field of a cron expression: its name, what it may hold, and how it is read. */
enum CronField {
    MINUTE("minute", 0, 59, ""),
    HOUR("hour", 0, 23, ""),
    DAY("day of the month", 1, 31, ""),
    MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
    WEEKDAY("day of the week", 0, 7, "SUN MON TUE WED THU FRI SAT");

    private final String title;
    private final int lowest;
    private final int highest;
    private final String names;

    CronField(String title, int lowest, int highest, String names) {
        this.title = title;
        this.lowest = lowest;
        this.highest = highest;
        this.names = names;
    }

    /** Returns the values that a text names, Sunday as 0. */
    BitSet read(String text) {
        BitSet values = new BitSet();
        for (String part : text.split(",", -1)) {
            readPart(text, part, values);
        }
        if (this == WEEKDAY && values.get(7)) {
            values.clear(7);
            values.set(0);
        }
        return values;
    }

    private void readPart(String text, String part, BitSet into) {
        String[] sides = part.split("/", -1);
        String range = sides[0];
        int step = sides.length == 1 ? 1 : number(text, sides[1]);
        int dash = range.indexOf('-');
        boolean all = range.equals("*");
        int first = all ? lowest : value(text, dash < 0 ? range : range.substring(0, dash));
        int last = all ? (this == WEEKDAY ? 6 : highest) : dash < 0 ? first : value(text, range.substring(dash + 1));
        if (sides.length > 2 || step < 1 || (sides.length == 2 && !all && dash < 0)) {
            throw refused(text, "a step goes with * or a range, as in */15 or 0-30/10");
        }
        if (first < lowest || last > highest || first > last) {
            throw refused(text, "it goes from " + lowest + " to " + highest + ", and a range from low to high");
        }
        IntStream.rangeClosed(0, (last - first) / step).forEach(i -> into.set(first + i * step));
    }

    private int value(String text, String word) {
        int name = names().indexOf(word.toUpperCase(Locale.ROOT));
        return name < 0 ? number(text, word) : name + lowest;
    }

    private List<String> names() {
        return names.isEmpty() ? List.of() : List.of(names.split(" ", -1));
    }

    private int number(String text, String word) {
        if (!word.matches("[0-9]{1,4}")) {
            throw refused(
                    text,
                    "'" + word + "' is neither a number from " + lowest + " to " + highest
                            + (names.isEmpty() ? "" : " nor one of " + String.join(", ", names())));
        }
        return Integer.parseInt(word);
    }

    private IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("the " + title + " '" + text + "' of a cron expression: " + why);
    }
}
