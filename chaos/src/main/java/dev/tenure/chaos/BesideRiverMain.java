package dev.tenure.chaos;

import dev.tenure.store.postgres.RestartableServer;
import dev.tenure.testkit.OverlapChecker;
import dev.tenure.testkit.OverlapChecker.ObservedTerm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs one client of River, in Go, beside one candidate on {@code river://}, on one PostgreSQL, and judges who led when
 * by the host's clock. Each of them is stopped, killed, paused and cut off in turn while it leads.
 *
 * <p>Argument: the built program of {@code chaos/originals/river}. Exits with 1 if the candidate led beside River's
 * client after a fault of its own, or nobody took over.
 */
final class BesideRiverMain {
    private static final List<String> FAULTS = List.of("stop", "kill", "pause", "cut");
    private static final Duration LONGEST_VACANCY = Duration.ofMinutes(2);

    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    /** Long enough for whoever was paused or cut off to notice that it no longer leads. */
    private static final Duration SETTLE = Duration.ofSeconds(14);

    private final Path folder;
    private final Contender river;
    private final Contender tenure;
    private final List<String> problems = new ArrayList<>();

    private BesideRiverMain(Path folder, Contender river, Contender tenure) {
        this.folder = folder;
        this.river = river;
        this.tenure = tenure;
    }

    @SuppressWarnings("SystemOut") // a command
    public static void main(String[] arguments) throws Exception {
        Path program = Path.of(arguments[0]).toAbsolutePath();
        Path folder = Files.createTempDirectory("tenure-beside-river-");
        List<String> problems;
        try (RestartableServer server = new RestartableServer(folder.resolve("postgres"));
                RegisterServer register = new RegisterServer()) {
            migrate(program, server.port());
            Contender river = new Contender(
                    "river",
                    server.port(),
                    port -> List.of(
                            program.toString(),
                            "postgres://postgres@127.0.0.1:" + port + "/postgres",
                            folder.resolve("river.terms").toString()),
                    folder.resolve("river.log"));
            Contender tenure = new Contender(
                    "tenure", server.port(), port -> candidate(port, register, folder), folder.resolve("tenure.log"));
            try {
                BesideRiverMain run = new BesideRiverMain(folder, river, tenure);
                run.run();
                problems = run.problems;
            } finally {
                river.close();
                tenure.close();
            }
        }
        problems.forEach(System.out::println);
        System.out.println((problems.isEmpty() ? "clean" : "not clean") + "; times and logs: " + folder);
        System.exit(problems.isEmpty() ? 0 : 1);
    }

    private static void migrate(Path program, int port) throws IOException, InterruptedException {
        int code = new ProcessBuilder(
                        program.toString(), "postgres://postgres@127.0.0.1:" + port + "/postgres", "/dev/null")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("River's migrations failed");
        }
    }

    private static List<String> candidate(int port, RegisterServer register, Path folder) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                NodeMain.class.getName(),
                "tenure",
                "river://postgres@127.0.0.1:" + port + "/postgres",
                "0",
                Integer.toString(register.port()),
                folder.toString(),
                "checked",
                "default");
    }

    private void run() throws IOException, InterruptedException {
        long start = System.nanoTime();
        Optional<ObservedTerm> first = awaitTerm("", start);
        if (first.isEmpty()) {
            problems.add("cold start: nobody led within " + LONGEST_VACANCY);
            return;
        }
        Contender leader = first.get().who().startsWith("river") ? river : tenure;
        settle();
        report("cold start", leader, start, first.get().startNanos() - start);
        for (String fault : FAULTS) {
            for (int direction = 0; direction < 2; direction++) {
                Contender other = leader == river ? tenure : river;
                if (!takesOver(fault, leader, other)) {
                    return;
                }
                leader = other;
            }
        }
    }

    /** Tells whether the other one led after the fault of the leader. */
    private boolean takesOver(String fault, Contender leader, Contender other)
            throws IOException, InterruptedException {
        long before = System.nanoTime();
        leader.suffer(fault);
        Optional<ObservedTerm> next = awaitTerm(other.name(), before);
        settle();
        leader.recover(fault);
        settle();
        if (next.isEmpty()) {
            problems.add(fault + " of " + leader.name() + ": nobody took over within " + LONGEST_VACANCY);
            return false;
        }
        long last = terms().stream()
                .filter(term -> term.who().startsWith(leader.name()) && term.startNanos() - before < 0)
                .mapToLong(ObservedTerm::endNanos)
                .max()
                .orElse(before);
        report(fault, leader, before, next.get().startNanos() - last);
        return true;
    }

    @SuppressWarnings("SystemOut") // a command
    private void report(String fault, Contender victim, long sinceNanos, long vacancyNanos) throws IOException {
        long overlap = overlapNanos(sinceNanos);
        System.out.printf(
                Locale.ROOT,
                "%-10s of %-6s overlap=%.3fs vacancy=%.1fs%n",
                fault,
                victim.name(),
                seconds(overlap),
                seconds(Math.max(0, vacancyNanos)));
        if (overlap > 0 && victim == tenure) {
            problems.add(fault + " of tenure: it led beside River's client");
        }
    }

    /** Returns how long both led at once, in terms that had not ended at the given time. */
    private long overlapNanos(long sinceNanos) throws IOException {
        long overlap = 0;
        List<ObservedTerm> recent = terms().stream()
                .filter(term -> term.endNanos() - sinceNanos > 0)
                .toList();
        for (ObservedTerm one : recent) {
            for (ObservedTerm two : recent) {
                if (one.who().startsWith("river") && two.who().startsWith("tenure")) {
                    long from = Math.max(one.startNanos(), two.startNanos());
                    long to = Math.min(one.endNanos(), two.endNanos());
                    overlap += to < from ? 0 : Math.max(1, to - from);
                }
            }
        }
        return overlap;
    }

    /** Returns the first term of the one with this name that goes on after the given time. */
    private Optional<ObservedTerm> awaitTerm(String name, long sinceNanos) throws IOException, InterruptedException {
        while (System.nanoTime() - sinceNanos < LONGEST_VACANCY.toNanos()) {
            Optional<ObservedTerm> found = terms().stream()
                    .filter(term -> term.who().startsWith(name) && term.endNanos() - sinceNanos > 0)
                    .findFirst();
            if (found.isPresent()) {
                return found;
            }
            await(LOOK_EVERY);
        }
        return Optional.empty();
    }

    private static void settle() throws InterruptedException {
        await(SETTLE);
    }

    /** Lets real time pass: nobody else counts the latch down. */
    @SuppressWarnings("CheckReturnValue")
    private static void await(Duration duration) throws InterruptedException {
        new CountDownLatch(1).await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    private List<ObservedTerm> terms() throws IOException {
        OverlapChecker all = new OverlapChecker();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".terms")).toList()) {
                all.read(file);
            }
        }
        return all.terms();
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
