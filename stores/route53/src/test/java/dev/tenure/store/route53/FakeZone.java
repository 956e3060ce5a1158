package dev.tenure.store.route53;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The records of one hosted zone, and the rules by which Route53 changes and lists them. Thread-safe. */
final class FakeZone {
    static final int MOST_RECORDS = 1_000;
    static final int MOST_CHARACTERS = 32_000;

    private final String name;
    private TreeMap<Key, RecordSet> sets = new TreeMap<>();

    /** What tells record sets apart, in the order in which they are listed. */
    record Key(String sortKey, String type, String identifier) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Comparator.comparing(Key::sortKey)
                    .thenComparing(Key::type)
                    .thenComparing(Key::identifier)
                    .compare(this, other);
        }
    }

    /** A record set; its name as Route53 keeps it. An identifier is that of a routing policy, by weight. */
    record RecordSet(String name, String type, String identifier, long ttl, List<String> values) {
        Key key() {
            return new Key(FakeName.sortKey(name), type, identifier);
        }

        boolean isSameAs(RecordSet other) {
            return ttl == other.ttl && new TreeSet<>(values).equals(new TreeSet<>(other.values));
        }

        String words() {
            return "resource record set [name='" + name + "', type='" + type + "'"
                    + (identifier.isEmpty() ? "" : ", set identifier='" + identifier + "'") + "]";
        }
    }

    /** One change of a batch. */
    record Change(String action, RecordSet set) {}

    FakeZone(String name) {
        this.name = FakeName.normal(name);
    }

    String name() {
        return name;
    }

    /** Makes all changes and returns an empty list, or makes none and returns the errors. */
    synchronized List<String> change(List<Change> batch) {
        List<String> problems = new ArrayList<>(limits(batch));
        TreeMap<Key, RecordSet> after = new TreeMap<>(sets);
        for (Change change : batch) {
            String problem = apply(change, after);
            if (problem != null) {
                problems.add(problem);
            }
        }
        if (problems.isEmpty()) {
            sets = after;
        }
        return problems;
    }

    private static List<String> limits(List<Change> batch) {
        long records = 0;
        long characters = 0;
        for (Change change : batch) {
            int weight = change.action().equals("UPSERT") ? 2 : 1;
            records += (long) weight * change.set().values().size();
            characters += (long) weight
                    * change.set().values().stream().mapToInt(String::length).sum();
        }
        List<String> problems = new ArrayList<>();
        if (records > MOST_RECORDS) {
            problems.add("Number of records limit of " + MOST_RECORDS + " exceeded.");
        }
        if (characters > MOST_CHARACTERS) {
            problems.add("Maximum number of characters in all values of " + MOST_CHARACTERS + " exceeded.");
        }
        return problems;
    }

    private @Nullable String apply(Change change, Map<Key, RecordSet> after) {
        RecordSet set = change.set();
        if (!set.name().equals(name) && !set.name().endsWith("." + name)) {
            return "RRSet with DNS name " + set.name() + " is not permitted in zone " + name;
        }
        if (set.type().equals("TXT") && !set.values().stream().allMatch(FakeZone::isText)) {
            return "Invalid Resource Record: 'FATAL problem: InvalidCharacterString (Value should be enclosed in"
                    + " quotation marks) encountered with '" + set.values() + "''";
        }
        RecordSet there = after.get(set.key());
        switch (change.action()) {
            case "CREATE" -> {
                if (there != null) {
                    return "Tried to create " + set.words() + " but it already exists";
                }
                after.put(set.key(), set);
            }
            case "DELETE" -> {
                if (there == null) {
                    return "Tried to delete " + set.words() + " but it was not found";
                }
                if (!there.isSameAs(set)) {
                    return "Tried to delete " + set.words()
                            + " but the values provided do not match the current values";
                }
                after.remove(set.key());
            }
            default -> after.put(set.key(), set);
        }
        return null;
    }

    /** Quoted strings of at most 255 characters, with blanks between them, 4,000 characters in all. */
    private static boolean isText(String value) {
        String unescaped = value.replaceAll("\\\\.", "x"); // first: a choice in a repetition would fill the stack
        return unescaped.matches("\"[^\"\\\\]{0,255}\"( +\"[^\"\\\\]{0,255}\")*") && value.length() <= 4_000;
    }

    /** Returns the record sets from this name and type on, or from the first if there is no name. */
    synchronized List<RecordSet> from(@Nullable String startName, @Nullable String startType) {
        if (startName == null) {
            return List.copyOf(sets.values());
        }
        Key start = new Key(FakeName.sortKey(FakeName.normal(startName)), startType == null ? "" : startType, "");
        return List.copyOf(sets.tailMap(start, true).values());
    }

    /** Returns the only set of this name and type as it is kept, or null. */
    synchronized @Nullable RecordSet get(String sent, String type) {
        return sets.get(new Key(FakeName.sortKey(FakeName.normal(sent)), type, ""));
    }

    /** Puts a record like a person at the console, over any other. */
    synchronized void put(String sent, String type, long ttl, String... values) {
        RecordSet set = new RecordSet(FakeName.normal(sent), type, "", ttl, List.of(values));
        sets.put(set.key(), set);
    }

    /** Removes a record like a person at the console. */
    synchronized void remove(String sent, String type) {
        sets.remove(new Key(FakeName.sortKey(FakeName.normal(sent)), type, ""));
    }

    synchronized int size() {
        return sets.size();
    }
}
