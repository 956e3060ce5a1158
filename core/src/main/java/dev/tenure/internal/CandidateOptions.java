package dev.tenure.internal;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The options of a candidate that are fixed when it starts.
 *
 * @param version the version of its service, or empty
 * @param prefersNewest whether candidates with newer versions should lead
 * @param grace how long work that was asked to finish may go on
 * @param closesStore whether the store is closed with the candidate
 * @param releasesOnShutdown whether a JVM that shuts down normally closes the candidate first
 * @param ableToLead tells whether the candidate could lead, or null if it always could
 */
public record CandidateOptions(
        String version,
        boolean prefersNewest,
        Duration grace,
        boolean closesStore,
        boolean releasesOnShutdown,
        @Nullable BooleanSupplier ableToLead) {}
