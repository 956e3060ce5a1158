package dev.tenure.spring;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionBuilder;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The elections of {@code tenure.elections}. They can be injected and subscribed to while the application starts, and
 * are stood in once it is ready. Thread-safe.
 */
public final class ConfiguredElections {
    private final Map<String, DeferredElection> elections = new LinkedHashMap<>();
    private final Candidate candidate;

    /** Makes the elections, and stands in none yet. */
    public ConfiguredElections(Candidate candidate, List<String> names, List<ElectionCustomizer> customizers) {
        this.candidate = candidate;
        for (String name : names) {
            elections.put(name, new DeferredElection(name, () -> {
                ElectionBuilder builder = candidate.prepare(name);
                customizers.forEach(customizer -> customizer.customize(name, builder));
                return builder.stand();
            }));
        }
    }

    /** Returns the candidate that stands in them. */
    public Candidate candidate() {
        return candidate;
    }

    /** Returns all of them, in the order of the configuration. */
    public Collection<Election> all() {
        return List.copyOf(elections.values());
    }

    /**
     * Returns the election of that name.
     *
     * @throws IllegalArgumentException if it is not configured
     */
    public Election get(String name) {
        Election election = elections.get(name);
        if (election == null) {
            throw new IllegalArgumentException(
                    "there is no election '" + name + "': add it to tenure.elections, which has "
                            + (elections.isEmpty() ? "none" : String.join(", ", elections.keySet())));
        }
        return election;
    }

    /** Stands in all of them, where this process does not already. */
    public void stand() {
        elections.values().forEach(DeferredElection::stand);
    }

    /** Ends the terms in good order and stands in none any more, until {@link #stand} is called again. */
    public void withdraw() {
        elections.values().forEach(DeferredElection::withdraw);
    }
}
