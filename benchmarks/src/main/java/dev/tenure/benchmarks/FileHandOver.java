package dev.tenure.benchmarks;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.SYNC;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Prints how long a hand-over takes on the file store, within one process and from one to another.
 *
 * <p>In the second case the leader is a JVM of its own, and resigns at any moment between two renewals. Both processes
 * read the same monotonic clock, which is that of the kernel. No more than a few elections are led at once: what the
 * disk takes to renew many would be measured, too.
 */
final class FileHandOver {
    private static final int AT_ONCE = 20;
    private static final int WARM_UP = 100;
    private static final int ROUNDS = 200;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Timing TIMING = Timing.local();
    private static final String LOGGING = "java.util.logging.config.file";

    private final Process leader;
    private final BufferedReader said;
    private final Candidate next;
    private final List<Election> followed = new ArrayList<>();
    private final List<Accession> accessions = new ArrayList<>();

    private FileHandOver(Process leader, BufferedReader said, Candidate next) {
        this.leader = leader;
        this.said = said;
        this.next = next;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            lead(arguments[0]);
            return;
        }
        Percentiles.printHead("A folder, ttl " + TIMING.ttl().toSeconds() + " s");
        Path floor = Files.createTempDirectory("tenure-benchmark");
        Rounds.timed(WARM_UP, ROUNDS, number -> writeTwice(floor, number))
                .print("floor: two files and one folder, written and synced");
        GracefulHandOver.measure(folder(), TIMING, AT_ONCE, WARM_UP, ROUNDS)
                .print("resign, to Acquired of another candidate in the process");
        betweenProcesses(folder()).print("resign, to Acquired in another process");
    }

    /**
     * Does what a release and the claim after it wait for: the folder is synced once the other knows of the release.
     */
    private static void writeTwice(Path folder, int number) throws IOException {
        for (String name : List.of(number + ".released", number + ".claimed")) {
            Path draft = folder.resolve(name + ".draft");
            try (OutputStream out = Files.newOutputStream(draft, CREATE_NEW, WRITE, SYNC)) {
                out.write(new byte[600]);
            }
            Files.createLink(folder.resolve(name), draft);
        }
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        }
    }

    private static String folder() throws IOException {
        return "file:" + Files.createTempDirectory("tenure-benchmark");
    }

    private static Percentiles betweenProcesses(String uri) throws Exception {
        Process leader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-D" + LOGGING + "=" + System.getProperty(LOGGING, ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileHandOver.class.getName(),
                        uri)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Candidate next = Candidate.on(uri).named("next").timing(TIMING).start();
                BufferedReader said =
                        new BufferedReader(new InputStreamReader(leader.getInputStream(), StandardCharsets.UTF_8))) {
            return Rounds.of(WARM_UP, ROUNDS, new FileHandOver(leader, said, next)::round);
        } finally {
            leader.destroyForcibly().waitFor();
        }
    }

    private long round(int number) throws Exception {
        if (number % AT_ONCE == 0) {
            said.readLine(); // the others are led
            prepare(number);
        }
        LockSupport.parkNanos(ThreadLocalRandom.current()
                .nextLong(TIMING.interval().dividedBy(4).toNanos()));
        leader.getOutputStream().write('\n');
        leader.getOutputStream().flush();
        String resignedAt = said.readLine();
        if (resignedAt == null) {
            throw new IllegalStateException("the leader has ended");
        }
        long start = Long.parseLong(resignedAt);
        return accessions.get(number % AT_ONCE).await(LIMIT) - start;
    }

    private void prepare(int from) throws InterruptedException {
        followed.forEach(Election::close);
        followed.clear();
        accessions.clear();
        for (int number = from; number < from + AT_ONCE; number++) {
            Election election = next.stand(name(number));
            Accession accession = new Accession();
            election.subscribe(accession);
            accessions.add(accession);
            followed.add(election);
            election.awaitAttempt(Instant.EPOCH, LIMIT);
        }
        LockSupport.parkNanos(TIMING.interval().multipliedBy(2).toNanos()); // until everybody knows everybody
    }

    private static String name(int number) {
        return "hand-over-" + number;
    }

    /** The process that leads: resigns from one election with each byte it reads. */
    private static void lead(String uri) throws Exception {
        try (Candidate candidate =
                Candidate.on(uri).named("first").timing(TIMING).start()) {
            List<Election> led = new ArrayList<>();
            for (int number = 0; ; number++) {
                if (number % AT_ONCE == 0) {
                    led.forEach(Election::close);
                    led.clear();
                    for (int each = number; each < number + AT_ONCE; each++) {
                        Election election = candidate.stand(name(each));
                        election.awaitLeadership(LIMIT);
                        led.add(election);
                    }
                    System.out.println("leads");
                }
                if (System.in.read() < 0) {
                    return;
                }
                Election election = led.get(number % AT_ONCE);
                if (!election.isLeader()) {
                    throw new IllegalStateException("a lease was lost: the machine is too busy to measure anything");
                }
                long start = System.nanoTime();
                election.resign();
                System.out.println(start);
            }
        }
    }
}
