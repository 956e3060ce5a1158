package dev.tenure.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs many seeds, on all processors. The order of results is the order of seeds. */
final class Batch {
    private static final int SLICE = 50;

    private Batch() {}

    /** Runs the seeds from the given one on, and adds them up. */
    static Summary run(long from, long seeds, Options options) {
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Future<Summary>> slices = new ArrayList<>();
            for (long first = from; first < from + seeds; first += SLICE) {
                long start = first;
                long end = Math.min(first + SLICE, from + seeds);
                Callable<Summary> slice = () -> slice(start, end, options);
                slices.add(threads.submit(slice));
            }
            Summary summary = new Summary();
            for (Future<Summary> slice : slices) {
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

    private static Summary slice(long start, long end, Options options) {
        Summary summary = new Summary();
        for (long seed = start; seed < end; seed++) {
            summary.add(Simulation.run(seed, options));
        }
        return summary;
    }
}
