package dev.tenure.fence.jdbc;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/** What names a fence takes: those of rows fit into their columns, and those of tables need no quotes. */
final class Names {
    /** As many characters as an index of every supported database holds. */
    static final int LONGEST = 190;

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");

    private Names() {}

    static String resource(String name) {
        return fitting(name, "resource");
    }

    static String election(String name) {
        return fitting(name, "election");
    }

    private static String fitting(String name, String what) {
        if (requireNonNull(name, what).isBlank() || name.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "the name of the " + what + " has " + name.length() + " characters: a fence takes 1 to " + LONGEST);
        }
        if (name.endsWith(" ")) {
            throw new IllegalArgumentException("the name of the " + what + " ends in a space, which MariaDB and MySQL"
                    + " do not see: '" + name + "': leave it out");
        }
        return name;
    }

    static String identifier(String name) {
        if (!IDENTIFIER.matcher(requireNonNull(name, "name")).matches()) {
            throw new IllegalArgumentException("'" + name + "' is no plain name of a table, such as accounts or"
                    + " ops.accounts: letters, digits, underscores and one dot");
        }
        return name;
    }
}
