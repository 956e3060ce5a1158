package dev.tenure.benchmarks;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures, on any store, how long after a leader resigns another knows that it leads.
 *
 * <p>One candidate leads a number of elections at once, another follows in all of them, with connections of its own;
 * then the first resigns from one after the other. So nobody waits out a cool-down, and everybody knows everybody.
 */
final class GracefulHandOver {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Candidate first;
    private final Candidate second;
    private final Duration interval;
    private final int atOnce;
    private final List<Election> led = new ArrayList<>();
    private final List<Election> followed = new ArrayList<>();
    private final List<Accession> accessions = new ArrayList<>();

    private GracefulHandOver(Candidate first, Candidate second, Duration interval, int atOnce) {
        this.interval = interval;
        this.first = first;
        this.second = second;
        this.atOnce = atOnce;
    }

    /** Measures so many rounds after a warm-up, with so many elections at once. */
    static Percentiles measure(String uri, Timing timing, int atOnce, int warmUp, int rounds) throws Exception {
        try (Candidate first = Candidate.on(uri).named("first").timing(timing).start();
                Candidate second =
                        Candidate.on(uri).named("second").timing(timing).start()) {
            GracefulHandOver handOver = new GracefulHandOver(first, second, timing.interval(), atOnce);
            return Rounds.of(warmUp, rounds, handOver::round);
        }
    }

    private long round(int number) throws Exception {
        int place = number % atOnce;
        if (place == 0) {
            prepare(number);
        }
        long start = System.nanoTime();
        led.get(place).resign();
        return accessions.get(place).await(LIMIT) - start;
    }

    private void prepare(int from) throws InterruptedException {
        led.forEach(Election::close);
        followed.forEach(Election::close);
        led.clear();
        followed.clear();
        accessions.clear();
        for (int number = from; number < from + atOnce; number++) {
            Election election = first.stand("hand-over-" + number);
            require(election.awaitLeadership(LIMIT).isPresent(), "the first candidate does not lead");
            led.add(election);
        }
        for (Election election : led) {
            Election follows = second.stand(election.name());
            Accession accession = new Accession();
            follows.subscribe(accession);
            accessions.add(accession);
            followed.add(follows);
            require(follows.awaitAttempt(Instant.EPOCH, LIMIT).isPresent(), "the second candidate does not look");
        }
        // What woke the follower when it began to listen is over by then: it is woken no more often than that.
        LockSupport.parkNanos(interval.dividedBy(10).toNanos());
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise + " within " + LIMIT);
        }
    }
}
