package dev.tenure.internal.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A line of the log about one election.
 *
 * @param election the election
 * @param candidate the name of the candidate that writes it
 * @param token the fencing token of the term it is about, or 0
 * @param text the line
 */
public record LogLine(String election, String candidate, long token, String text) implements Supplier<String> {

    @Override
    public String get() {
        return text;
    }

    /** Returns what the line is about, for loggers that keep such values beside their lines. */
    Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("tenure.election", election);
        values.put("tenure.candidate", candidate);
        if (token != 0) {
            values.put("tenure.token", Long.toString(token));
        }
        return values;
    }
}
