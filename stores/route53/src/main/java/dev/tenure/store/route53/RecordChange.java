package dev.tenure.store.route53;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.route53.model.Change;
import software.amazon.awssdk.services.route53.model.ChangeAction;

/**
 * The replacement of the records of an election, which Route53 refuses if they changed: it deletes only exact matches,
 * creates only missing records, and carries out a whole batch or nothing.
 *
 * @param lockName the name of the lock record
 * @param sideName the name of the side record
 * @param before the records as they must be
 * @param after the records as they shall be
 */
record RecordChange(String lockName, String sideName, ElectionRecords before, ElectionRecords after) {

    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        add(changes, ChangeAction.DELETE, lockName, before.lock());
        add(changes, ChangeAction.DELETE, sideName, before.side());
        add(changes, ChangeAction.CREATE, lockName, after.lock());
        add(changes, ChangeAction.CREATE, sideName, after.side());
        return changes;
    }

    private static void add(List<Change> changes, ChangeAction action, String name, @Nullable TxtRecord record) {
        if (record != null) {
            changes.add(Change.builder()
                    .action(action)
                    .resourceRecordSet(record.under(name))
                    .build());
        }
    }

    /** Returns how many values are sent, which Route53 limits. */
    int count() {
        return sizes().size();
    }

    /** Returns how many characters these values have, which Route53 limits as well. */
    int characters() {
        return sizes().stream().mapToInt(Integer::intValue).sum();
    }

    private List<Integer> sizes() {
        List<Integer> sizes = new ArrayList<>();
        for (TxtRecord record : new @Nullable TxtRecord[] {before.lock(), before.side(), after.lock(), after.side()}) {
            if (record != null) {
                record.values().forEach(value -> sizes.add(value.length()));
            }
        }
        return sizes;
    }

    /** Tells whether a refusal names one of these records. */
    boolean isNamedIn(String words) {
        return isNamedIn(words, lockName) || isNamedIn(words, sideName);
    }

    /** Finds a name with or without quotes, as both are documented, but not as the end of another name. */
    private static boolean isNamedIn(String words, String name) {
        return Pattern.compile("(?<![\\w.\\\\-])" + Pattern.quote(name) + "\\.(?![\\w-])")
                .matcher(words)
                .find();
    }
}
