package dev.tenure.benchmarks;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures, on any store, how long after the leader's process was killed another knows that it leads.
 *
 * <p>The leader is a JVM of its own; the follower is in this one. The kill comes at any moment between two renewals, so
 * what is left of the lease differs from round to round.
 */
final class KilledLeader {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String LOGGING = "java.util.logging.config.file";
    private static final String LEADS = "leads";

    private KilledLeader() {}

    static Percentiles measure(String uri, Timing timing, int rounds) throws Exception {
        return Rounds.of(1, rounds, number -> {
            String election = "killed-" + timing.ttl().toMillis() + "-" + number;
            Process leader = start(uri, election, timing);
            try (Candidate next = Candidate.on(uri).named("next").timing(timing).start()) {
                Accession accession = new Accession();
                Election followed = next.stand(election);
                followed.subscribe(accession);
                followed.awaitAttempt(Instant.EPOCH, LIMIT);
                LockSupport.parkNanos(ThreadLocalRandom.current()
                        .nextLong(timing.interval().multipliedBy(2).toNanos()));
                long start = System.nanoTime();
                leader.destroyForcibly();
                return accession.await(LIMIT) - start;
            } finally {
                leader.destroyForcibly().waitFor();
            }
        });
    }

    private static Process start(String uri, String election, Timing timing) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-D" + LOGGING + "=" + System.getProperty(LOGGING, ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledLeader.class.getName(),
                        uri,
                        election,
                        Long.toString(timing.ttl().toMillis()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        if (!LEADS.equals(said.readLine())) {
            process.destroyForcibly();
            throw new IllegalStateException("the process that shall lead does not");
        }
        return process;
    }

    /** The process that is killed: leads, and says so. */
    public static void main(String[] arguments) throws InterruptedException {
        Timing timing = Timing.of(Duration.ofMillis(Long.parseLong(arguments[2])));
        try (Candidate candidate =
                Candidate.on(arguments[0]).named("killed").timing(timing).start()) {
            boolean leads = candidate.stand(arguments[1]).awaitLeadership(LIMIT).isPresent();
            System.out.println(leads ? LEADS : "does not lead");
            new CountDownLatch(1).await();
        }
    }
}
