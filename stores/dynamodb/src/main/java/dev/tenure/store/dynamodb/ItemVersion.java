package dev.tenure.store.dynamodb;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The attributes of an item that tell its writes apart: a version from which a condition can be built.
 *
 * @param sortKey which of the two items
 * @param seen the attributes that were there and tell its writes apart; empty if there was no such item
 */
record ItemVersion(String sortKey, Map<String, AttributeValue> seen) {
    private static final Map<String, List<String>> TELLING = Map.of(
            Attributes.LOCK,
            List.of(Attributes.OWNER, Attributes.END, Attributes.TERM, Attributes.RENEWAL, Attributes.ATTEMPT),
            Attributes.TOKEN,
            List.of(Attributes.TERM, Attributes.STATE));

    /** Stands for an item that has none of these attributes, which is not the same as a missing item. */
    private static final String PRESENT = "present";

    private static final String FIELD = ";";
    private static final String TEXT = "=S:";
    private static final String NUMBER = "=N:";
    private static final String OTHER = "=?:";

    /** Returns the version of a missing item. */
    static ItemVersion absent(String sortKey) {
        return new ItemVersion(sortKey, Map.of());
    }

    /** Returns the version of an item that was read or is about to be written. */
    static ItemVersion of(String sortKey, Item item) {
        Map<String, AttributeValue> seen = new LinkedHashMap<>();
        for (String attribute : telling(sortKey)) {
            AttributeValue value = item.value(attribute);
            if (value != null) {
                seen.put(attribute, value);
            }
        }
        if (seen.isEmpty() && !item.isAbsent()) {
            seen.put(Attributes.SORT_KEY, Item.text(sortKey));
        }
        return new ItemVersion(sortKey, seen);
    }

    /** Returns the version with this text, or null if it is not from this store, or of no record. */
    static @Nullable ItemVersion parse(String version) {
        String[] fields = version.split(FIELD, -1);
        if (!TELLING.containsKey(fields[0]) || fields.length < 2) {
            return null;
        }
        Map<String, AttributeValue> seen = new LinkedHashMap<>();
        for (int i = 1; i < fields.length; i++) {
            if (fields[i].equals(PRESENT)) {
                seen.put(Attributes.SORT_KEY, Item.text(fields[0]));
            } else {
                int equals = fields[i].indexOf('=');
                String kind = fields[i].substring(equals, equals + TEXT.length());
                String value = URLDecoder.decode(fields[i].substring(equals + TEXT.length()), StandardCharsets.UTF_8);
                seen.put(fields[i].substring(0, equals), value(kind, value));
            }
        }
        return new ItemVersion(fields[0], seen);
    }

    private static AttributeValue value(String kind, String value) {
        return switch (kind) {
            case NUMBER -> AttributeValue.fromN(value);
            case TEXT -> AttributeValue.fromS(value);
            default -> AttributeValue.fromL(List.of(AttributeValue.fromS(value))); // never compared, see condition
        };
    }

    /** Returns this version as text. */
    String version() {
        StringBuilder text = new StringBuilder(sortKey);
        seen.forEach((attribute, value) -> text.append(FIELD)
                .append(attribute.equals(Attributes.SORT_KEY) ? PRESENT : attribute + written(value)));
        return text.toString();
    }

    private static String written(AttributeValue value) {
        if (value.n() != null) {
            return NUMBER + URLEncoder.encode(value.n(), StandardCharsets.UTF_8);
        }
        return value.s() != null ? TEXT + URLEncoder.encode(value.s(), StandardCharsets.UTF_8) : OTHER + value.type();
    }

    boolean isAbsent() {
        return seen.isEmpty();
    }

    /** Returns the number of an attribute in this version, or zero. */
    long number(String attribute) {
        return new Item(seen).numberOrZero(attribute);
    }

    /** Returns the token in this version, or zero. */
    long token() {
        return new Item(seen).tokenOrZero();
    }

    /** Returns the condition that the item still has this version. */
    ItemCondition condition() {
        if (isAbsent()) {
            return ItemCondition.absent();
        }
        ItemCondition condition = ItemCondition.present();
        for (String attribute : telling(sortKey)) {
            AttributeValue value = seen.get(attribute);
            if (value == null) {
                condition = condition.andMissing(attribute);
            } else if (value.n() == null && value.s() == null) {
                condition = condition.andNeither(attribute);
            } else {
                condition = condition.andEquals(attribute, value);
            }
        }
        return condition;
    }

    private static List<String> telling(String sortKey) {
        return TELLING.getOrDefault(sortKey, List.of());
    }
}
