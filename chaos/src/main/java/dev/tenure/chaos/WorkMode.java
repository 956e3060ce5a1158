package dev.tenure.chaos;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How the work of a leader ends. */
enum WorkMode {
    /** It asks before each step whether its term is current, as work should. */
    CHECKED,

    /** It never asks, and ends when it is interrupted. */
    INTERRUPTED,

    /** It never ends. To show that a run can fail. */
    DEAF;

    static WorkMode parse(String word) {
        return Arrays.stream(values())
                .filter(mode -> mode.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("work is one of " + words() + ", not '" + word + "'"));
    }

    static List<String> words() {
        return Arrays.stream(values()).map(WorkMode::word).toList();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
