package dev.tenure.benchmarks;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.spi.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures, on any store, how long after a leader resigns another knows that it leads.
 *
 * <p>One candidate leads as many elections as there are rounds, another follows in all of them, with connections of its
 * own; then the first resigns from one after the other. So nobody waits out a cool-down, and everybody knows everybody.
 */
final class GracefulHandOver {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private GracefulHandOver() {}

    static Percentiles measure(String uri, Timing timing, int warmUp, int rounds) throws Exception {
        try (Candidate first = Candidate.on(Stores.open(uri))
                        .named("first")
                        .timing(timing)
                        .start();
                Candidate second = Candidate.on(Stores.open(uri))
                        .named("second")
                        .timing(timing)
                        .start()) {
            List<Election> led = new ArrayList<>();
            List<Accession> accessions = new ArrayList<>();
            for (int number = 0; number < warmUp + rounds; number++) {
                Election election = first.stand("hand-over-" + timing.ttl().toMillis() + "-" + number);
                require(election.awaitLeadership(LIMIT).isPresent(), "the first candidate does not lead");
                led.add(election);
            }
            for (Election election : led) {
                Election followed = second.stand(election.name());
                Accession accession = new Accession();
                followed.subscribe(accession);
                accessions.add(accession);
                require(followed.awaitAttempt(Instant.EPOCH, LIMIT).isPresent(), "the second candidate does not look");
            }
            return Rounds.of(warmUp, rounds, number -> {
                long start = System.nanoTime();
                led.get(number).resign();
                return accessions.get(number).await(LIMIT) - start;
            });
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise + " within " + LIMIT);
        }
    }
}
