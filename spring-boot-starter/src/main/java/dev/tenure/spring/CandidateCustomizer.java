package dev.tenure.spring;

import dev.tenure.CandidateBuilder;

/** A bean that sets what has no property, such as {@link CandidateBuilder#ableToLead}, before the candidate starts. */
@FunctionalInterface
public interface CandidateCustomizer {

    /** Changes how the candidate is built. */
    void customize(CandidateBuilder builder);
}
