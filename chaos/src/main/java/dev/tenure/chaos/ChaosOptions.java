package dev.tenure.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * @param work how the work of a leader ends
 * @param givenBound how long nobody may lead although servers and a node are well; if absent, as the documentation says
 * @param program what the process of a node runs
 * @param folder where everything is written and kept; if absent, in a temporary folder that is deleted after a clean
 *     run
 */
record ChaosOptions(
        String store,
        Duration length,
        long seed,
        int nodes,
        Duration ttl,
        Set<String> faults,
        WorkMode work,
        Optional<Duration> givenBound,
        Program program,
        Optional<Path> folder) {
    static final String USAGE = "--store " + String.join("|", Deployments.NAMES)
            + " --minutes M --seed S [--nodes 3] [--ttl 5s|default] [--faults KIND,...] [--work "
            + String.join("|", WorkMode.words()) + "]"
            + " [--program " + String.join("|", Program.words()) + "] [--bound 20s] [--folder DIR]";

    private static final List<String> KNOWN = List.of(
            "--store",
            "--minutes",
            "--seed",
            "--nodes",
            "--ttl",
            "--faults",
            "--work",
            "--bound",
            "--program",
            "--folder");

    /** What tokens or newcomers do not bear beside every other fault; drawn only if it is asked for. */
    private static final Set<String> ONLY_IF_NAMED = Set.of(NodeFaults.RESTORE, Deployments.ROLL_BACK);

    private static final Pattern LENGTH = Pattern.compile("(\\d{1,6})(ms|s)");
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(10);
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
        Program program = Program.parse(given.getOrDefault("--program", "library"));
        Duration ttl = ttl(given.getOrDefault("--ttl", Deployments.hasFixedTiming(store) ? "default" : "5s"));
        requireFit(program, store, ttl);
        String faults = given.getOrDefault("--faults", "");
        return new ChaosOptions(
                store,
                Duration.ofMillis(Math.round(Double.parseDouble(given.getOrDefault("--minutes", "3")) * 60_000)),
                Long.parseLong(given.getOrDefault("--seed", "1")),
                Integer.parseInt(given.getOrDefault("--nodes", "3")),
                ttl,
                faults.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(faults.split(",", -1))),
                WorkMode.parse(given.getOrDefault("--work", "checked")),
                Optional.ofNullable(given.get("--bound")).map(ChaosOptions::ttl),
                program,
                Optional.ofNullable(given.get("--folder")).map(Path::of));
    }

    private static void requireFit(Program program, String store, Duration ttl) {
        String needed = program.onlyStore().orElse(store);
        if (!store.equals(needed)) {
            throw new IllegalArgumentException("--program " + program.word() + " runs on --store " + needed + " only");
        }
        if (store.equals(Deployments.ZOOKEEPER) && !program.isPeer()) {
            throw new IllegalArgumentException(
                    "Tenure has no store on ZooKeeper: add --program " + Program.CURATOR_LATCH.word());
        }
        if (program.isPeer() && ttl.isZero()) {
            throw new IllegalArgumentException("--program " + program.word() + " has no default ttl: give one");
        }
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
        return ttlOrDefault().multipliedBy(4).plus(BUSY_MACHINE);
    }

    /**
     * Returns how long a candidate that is well may take to lead on servers that are well, as the pages of stores say.
     */
    Duration vacancyBound() {
        return givenBound.orElseGet(this::documentedBound);
    }

    private Duration documentedBound() {
        Duration ttl = ttlOrDefault();
        Duration wait = ttl.multipliedBy(11).dividedBy(10);
        Duration interval = ttl.dividedBy(4);
        Duration call = ttl.dividedBy(5);
        Duration backOff = ttl.dividedBy(2);
        return wait.plus(interval)
                .plus(call)
                .plus(backOff)
                .plus(Deployments.takeoverDelay(store))
                .plus(BUSY_MACHINE);
    }

    /** Returns how long the first leaders may take, on clients and servers that were just started. */
    Duration startBound() {
        return bound().plusSeconds(60);
    }

    boolean draws(String kind) {
        return faults.isEmpty() ? !ONLY_IF_NAMED.contains(kind) : faults.contains(kind);
    }

    double minutes() {
        return length.toMillis() / 60_000.0;
    }
}
