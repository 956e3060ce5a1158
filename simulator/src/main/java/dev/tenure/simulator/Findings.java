package dev.tenure.simulator;

import java.util.ArrayList;
import java.util.List;

/** Where checkers report. A run ends with its first finding: what follows from it teaches nothing. */
final class Findings {
    private final List<Finding> all = new ArrayList<>();

    void add(Check check, long atNanos, String text) {
        all.add(new Finding(check, atNanos, text));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<Finding> all() {
        return List.copyOf(all);
    }
}
