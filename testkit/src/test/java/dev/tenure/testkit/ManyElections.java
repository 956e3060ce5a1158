package dev.tenure.testkit;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands in very many elections with one candidate, and prints what that costs: threads, and heap for each election.
 *
 * <p>Heap is measured as what is freed when the candidate is closed; the records in the store stay.
 */
final class ManyElections {
    private static final int MANY = 10_000;
    private static final int COLLECTIONS = 8;

    private ManyElections() {}

    public static void main(String[] arguments) throws InterruptedException {
        measure(
                arguments.length > 0 ? Integer.parseInt(arguments[0]) : MANY,
                Timing.balanced().ttl(),
                System.out);
    }

    /** What it costs to lead many elections: how many are led, the threads of Tenure's, and the heap of everything. */
    private record Costs(long led, long threads, long heap) {}

    /**
     * Leads so many elections, lets them be idle for a while, prints the costs, and returns how many threads of
     * Tenure's there were.
     */
    static long measure(int count, Duration idle, PrintStream out) throws InterruptedException {
        MemoryStore store = new MemoryStore(TimeSource.system());
        Costs costs = lead(store, count, idle);
        long each = (costs.heap() - usedHeap()) / count;
        boolean kept = store.snapshot("election-0").sighting() instanceof Sighting.Released; // its records stay
        out.printf(
                "elections=%d leading=%d threads=%d heap_per_election=%d records_kept=%s%n",
                count, costs.led(), costs.threads(), each, kept);
        return costs.threads();
    }

    private static Costs lead(MemoryStore store, int count, Duration idle) throws InterruptedException {
        try (Candidate node = Candidate.on(store).timing(Timing.balanced()).start()) {
            List<Election> elections = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                elections.add(node.stand("election-" + i));
            }
            long led = 0;
            for (Election election : elections) {
                led += election.awaitLeadership(Duration.ofMinutes(1)).isPresent() ? 1 : 0;
            }
            elections.get(0).awaitAttempt(Instant.MAX, idle); // which never comes
            return new Costs(led, threads(), usedHeap());
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tenure-"))
                .count();
    }

    /** Renewals make garbage all the time, so the least of a few looks is the true one. */
    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            runtime.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
