package dev.tenure.store.route53;

/** What is left of one change batch, of which Route53 limits the values and their characters. Not thread-safe. */
final class BatchCapacity {
    private static final int MOST_VALUES = 1_000;
    private static final int MOST_CHARACTERS = 32_000;

    private int values;
    private int characters;

    /** Takes the room that an edit needs, if there is so much. */
    boolean take(RecordChange edit) {
        boolean fits = values + edit.count() <= MOST_VALUES && characters + edit.characters() <= MOST_CHARACTERS;
        if (fits) {
            values += edit.count();
            characters += edit.characters();
        }
        return fits;
    }
}
