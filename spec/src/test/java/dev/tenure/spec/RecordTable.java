package dev.tenure.spec;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The candidates, tokens and records of one trace, numbered from 1.
 *
 * <p>Tokens keep their order. They are renumbered because the checker counts with 32 bits.
 */
final class RecordTable {
    private static final Pattern TOKEN = Pattern.compile("(?:token|follows|Acquired|Resigned|Lost) (\\d+)");
    private static final Pattern INSTANCE = Pattern.compile("starts as [^ #]*(#\\d+), ");
    private static final Pattern LEASE = Pattern.compile("lease of (#\\d+), token (\\d+), renewal (\\d+),"
            + " attempt \\.\\.(\\d+), ttl (\\d+)\\.(\\d{3}) s(?:, follows (\\d+))?");
    private static final Pattern FREE = Pattern.compile("free, last token (\\d+)(?:, follows (\\d+))?");

    private final Map<String, Integer> candidates = new HashMap<>();
    private final Map<Long, Integer> tokens = new HashMap<>();
    private final Map<String, Integer> records = new LinkedHashMap<>();

    /** Numbers the candidates and tokens of a trace; its records are numbered when they are asked for. */
    RecordTable(List<String> trace) {
        TreeSet<Long> known = new TreeSet<>();
        for (String line : trace) {
            TOKEN.matcher(line).results().forEach(found -> known.add(Long.valueOf(found.group(1))));
            INSTANCE.matcher(line)
                    .results()
                    .forEach(found -> candidates.putIfAbsent(found.group(1), candidates.size() + 1));
        }
        known.forEach(token -> tokens.put(token, tokens.size() + 1));
    }

    int candidates() {
        return candidates.size();
    }

    /** Returns the number of the candidate that starts by this line. */
    int candidate(String start) {
        Matcher instance = INSTANCE.matcher(start);
        return instance.find() ? requireNonNull(candidates.get(instance.group(1))) : 0;
    }

    /** Returns the number of the token that an event names. */
    int token(String event) {
        Matcher token = TOKEN.matcher(event);
        return token.find() ? tokenOf(token.group(1)) : 0;
    }

    private int tokenOf(String token) {
        return requireNonNull(tokens.get(Long.valueOf(token)));
    }

    /** Returns the number of the record that a text ends with, or 0 if it tells of none. */
    int record(String text) {
        String record = tla(text);
        if (record.isEmpty()) {
            return 0;
        }
        records.putIfAbsent(record, records.size() + 1);
        return requireNonNull(records.get(record));
    }

    private String tla(String text) {
        Matcher lease = LEASE.matcher(text);
        if (lease.find()) {
            long ttl = SimulatorTrace.ofMillis(Long.parseLong(lease.group(5) + lease.group(6)));
            // No attempt is number 0, which stands for none in the specification.
            return "Held(" + candidates.get(lease.group(1)) + "," + tokenOf(lease.group(2)) + ","
                    + follows(lease.group(7)) + "," + ttl + "," + lease.group(3) + ","
                    + (Integer.parseInt(lease.group(4)) + 1) + ")";
        }
        Matcher free = FREE.matcher(text);
        if (free.find()) {
            return "Released(" + tokenOf(free.group(1)) + "," + follows(free.group(2)) + ",Anyone,0)";
        }
        return text.endsWith("no record") ? "Never" : text.endsWith("an unreadable record") ? "Unreadable" : "";
    }

    private int follows(String token) {
        return token == null ? 0 : tokenOf(token);
    }

    /** Returns all records as a sequence of TLA+. */
    String tla() {
        return "<<" + String.join(",\n", records.keySet()) + ">>";
    }
}
