package dev.tenure.store.route53;

/** Counts the room left in a change batch: Route53 limits its values and their characters. Not thread-safe. */
final class BatchCapacity {
    private static final int MOST_VALUES = 1_000;
    private static final int MOST_CHARACTERS = 32_000;

    private int values;
    private int characters;

    /** Takes the room that a change needs, if there is enough. */
    boolean take(RecordChange edit) {
        boolean fits = values + edit.count() <= MOST_VALUES && characters + edit.characters() <= MOST_CHARACTERS;
        if (fits) {
            values += edit.count();
            characters += edit.characters();
        }
        return fits;
    }
}
