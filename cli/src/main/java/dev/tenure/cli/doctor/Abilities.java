package dev.tenure.cli.doctor;

import dev.tenure.spi.Capability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Says what a store can do besides keeping leases, in the words of the table of abilities in {@code README.md}. */
public final class Abilities {
    /** One line for each; an ability without one is called by its name. */
    private static final Map<Capability, String> WORDS = new EnumMap<>(Map.of(
            Capability.ROSTER, "roster: preference, transfer, shards",
            Capability.REQUESTS, "requests",
            Capability.HISTORY, "history",
            Capability.BATON, "baton: saved state, leadAt",
            Capability.LISTING, "list of elections",
            Capability.WATCH, "wake-ups",
            Capability.BATCH, "batched renewals",
            Capability.SUCCESSION, "hand-over without a look",
            Capability.STORE_CLOCK, "clock of its own"));

    /** What applications ask for by name comes first. */
    private static final List<Capability> FIRST = List.of(
            Capability.ROSTER,
            Capability.REQUESTS,
            Capability.HISTORY,
            Capability.BATON,
            Capability.LISTING,
            Capability.WATCH);

    private Abilities() {}

    /** Returns all abilities in the order of the table. */
    public static List<Capability> inOrder() {
        List<Capability> all = new ArrayList<>(Arrays.asList(Capability.values()));
        all.sort(Comparator.comparingInt(ability -> FIRST.contains(ability) ? FIRST.indexOf(ability) : FIRST.size()));
        return all;
    }

    /** Returns what an ability is called. */
    public static String word(Capability ability) {
        return WORDS.getOrDefault(
                ability, ability.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    /** Returns a sentence about a store with these abilities: what it has, and what is refused there. */
    static String sentence(Set<Capability> present) {
        String lacking = inOrder().stream()
                .filter(ability -> !present.contains(ability))
                .map(Abilities::word)
                .collect(Collectors.joining("; "));
        String has = inOrder().stream()
                .filter(present::contains)
                .map(ability -> "; " + word(ability))
                .collect(Collectors.joining("", "leases", ""));
        return lacking.isEmpty() ? has : has + " (not here: " + lacking + ")";
    }
}
