package dev.tenure.store.support;

import java.util.Locale;

/** How a store spells the names of fields. The formats of this package name them in camel case. */
public enum NameStyle {
    /** {@code reservedFor}. */
    CAMEL(""),
    /** {@code reserved-for}. */
    HYPHEN("-"),
    /** {@code reserved_for}. */
    SNAKE("_");

    private final String separator;

    NameStyle(String separator) {
        this.separator = separator;
    }

    /** Returns a name in camel case as this style spells it. */
    public String spell(String name) {
        return this == CAMEL ? name : name.replaceAll("(?=[A-Z])", separator).toLowerCase(Locale.ROOT);
    }
}
