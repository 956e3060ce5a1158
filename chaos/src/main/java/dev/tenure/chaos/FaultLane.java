package dev.tenure.chaos;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Injects one random fault after the other, until it is told to end; then repairs the last one. */
final class FaultLane implements Runnable {
    private final Random random;
    private final Function<Random, Fault> draw;
    private final Duration mostLength;
    private final Duration mostPause;
    private final FaultLog log;
    private final CountDownLatch end;

    /**
     * Prepares a lane.
     *
     * @param draw draws the next fault
     * @param mostLength the longest time that a fault lasts
     * @param mostPause the longest time between two faults
     * @param end counted down when the run ends
     */
    FaultLane(
            Random random,
            Function<Random, Fault> draw,
            Duration mostLength,
            Duration mostPause,
            FaultLog log,
            CountDownLatch end) {
        this.random = random;
        this.draw = draw;
        this.mostLength = mostLength;
        this.mostPause = mostPause;
        this.log = log;
        this.end = end;
    }

    @Override
    public void run() {
        try {
            while (!isOverAfter(mostPause)) {
                inject(draw.apply(random));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void inject(Fault fault) throws InterruptedException {
        log.begins(fault.kind());
        attempt(fault.kind(), fault.begin());
        if (fault.lasts()) {
            isOverAfter(mostLength);
        }
        attempt(fault.kind(), fault.end());
        log.ends(fault.kind());
    }

    private void attempt(String kind, Fault.Step step) throws InterruptedException {
        try {
            step.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            log.fails(kind, e);
        }
    }

    /** Waits for a random time, at most the given one, or until the run ends. */
    private boolean isOverAfter(Duration most) throws InterruptedException {
        return end.await(random.nextInt(Math.toIntExact(most.toMillis())), TimeUnit.MILLISECONDS);
    }
}
