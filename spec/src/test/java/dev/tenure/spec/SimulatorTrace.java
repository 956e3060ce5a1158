package dev.tenure.spec;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The trace of one run of the simulator, reduced to what the specification knows, as a sequence of TLA+.
 *
 * <p>Tokens become small numbers in the same order, since TLC counts with 32 bits. A record in the trace does not say
 * which release it follows: that is what the record before its claim tells. Looks that showed the same as the look
 * before and after are left out.
 */
final class SimulatorTrace {
    private static final Pattern LINE = Pattern.compile("\\s*([\\d.]+)\\s+(\\S+)\\s+(\\S+)\\s+(.*)");
    private static final Pattern LEASE =
            Pattern.compile("lease of (#\\d+), token (\\d+), renewal (\\d+), attempt \\.\\.(\\d+), ttl ([\\d.]+) s");
    private static final Pattern START = Pattern.compile(" (n\\d+#\\d+) +fault +starts as [^ #]*(#\\d+), ");
    private static final Pattern FREE = Pattern.compile("free, last token (\\d+)");
    private static final Pattern TOKEN = Pattern.compile("(?:token|Acquired|Resigned|Lost) (\\d+)");
    private static final Pattern TTL = Pattern.compile("Timing\\[ttl=([\\d.]+) (ms|s)");
    private static final int STEPS_PER_SECOND = 10_000;

    private final Map<String, String> instances = new HashMap<>();
    private final Map<Long, Integer> ranks = new HashMap<>();
    private final Map<Integer, Integer> follows = new HashMap<>();
    private final Map<String, Long> sent = new HashMap<>();
    private final Map<String, Long> ttls = new HashMap<>();
    private final Map<String, String> heard = new HashMap<>();
    private final Map<String, Integer> unchanged = new HashMap<>();
    private final Map<String, Integer> leading = new HashMap<>();
    private final List<String> events = new ArrayList<>();
    private int held;
    private int released;

    private SimulatorTrace() {}

    /** Tells whether the run used a store without a clock, the only kind that is replayed. */
    static boolean isReplayed(List<String> trace) {
        return trace.stream().anyMatch(line -> line.contains("storeClock=false"));
    }

    /** Returns the trace as a sequence of TLA+. */
    static String of(List<String> trace) {
        SimulatorTrace reduced = new SimulatorTrace();
        TreeSet<Long> tokens = new TreeSet<>();
        trace.forEach(line -> TOKEN.matcher(line).results().forEach(found -> tokens.add(Long.valueOf(found.group(1)))));
        tokens.forEach(token -> reduced.ranks.put(token, reduced.ranks.size() + 1));
        trace.forEach(reduced::learnInstance);
        trace.forEach(reduced::take);
        return "<<"
                + String.join(
                        ",\n  ",
                        reduced.events.stream()
                                .filter(event -> !event.isEmpty())
                                .toList()) + ">>";
    }

    /** One that stands again is the same instance under another label. */
    private void learnInstance(String text) {
        Matcher start = START.matcher(text);
        if (start.find()) {
            instances.put(start.group(1), start.group(2));
        }
    }

    private void take(String text) {
        Matcher line = LINE.matcher(text);
        if (!line.matches()) {
            return;
        }
        long at = Math.round(Double.parseDouble(line.group(1)) * STEPS_PER_SECOND);
        String who = instances.getOrDefault(line.group(2), line.group(2).replaceFirst("^n\\d+", ""));
        String details = line.group(4);
        Matcher ttl = TTL.matcher(details);
        if (ttl.find()) {
            double seconds = Double.parseDouble(ttl.group(1)) / (ttl.group(2).equals("ms") ? 1_000 : 1);
            ttls.put(who, Math.round(seconds * STEPS_PER_SECOND));
        }
        switch (line.group(3)) {
            case "sends" -> sends(who, at, details);
            case "lands" -> lands(who, at, details);
            case "hears" -> hears(who, at, details);
            case "says" -> says(who, at, details);
            case "fault" -> fault(line.group(2), who, details);
            default -> {}
        }
    }

