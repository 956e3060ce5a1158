package dev.tenure.benchmarks;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Prints how many round trips a second a store sees while nothing happens: one leader, a follower beside it, a hundred
 * elections held; and how many in the second after a hand-over among a hundred candidates: {@code IdleTraffic redis}.
 */
final class IdleTraffic {
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(10), Duration.ofSeconds(3));
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration SETTLED = Duration.ofSeconds(12);
    private static final Duration MEASURED = Duration.ofSeconds(60);
    private static final int HELD = 100;
    private static final int CROWD = 100;

    private final MeasuredServer server;

    private IdleTraffic(MeasuredServer server) {
        this.server = server;
    }

    public static void main(String[] arguments) throws Exception {
        try (MeasuredServer server = MeasuredServer.start(arguments[0])) {
            server.commands();
            IdleTraffic traffic = new IdleTraffic(server);
            List<String> parts =
                    arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : List.of("idle", "crowd");
            if (parts.contains("idle")) {
                traffic.leaderAndFollower();
                traffic.manyHeld();
            }
            if (parts.contains("crowd")) {
                traffic.crowd();
            }
        }
    }

    private Candidate candidate(String name) {
        return Candidate.on(server.uri()).named(name).timing(TIMING).start();
    }

    private void leaderAndFollower() throws Exception {
        try (Candidate leads = candidate("leads")) {
            lead(leads, "payroll");
            perSecond("one leader", SETTLED);
            try (Candidate follows = candidate("follows")) {
                follows.stand("payroll").awaitAttempt(Instant.EPOCH, LIMIT);
                perSecond("one leader and a follower", SETTLED);
            }
        }
    }

    private void manyHeld() throws Exception {
        try (Candidate leads = candidate("leads")) {
            List<Election> held = new ArrayList<>();
            for (int number = 0; number < HELD; number++) {
                held.add(leads.stand("held-" + number));
            }
            for (Election election : held) {
                require(election.awaitLeadership(LIMIT).isPresent());
            }
            perSecond(HELD + " elections led", SETTLED);
        }
    }

    private void crowd() throws Exception {
        List<Candidate> all = new ArrayList<>();
        try {
            for (int number = 0; number < CROWD; number++) {
                Candidate next = candidate("node-" + number);
                all.add(next);
                Election election = next.stand("crowd");
                require(election.awaitAttempt(Instant.EPOCH, LIMIT).isPresent());
            }
            LockSupport.parkNanos(SETTLED.multipliedBy(2).toNanos());
            for (int round = 0; round < 3; round++) {
                long idle = during(Duration.ofSeconds(1));
                Election led = all.stream()
                        .flatMap(each -> each.elections().stream())
                        .filter(Election::isLeader)
                        .findFirst()
                        .orElseThrow();
                led.resign();
                System.out.printf(
                        Locale.ROOT,
                        "%-45s %8d round trips, %d in the second before%n",
                        "the second after a hand-over among " + CROWD,
                        during(Duration.ofSeconds(1)),
                        idle);
                LockSupport.parkNanos(SETTLED.toNanos());
            }
        } finally {
            all.parallelStream().forEach(Candidate::close);
        }
    }

    private static void lead(Candidate candidate, String election) throws InterruptedException {
        require(candidate.stand(election).awaitLeadership(LIMIT).isPresent());
    }

    private static void require(boolean led) {
        if (!led) {
            throw new IllegalStateException("nobody leads after " + LIMIT);
        }
    }

    private void perSecond(String what, Duration settled) throws Exception {
        LockSupport.parkNanos(settled.toNanos());
        double trips = during(MEASURED);
        System.out.printf(
                Locale.ROOT,
                "%-45s %8.2f round trips/s, %d threads%n",
                what,
                trips / MEASURED.toSeconds(),
                ManyElections.threads());
    }

    /** The statistics of PostgreSQL are a second behind at most. */
    private long during(Duration length) throws Exception {
        long before = server.commands();
        LockSupport.parkNanos(length.toNanos());
        return server.commands() - before;
    }
}
