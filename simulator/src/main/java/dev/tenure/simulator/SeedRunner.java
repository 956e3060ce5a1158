package dev.tenure.simulator;

import dev.tenure.simulator.scenario.RunOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs many seeds on all processors. The summary does not depend on the order in which they finish. */
final class SeedRunner {
    private static final int SLICE = 50;

    private SeedRunner() {}

    /** Runs a range of seeds and sums up the results. */
    static RunSummary run(long from, long seeds, RunOptions options) {
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Future<RunSummary>> slices = new ArrayList<>();
            for (long first = from; first < from + seeds; first += SLICE) {
                long start = first;
                long end = Math.min(first + SLICE, from + seeds);
                Callable<RunSummary> slice = () -> slice(start, end, options);
                slices.add(threads.submit(slice));
            }
            RunSummary summary = new RunSummary();
            for (Future<RunSummary> slice : slices) {
                summary.add(slice.get());
            }
            return summary;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the simulator itself failed", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static RunSummary slice(long start, long end, RunOptions options) {
        RunSummary summary = new RunSummary();
        for (long seed = start; seed < end; seed++) {
            summary.add(Simulation.run(seed, options));
        }
        return summary;
    }
}
