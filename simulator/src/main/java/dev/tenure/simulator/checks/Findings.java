package dev.tenure.simulator.checks;

import java.util.ArrayList;
import java.util.List;

/** Collects the findings of a run. A run stops at its first finding, because later ones may only follow from it. */
public final class Findings {
    private final List<Finding> all = new ArrayList<>();

    public void add(Check check, long atNanos, String text) {
        all.add(new Finding(check, atNanos, text));
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public List<Finding> all() {
        return List.copyOf(all);
    }
}
