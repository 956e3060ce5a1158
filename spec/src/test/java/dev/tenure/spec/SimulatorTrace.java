package dev.tenure.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The trace of one run of the simulator as the events of {@code Trace.tla}.
 *
 * <p>Left out are looks that failed, and those that showed the same as the look before and the look after.
 */
final class SimulatorTrace {
    private static final Pattern LINE = Pattern.compile("\\s*([\\d.]+)\\s+(\\S+)\\s+(\\S+)\\s+(.*)");
    private static final Pattern STEP = Pattern.compile(", step (\\d+)(?: of a dead process)?:? (.*)");
    private static final Pattern TIMING =
            Pattern.compile("ttl=(\\d+) (m?s), .*margin=(\\d+) (m?s), .*stopWithin=(\\d+) (m?s)]");
    private static final int STEPS_PER_MILLI = 10;

    /** A trace tells whole milliseconds of a timing, so trust may be one longer than they tell. */
    private static final int MOST_ROUNDING = STEPS_PER_MILLI + 2;

    private final long seed;
    private final RecordTable table;
    private final Map<String, Integer> candidates = new HashMap<>();
    private final Map<Integer, Integer> startsLeft = new HashMap<>();
    private final Map<String, Call> calls = new HashMap<>();
    private final Map<String, Call> lastLooks = new HashMap<>();
    private final Set<String> deaf = new HashSet<>();
    private final Map<String, Integer> writes = new HashMap<>();
    private final Set<String> willBeWritten = new HashSet<>();
    private final List<@Nullable Event> taken = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private String line = "";
    private String source = "";
    private long at;

    /**
     * One event.
     *
     * @param record the number of a record, or 0
     * @param number what it says depends on the kind
     * @param at the true time
     * @param line the line of the trace that tells of it
     */
    private record Event(String kind, int candidate, long record, long number, long at, String line) {
        String tla() {
            return "<<\"" + kind + "\"," + candidate + "," + record + "," + number + ">>";
        }

        Event elapsedSince(long before) {
            return new Event("passes", 1, 0, at - before, at, line);
        }
    }

    /** A call under way, or a look that was answered. */
    private static final class Call {
        private final boolean looks;
        private final List<Integer> events = new ArrayList<>();
        private int step;
        private int showed;
        private boolean showedTheSame;

        Call(boolean looks) {
            this.looks = looks;
        }
    }

    /** Reads the trace of a run. */
    SimulatorTrace(long seed, List<String> trace) {
        this.seed = seed;
        this.table = new RecordTable(trace);
        trace.forEach(text -> read(text, this::foresee));
        trace.forEach(text -> read(text, this::take));
        long before = 0;
        for (Event event : taken) {
            if (event != null) {
                if (event.at > before) {
                    events.add(event.elapsedSince(before));
                    before = event.at;
                }
                events.add(event);
            }
        }
    }

    /** Returns a time in the steps that the specification counts. */
    static long ofMillis(long millis) {
        return millis * STEPS_PER_MILLI;
    }

    long seed() {
        return seed;
    }

    int candidates() {
        return table.candidates();
    }

    /** Returns the run as a record of TLA+. */
    String tla() {
        String all = events.stream().map(Event::tla).collect(Collectors.joining(",\n"));
        return "[seed |-> " + seed + ", records |-> " + table.tla() + ", events |-> <<" + all + ">>]";
    }

    /** Returns what an event says, and the line of the trace that tells of it; the first event is number 1. */
    String event(int number) {
        Event event = events.get(number - 1);
        return event.kind + ", told by '" + event.line.strip() + "'";
    }

    private interface Reader {
        void read(String kind, String details);
    }

    private void read(String text, Reader reader) {
        Matcher parts = LINE.matcher(text);
        if (parts.matches()) {
            line = text;
            at = Math.round(Double.parseDouble(parts.group(1)) * 1_000 * STEPS_PER_MILLI);
            source = parts.group(2);
            reader.read(parts.group(3), parts.group(4));
        }
    }

    /** Notes what an earlier event must know: which writes will be made, and which candidates stand again. */
    private void foresee(String kind, String details) {
        Matcher step = STEP.matcher(details);
        if (kind.equals("lands") && details.endsWith(": written") && step.find()) {
            willBeWritten.add(source + " " + step.group(1));
        } else if (kind.equals("fault") && details.startsWith("starts as ")) {
            startsLeft.merge(table.candidate(details), 1, Integer::sum);
        }
    }

    private void take(String kind, String details) {
        Matcher step = STEP.matcher(details);
        switch (kind) {
            case "sends" -> {
                if (step.find()) {
                    sends(Integer.parseInt(step.group(1)), step.group(2));
                }
            }
            case "lands" -> {
                if (step.find()) {
                    lands(Integer.parseInt(step.group(1)), step.group(2));
                }
            }
            case "hears" -> hears(details);
            case "says" -> says(details);
            case "fault" -> fault(details);
            default -> {}
        }
    }

