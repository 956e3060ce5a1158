package dev.tenure.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a store answers to a {@link Round}.
 *
 * @param renewals for each renewal, in the same order, its outcome, or empty if it was skipped
 * @param claims for each claim, in the same order, its answer, or empty if it was skipped
 * @param rosters the entries of each roster; one that alone failed may be missing
 * @param requests the last request for each election that has one; one that alone could not be read may be missing
 * @param sightings what the record of each election shows; one that alone failed may be missing
 */
public record RoundAnswer(
        List<Optional<Renewal>> renewals,
        List<Optional<Answer>> claims,
        Map<String, List<RosterEntry>> rosters,
        Map<String, Request> requests,
        Map<String, Sighting> sightings) {}
