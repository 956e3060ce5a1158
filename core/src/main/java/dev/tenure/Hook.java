package dev.tenure;

/** Something to be done once at the beginning or the end of a term. */
@FunctionalInterface
public interface Hook {

    /** Does it, on a thread of Tenure's own. What it throws is reported and stops nothing but, if it may, the term. */
    void run(Term term) throws Exception;
}
