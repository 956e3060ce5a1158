package dev.tenure.store.postgres.sql;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills the {@code {place}}s of a statement. */
public final class SqlTemplate {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

    private SqlTemplate() {}

    /** Returns the statement with each place filled in. Text that was filled in is not searched for places. */
    public static String fill(String statement, UnaryOperator<String> filling) {
        return PLACE.matcher(statement).replaceAll(place -> Matcher.quoteReplacement(filling.apply(place.group(1))));
    }
}