    private void sends(String who, long at, String details) {
        sent.put(who, at);
        if (details.startsWith("CLAIM") || details.equals("a claim that is delayed")) {
            add("claims", who, "t |-> " + at);
        }
    }

    private void lands(String who, long at, String details) {
        Matcher lease = LEASE.matcher(details);
        if (!lease.find()) {
            return;
        }
        int token = rank(lease.group(2));
        if (details.contains(": granted ")) {
            follows.put(token, released);
            shows(token, 0);
            add("granted", who, "t |-> " + at + ", r |-> " + record(details));
        } else if (details.contains(": renewed ")) {
            shows(token, 0);
            add("renewed", who, "t |-> " + at + ", r |-> " + record(details));
        } else if (details.contains(": released ")) {
            if (held == token) {
                shows(0, token);
            }
            add("released", who, "t |-> " + at + ", tok |-> " + token);
        }
    }

    /** The record shows this term held, or that one released; 0 stands for none. */
    private void shows(int heldToken, int releasedToken) {
        held = heldToken;
        released = releasedToken;
    }

    private void hears(String who, long at, String details) {
        String record = record(details);
        if (record.isEmpty() || details.startsWith("released")) {
            return;
        }
        boolean leads = details.startsWith("renewal refused")
                && record.contains("holder |-> \"" + who + "\"")
                && record.contains("tok |-> " + leading.get(who) + ",");
        boolean same = record.equals(heard.put(who, record));
        Integer before = unchanged.remove(who);
        if (same && before != null) {
            events.set(before, "");
        }
        add(
                "hears",
                who,
                "t |-> " + at + ", s |-> " + sent.getOrDefault(who, at) + ", ttl |-> " + ttls.getOrDefault(who, 0L)
                        + ", own |-> " + (leads ? "TRUE" : "FALSE") + ", r |-> " + record);
        if (same && !leads) {
            unchanged.put(who, events.size() - 1);
        }
    }

    private void says(String who, long at, String details) {
        Matcher token = TOKEN.matcher(details);
        if (details.startsWith("Acquired") && token.find()) {
            int rank = rank(token.group(1));
            leading.put(who, rank);
            add("acquires", who, "t |-> " + at + ", tok |-> " + rank);
        } else if ((details.startsWith("Lost") || details.startsWith("Resigned")) && token.find()) {
            leading.remove(who);
            add("ends", who, "tok |-> " + rank(token.group(1)));
        }
    }

    private void fault(String source, String who, String details) {
        if (source.equals("store")) {
            String to = details.equals("corrupts the record") ? "Unreadable" : record(details);
            if (details.equals("loses the record")) {
                to = "Never";
            }
            if (!to.isEmpty()) {
                Matcher free = FREE.matcher(details);
                Matcher lease = LEASE.matcher(details);
                shows(lease.find() ? rank(lease.group(2)) : 0, free.find() ? rank(free.group(1)) : 0);
                add("fault", who, "r |-> " + to);
            }
        } else if (details.equals("is gone")) {
            add("ends", who, "tok |-> 0");
        }
    }

    private int rank(String token) {
        return requireNonNull(ranks.get(Long.valueOf(token)));
    }

    private String record(String details) {
        Matcher lease = LEASE.matcher(details);
        if (lease.find()) {
            int token = rank(lease.group(2));
            return "[kind |-> \"held\", tok |-> " + token + ", follows |-> " + follows.getOrDefault(token, 0)
                    + ", holder |-> \"" + lease.group(1) + "\", ttl |-> "
                    + Math.round(Double.parseDouble(lease.group(5)) * STEPS_PER_SECOND) + ", ren |-> " + lease.group(3)
                    + ", att |-> " + (Integer.parseInt(lease.group(4)) + 1) + "]";
        }
        Matcher free = FREE.matcher(details);
        if (free.find()) {
            int token = rank(free.group(1));
            return "Released(" + token + ", " + follows.getOrDefault(token, 0) + ", Anyone, 0)";
        }
        return details.endsWith("no record") ? "Never" : details.endsWith("an unreadable record") ? "Unreadable" : "";
    }

    private void add(String event, String who, String rest) {
        events.add("[e |-> \"" + event + "\", p |-> \"" + who + "\", " + rest + "]");
    }
}
