package dev.tenure.spring;

import dev.tenure.ElectionBuilder;

/** A bean that adds hooks, or a limit for silent work, each time before this process stands in an election. */
@FunctionalInterface
public interface ElectionCustomizer {

    /** Changes how this process stands in the election of that name. */
    void customize(String election, ElectionBuilder builder);
}