    private void sends(int number, String what) {
        Call call = calls.get(source);
        boolean looks = what.equals("reads");
        int record = table.record(what);
        if (!looks) {
            writes.put(source + " " + number, record);
        }
        if (deaf.contains(source)) {
            return; // a call of an engine that has failed goes on by itself
        }
        if (call == null) {
            call = new Call(looks);
            calls.put(source, call);
            String claimsOrRenews = what.contains(", renewal 0,") ? "claims" : "renews";
            add(looks ? "looks" : what.startsWith("writes free") ? "releases" : claimsOrRenews, record, 0);
        }
        call.step = number;
    }

    private void lands(int number, String outcome) {
        Call call = calls.get(source);
        boolean current = call != null && call.step == number;
        Integer record = writes.get(source + " " + number);
        if (record != null) {
            boolean written = willBeWritten.remove(source + " " + number);
            if (current) {
                add("writes", record, written ? 1 : 0);
            } else if (written) {
                note("writes late", record, 1); // whatever its candidate does by now
            }
        } else if (current) {
            add("reads", table.record(outcome), 0);
        }
    }

    private void hears(String outcome) {
        Call call = calls.get(source);
        if (deaf.remove(source) || call == null) {
            return;
        }
        boolean unknown = outcome.startsWith("OUTCOME_UNKNOWN");
        if (unknown || outcome.startsWith("UNREACHABLE") || outcome.startsWith("MISCONFIGURED")) {
            if (call.looks) {
                leaveOut(call);
            } else {
                add(unknown ? "hears nothing" : "fails", 0, unknown && landsLater() ? 1 : 0);
            }
        } else {
            boolean granted = outcome.startsWith("granted ") || outcome.startsWith("renewed ");
            boolean released = outcome.startsWith("released ");
            int record = released ? 0 : table.record(outcome);
            add("hears", record, granted || released ? 1 : 0);
            if (call.looks) {
                looked(call, record);
            }
        }
        calls.remove(source);
    }

    private boolean landsLater() {
        Call call = calls.get(source);
        return call != null && willBeWritten.contains(source + " " + call.step);
    }

    private void looked(Call look, int record) {
        Call before = lastLooks.put(source, look);
        look.showed = record;
        look.showedTheSame = before != null && before.showed == record;
        if (before != null && before.showedTheSame && look.showedTheSame) {
            leaveOut(before);
        }
    }

    private void leaveOut(Call look) {
        look.events.forEach(event -> taken.set(event, null));
    }

    private void says(String event) {
        int token = table.token(event);
        if (event.startsWith("Acquired")) {
            add("acquires", 0, token);
        } else if (event.startsWith("Resigned")) {
            add("resigns", 0, token);
        } else if (event.startsWith("Warning (the engine failed")) {
            add("starts over", 0, landsLater() ? 1 : 0);
            if (calls.remove(source) != null) {
                deaf.add(source);
            }
        } else if (event.startsWith("Lost") && event.endsWith("trust ended)")) {
            losesTrust(token);
        } else if (event.startsWith("Lost") && !event.contains("(the engine failed")) {
            add("is taken", 0, token);
        }
    }

    /**
     * The engine sees that trust is over before it takes in what it hears at that instant; the trace has that first.
     */
    private void losesTrust(int token) {
        add("loses trust", 0, token);
        int last = taken.size() - 1;
        Event loses = taken.get(last);
        Event before = last == 0 ? null : taken.get(last - 1);
        if (before != null
                && loses != null
                && before.at == at
                && before.candidate == loses.candidate
                && Set.of("hears", "hears nothing", "fails").contains(before.kind)) {
            taken.set(last - 1, loses);
            taken.set(last, before);
        }
    }

    private void fault(String details) {
        if (source.equals("store")) {
            boolean corrupts = details.equals("corrupts the record");
            boolean loses = details.equals("loses the record");
            if (corrupts || loses || details.startsWith("goes back to ")) {
                String to = corrupts ? "an unreadable record" : loses ? "no record" : details;
                note("changes", table.record(to), corrupts ? 0 : 1);
            }
        } else if (details.startsWith("starts as ")) {
            int candidate = table.candidate(details);
            candidates.put(source, candidate);
            startsLeft.merge(candidate, -1, Integer::sum);
            starts(details);
        } else if (details.equals("is gone")) {
            boolean standsAgain = startsLeft.getOrDefault(candidates.get(source), 0) > 0;
            add(standsAgain ? "starts over" : "is gone", 0, landsLater() ? 1 : 0);
            calls.remove(source);
            deaf.remove(source);
        }
    }

    private void starts(String details) {
        Matcher timing = TIMING.matcher(details);
        if (!timing.find()) {
            throw new IllegalArgumentException("no timing in '" + details + "'");
        }
        long ttl = duration(timing.group(1), timing.group(2));
        long margin = duration(timing.group(3), timing.group(4));
        long stopWithin = duration(timing.group(5), timing.group(6));
        add("starts", ttl, ttl - margin - stopWithin + MOST_ROUNDING);
    }

    private static long duration(String number, String unit) {
        return ofMillis(Long.parseLong(number) * (unit.equals("s") ? 1_000 : 1));
    }

    private void add(String kind, long record, long number) {
        Call call = calls.get(source);
        if (call != null && call.looks) {
            call.events.add(taken.size());
        } else {
            lastLooks.remove(source);
        }
        note(kind, record, number);
    }

    private void note(String kind, long record, long number) {
        taken.add(new Event(kind, candidates.getOrDefault(source, 1), record, number, at, line));
    }
}
