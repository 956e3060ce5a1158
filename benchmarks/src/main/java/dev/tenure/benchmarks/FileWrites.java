package dev.tenure.benchmarks;

import dev.tenure.Candidate;
import dev.tenure.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Prints how many files candidates write to a folder while nothing happens, and how much of a core they take.
 *
 * <p>Every file is a draft before it gets its name, so new names in the folder of drafts are what is counted.
 */
final class FileWrites {
    private static final Timing TIMING = Timing.fast();
    private static final Duration SETTLING = Duration.ofSeconds(20);
    private static final Duration COUNTED = Duration.ofSeconds(60);

    private static final String LOGGING = "java.util.logging.config.file";

    private FileWrites() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            stand(arguments[0], Integer.parseInt(arguments[1]));
            return;
        }
        System.out.printf(
                Locale.ROOT,
                "A folder, ttl %d s, interval %d s: files written a second, and share of a core of each process%n",
                TIMING.ttl().toSeconds(),
                TIMING.interval().toSeconds());
        print("a leader", 1, 1);
        print("a leader and a follower", 1, 2);
        print("a leader of 100 elections", 100, 1);
        print("a leader of 100 elections and a follower", 100, 2);
    }

    private static void print(String what, int elections, int processes) throws Exception {
        Path folder = Files.createTempDirectory("tenure-benchmark");
        List<Process> all = new ArrayList<>();
        try {
            for (int started = 0; started < processes; started++) {
                all.add(start("file:" + folder, elections));
            }
            LockSupport.parkNanos(SETTLING.toNanos());
            List<Duration> before = all.stream().map(FileWrites::cpu).toList();
            double seconds = COUNTED.toSeconds();
            System.out.printf(Locale.ROOT, "%-42s %6.2f", what, newNames(folder.resolve("drafts")) / seconds);
            for (int number = 0; number < processes; number++) {
                double used = cpu(all.get(number)).minus(before.get(number)).toMillis() / 10.0 / seconds;
                System.out.printf(Locale.ROOT, " %6.2f %%", used);
            }
            System.out.println();
        } finally {
            for (Process process : all) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static Duration cpu(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static long newNames(Path folder) throws IOException, InterruptedException {
        long found = 0;
        try (WatchService kernel = folder.getFileSystem().newWatchService()) {
            folder.register(kernel, StandardWatchEventKinds.ENTRY_CREATE);
            long end = System.nanoTime() + COUNTED.toNanos();
            for (long left = COUNTED.toNanos(); left > 0; left = end - System.nanoTime()) {
                WatchKey key = kernel.poll(left, TimeUnit.NANOSECONDS);
                if (key != null) {
                    found += key.pollEvents().stream()
                            .mapToInt(WatchEvent::count)
                            .sum();
                    key.reset();
                }
            }
        }
        return found;
    }

    private static Process start(String uri, int elections) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-D" + LOGGING + "=" + System.getProperty(LOGGING, ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileWrites.class.getName(),
                        uri,
                        Integer.toString(elections))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.getInputStream().read() < 0) {
            throw new IllegalStateException("the process does not stand");
        }
        return process;
    }

    /** A process that stands, and says so when it has tried once everywhere. */
    private static void stand(String uri, int elections) throws InterruptedException {
        try (Candidate candidate =
                Candidate.on(uri).named("candidate").timing(TIMING).start()) {
            for (int number = 0; number < elections; number++) {
                candidate
                        .stand("calm-" + number)
                        .awaitAttempt(Instant.EPOCH, TIMING.ttl().multipliedBy(6));
            }
            System.out.println("stands");
            new CountDownLatch(1).await();
        }
    }
}
