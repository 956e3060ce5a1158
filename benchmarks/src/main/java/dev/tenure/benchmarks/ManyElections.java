package dev.tenure.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Timing;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Leads many elections with one candidate for a while, and prints again and again what that costs and what was lost:
 * {@code ManyElections redis 10000 120}. A fourth argument lets the server stand still for so many seconds, once in three
 * lines.
 */
final class ManyElections {
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(10), Duration.ofSeconds(3));
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofSeconds(10);

    private static final Logger LOGGER = Logger.getLogger("dev.tenure"); // forgotten unless it is kept
    private static final Set<String> KINDS = ConcurrentHashMap.newKeySet();
    private static final AtomicLong LINES = new AtomicLong();
    private static final AtomicLong WARNINGS = new AtomicLong();
    private static final AtomicLong LOST = new AtomicLong();

    private ManyElections() {}

    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[1]);
        Duration length = Duration.ofSeconds(Long.parseLong(arguments[2]));
        countLines();
        try (MeasuredServer server = MeasuredServer.start(arguments[0]);
                Candidate node =
                        Candidate.on(server.uri()).named("many").timing(TIMING).start()) {
            long start = System.nanoTime();
            List<Election> elections = stand(node, count);
            awaitAllLed(elections, start);
            System.out.printf(
                    Locale.ROOT, "%s: %,d elections led after %.1f s%n", arguments[0], count, seconds(start));
            double still = arguments.length > 3 ? Double.parseDouble(arguments[3]) : 0;
            watch(server, elections, length, still);
        }
        System.out.printf("lost=%d lines=%d warnings=%d%n", LOST.get(), LINES.get(), WARNINGS.get());
    }

    private static List<Election> stand(Candidate node, int count) {
        List<Election> elections = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            Election election = node.stand("election-" + number);
            election.subscribe(event -> LOST.addAndGet(event instanceof ElectionEvent.Lost ? 1 : 0));
            elections.add(election);
        }
        return elections;
    }

    private static void awaitAllLed(List<Election> elections, long start) throws InterruptedException {
        for (Election election : elections) {
            while (election.awaitLeadership(Duration.ofSeconds(5)).isEmpty()) {
                long led = elections.stream().filter(Election::isLeader).count();
                System.out.printf(Locale.ROOT, "%4.0f s: led=%d lost=%d%n", seconds(start), led, LOST.get());
                if (seconds(start) > LIMIT.toSeconds()) {
                    throw new IllegalStateException(election.status().toString());
                }
            }
        }
    }

    private static void watch(MeasuredServer server, List<Election> elections, Duration length, double still)
            throws Exception {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long begun = System.nanoTime();
        for (int step = 0; System.nanoTime() - begun < length.toNanos(); step++) {
            long trips = server.roundTrips();
            long cpu = system.getProcessCpuTime();
            double serverCpu = server.cpuSeconds();
            long from = System.nanoTime();
            if (still > 0 && step % 3 == 1) {
                long pid = server.pid();
                signal("STOP", pid);
                LockSupport.parkNanos((long) (still * 1e9));
                signal("CONT", pid);
            }
            LockSupport.parkNanos(STEP.toNanos() - (System.nanoTime() - from));
            double took = System.nanoTime() - from;
            System.out.printf(
                    Locale.ROOT,
                    "%4.0f s: led=%d lost=%d threads=%d cpu=%.1f %% server=%.1f %% round trips/s=%.2f lines=%d warnings=%d load=%.1f%n",
                    seconds(begun),
                    elections.stream().filter(Election::isLeader).count(),
                    LOST.get(),
                    threads(),
                    100 * (system.getProcessCpuTime() - cpu) / took,
                    100 * (server.cpuSeconds() - serverCpu) / (took / 1e9),
                    (server.roundTrips() - trips) / (took / 1e9),
                    LINES.get(),
                    WARNINGS.get(),
                    system.getSystemLoadAverage());
        }
    }

    private static void signal(String name, long pid) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                .inheritIO()
                .start()
                .waitFor();
    }

    private static double seconds(long sinceNanos) {
        return (System.nanoTime() - sinceNanos) / 1e9;
    }

    static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tenure-"))
                .count();
    }

    /** Counts lines, and prints the first of each kind. */
    private static void countLines() {
        LOGGER.setLevel(Level.INFO);
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                LINES.incrementAndGet();
                WARNINGS.addAndGet(line.getLevel().intValue() >= Level.WARNING.intValue() ? 1 : 0);
                if (KINDS.add(line.getMessage().replaceAll("[0-9]+", "9"))) {
                    System.out.println(line.getLevel() + " " + line.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
    }
}
