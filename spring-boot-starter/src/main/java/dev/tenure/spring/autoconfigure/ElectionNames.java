package dev.tenure.spring.autoconfigure;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** The names in {@code tenure.elections}, which are needed before there are beans. */
final class ElectionNames {
    static final String PROPERTY = "tenure.elections";

    private ElectionNames() {}

    /** Returns the names, in their order. */
    static Set<String> in(Environment environment) {
        List<String> names = Binder.get(environment)
                .bind(PROPERTY, Bindable.listOf(String.class))
                .orElse(List.of());
        Set<String> unique = new LinkedHashSet<>();
        for (String name : names) {
            if (name.isBlank()) {
                throw new TenureRefusedException(
                        PROPERTY + " has a blank name in it", "Give each election a name, or leave it out.", null);
            }
            if (!unique.add(name)) {
                throw new TenureRefusedException(
                        PROPERTY + " has '" + name + "' twice", "Name each election once.", null);
            }
        }
        return unique;
    }

    /**
     * Returns why an annotation that says this, or nothing, means none of the configured elections; null if it does.
     */
    static @Nullable String problem(String named, Set<String> elections) {
        if (named.isEmpty() && elections.size() != 1) {
            return "it names no election, and tenure.elections has " + (elections.isEmpty() ? "none" : "several");
        }
        if (!named.isEmpty() && !elections.contains(named)) {
            return "its election '" + named + "' is not in tenure.elections"
                    + (elections.isEmpty() ? "" : ", which has " + String.join(", ", elections));
        }
        return null;
    }

    /** Returns the election that an annotation means. */
    static String choose(String named, Set<String> elections) {
        return named.isEmpty() ? elections.iterator().next() : named;
    }
}
