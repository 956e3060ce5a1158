package dev.tenure.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Measures how long {@code tenure run} takes from its start to the first output of its command, beside {@code flock} and a
 * bare JVM, turn by turn in one run; and what a waiting one takes of memory and threads.
 */
final class CommandStart {
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 20;
    private static final String READY = "ready";

    /** The threads that idle for ten seconds have ended by then. */
    private static final Duration SETTLED = Duration.ofSeconds(20);

    private final Path folder;
    private final String tenure;

    private CommandStart(Path folder, String tenure) {
        this.folder = folder;
        this.tenure = tenure;
    }

    public static void main(String[] arguments) throws Exception {
        Path classes = Path.of(CommandStart.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String tenure = classes.resolve("../../../tenure").normalize().toString();
        CommandStart here = new CommandStart(Files.createTempDirectory("tenure-start-"), tenure);
        try (PostgresServer postgres = new PostgresServer();
                RedisNode redis = new RedisNode()) {
            Map<String, String> stores = new LinkedHashMap<>();
            stores.put("file", "file:" + here.folder.resolve("store"));
            stores.put("PostgreSQL", postgres.uri());
            stores.put("Redis", redis.uri());
            here.measureStarts(stores);
            for (Map.Entry<String, String> store : stores.entrySet()) {
                here.measureWaiting(store.getKey(), store.getValue());
            }
        }
    }

    private void measureStarts(Map<String, String> stores) throws IOException, InterruptedException {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put("flock", List.of("flock", folder.resolve("lock").toString(), "echo", READY));
        commands.put("a bare JVM (java --version)", List.of("java", "--version"));
        stores.forEach((name, uri) -> commands.put("tenure run, " + name, run(uri, "start", "echo " + READY)));
        Map<String, List<Long>> took = new LinkedHashMap<>();
        for (int number = 0; number < WARM_UP + ROUNDS; number++) {
            for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                long nanos = firstOutput(command.getValue());
                if (number >= WARM_UP) {
                    took.computeIfAbsent(command.getKey(), name -> new ArrayList<>()).add(nanos);
                }
            }
        }
        System.out.printf(Locale.ROOT, "load %.1f%n", load());
        Percentiles.printHead("until the first output of the command");
        took.forEach((name, nanos) -> Percentiles.of(nanos).print(name));
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private List<String> run(String uri, String election, String command) {
        return List.of(tenure, "run", "--store", uri, election, "--", "sh", "-c", command);
    }

    private long firstOutput(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = start(command);
        process.getInputStream().read();
        long nanos = System.nanoTime() - start;
        process.getInputStream().readAllBytes();
        process.waitFor();
        return nanos;
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(folder.resolve("errors").toFile());
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        return builder.start();
    }

    private void measureWaiting(String name, String uri) throws IOException, InterruptedException {
        Process leader = start(run(uri, "wait", "echo " + READY + "; exec sleep 1000"));
        Process waiting = null;
        try {
            BufferedReader leads = leader.inputReader(StandardCharsets.UTF_8);
            leads.readLine();
            waiting = start(run(uri, "wait", "echo " + READY));
            long end = System.nanoTime() + SETTLED.toNanos();
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            print(name, waiting);
        } finally {
            if (waiting != null) {
                waiting.destroy();
                waiting.waitFor();
            }
            leader.destroy();
            leader.waitFor();
        }
    }

    private static void print(String name, Process waiting) throws IOException {
        long shells = 0;
        for (ProcessHandle shell : waiting.descendants().toList()) {
            shells += kilobytes(shell.pid(), "Rss");
        }
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(waiting.pid()), "task"))) {
            System.out.printf(
                    Locale.ROOT,
                    "waiting on %s: RSS %.1f MB, PSS %.1f MB, %d threads; its two shells RSS %.1f MB%n",
                    name,
                    kilobytes(waiting.pid(), "Rss") / 1024.0,
                    kilobytes(waiting.pid(), "Pss") / 1024.0,
                    threads.count(),
                    shells / 1024.0);
        }
    }

    private static long kilobytes(long pid, String what) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "smaps_rollup")).stream()
                .filter(line -> line.startsWith(what + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(0);
    }
}
