package dev.tenure.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Does something again and again, and measures how long it takes once it is warm. */
final class Rounds {
    private Rounds() {}

    /** One round; returns how many nanoseconds of it count. */
    interface Round {
        long run(int number) throws Exception;
    }

    /** Something of which all counts. */
    interface Step {
        void run(int number) throws Exception;
    }

    /** Returns how long the rounds took that came after those that only warm up; all are numbered from 0. */
    static Percentiles of(int warmUp, int rounds, Round round) throws Exception {
        List<Long> nanos = new ArrayList<>();
        for (int number = 0; number < warmUp + rounds; number++) {
            long took = round.run(number);
            if (number >= warmUp) {
                nanos.add(took);
            }
        }
        return Percentiles.of(nanos);
    }

    /** Returns how long the steps took. */
    static Percentiles timed(int warmUp, int rounds, Step step) throws Exception {
        return of(warmUp, rounds, number -> {
            long start = System.nanoTime();
            step.run(number);
            return System.nanoTime() - start;
        });
    }

    /** Takes the steps in turn, so that what else the machine does hits all alike, and prints a row for each. */
    static void printInTurn(int warmUp, int rounds, Map<String, Step> steps) throws Exception {
        Map<String, List<Long>> nanos = new LinkedHashMap<>();
        for (int number = 0; number < warmUp + rounds; number++) {
            for (Map.Entry<String, Step> step : steps.entrySet()) {
                long start = System.nanoTime();
                step.getValue().run(number);
                long took = System.nanoTime() - start;
                if (number >= warmUp) {
                    nanos.computeIfAbsent(step.getKey(), unused -> new ArrayList<>())
                            .add(took);
                }
            }
        }
        nanos.forEach((what, took) -> Percentiles.of(took).print(what));
    }
}
