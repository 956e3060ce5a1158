package dev.tenure.chaos;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command line of a run.
 *
 * @param store which server to start, a name of {@link Deployments}
 * @param length how long faults are injected
 * @param seed the number that all faults are drawn from
 * @param nodes how many candidates stand, each in its own process
 * @param ttl the ttl of all candidates, or zero for the default of the store
 * @param faults the kinds of faults to draw from; empty for all
 * @param interruptOnly whether work ends only when it is interrupted, and never asks whether its term is current
 */
record ChaosOptions(
        String store, Duration length, long seed, int nodes, Duration ttl, Set<String> faults, boolean interruptOnly) {
    static final String USAGE = "--store " + String.join("|", Deployments.NAMES)
            + " --minutes M --seed S [--nodes 3] [--ttl 5s|default] [--faults KIND,...] [--work checked|interrupted]";

    private static final List<String> KNOWN =
            List.of("--store", "--minutes", "--seed", "--nodes", "--ttl", "--faults", "--work");
    private static final Pattern LENGTH = Pattern.compile("(\\d{1,6})(ms|s)");
    private static final Duration SHARED_TTL = Duration.ofSeconds(15);

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException if an option is unknown, missing or malformed
     */
    static ChaosOptions parse(String... arguments) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!KNOWN.contains(arguments[i]) || i + 1 == arguments.length) {
                throw new IllegalArgumentException("'" + arguments[i] + "' is no option with a value: " + USAGE);
            }
            given.put(arguments[i], arguments[i + 1]);
        }
        String store = given.getOrDefault("--store", "");
        if (!Deployments.NAMES.contains(store)) {
            throw new IllegalArgumentException("there is no store '" + store + "': " + USAGE);
        }
        String faults = given.getOrDefault("--faults", "");
        return new ChaosOptions(
                store,
                Duration.ofMillis(Math.round(Double.parseDouble(given.getOrDefault("--minutes", "3")) * 60_000)),
                Long.parseLong(given.getOrDefault("--seed", "1")),
                Integer.parseInt(given.getOrDefault("--nodes", "3")),
                ttl(given.getOrDefault("--ttl", Deployments.hasFixedTiming(store) ? "default" : "5s")),
                faults.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(faults.split(",", -1))),
                given.getOrDefault("--work", "checked").equals("interrupted"));
    }

    private static Duration ttl(String text) {
        if (text.equals("default")) {
            return Duration.ZERO;
        }
        Matcher length = LENGTH.matcher(text);
        if (!length.matches()) {
            throw new IllegalArgumentException("a ttl is like 5s or 2500ms, not '" + text + "'");
        }
        long count = Long.parseLong(length.group(1));
        return length.group(2).equals("s") ? Duration.ofSeconds(count) : Duration.ofMillis(count);
    }

    /** Returns the ttl by which faults are measured out. */
    Duration ttlOrDefault() {
        return ttl.isZero() ? SHARED_TTL : ttl;
    }

    /** Returns how long the election may be vacant after the last fault has ended. */
    Duration bound() {
        return ttlOrDefault().multipliedBy(4).plusSeconds(10);
    }

    /** Returns how long the first leaders may take, on clients and servers that were just started. */
    Duration startBound() {
        return bound().plusSeconds(60);
    }

    boolean draws(String kind) {
        return faults.isEmpty() || faults.contains(kind);
    }

    double minutes() {
        return length.toMillis() / 60_000.0;
    }
}
