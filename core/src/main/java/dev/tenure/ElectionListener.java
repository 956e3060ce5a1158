package dev.tenure;

/** Hears what happens in an election, one event at a time, in order, on a thread of Tenure's own. */
@FunctionalInterface
public interface ElectionListener {

    /** Takes one event. What it throws is reported and stops nothing; while it blocks, only this listener waits. */
    void on(ElectionEvent event);
}
