package dev.tenure.store.dynamodb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An update of an item with its condition, as DynamoDB expressions.
 *
 * @param keys which item
 * @param expression what is set; an address that is not given is removed
 * @param names what the {@code #names} of both stand for
 * @param values what the {@code :values} of both stand for
 */
record ItemUpdate(
        Map<String, AttributeValue> keys,
        String expression,
        Map<String, String> names,
        Map<String, AttributeValue> values) {
    private static final List<String> KEYS = List.of(Attributes.PARTITION_KEY, Attributes.SORT_KEY);

    /** Returns the conditional update that gives the item all these attributes. */
    static ItemUpdate of(Item item, ItemCondition condition) {
        Map<String, String> names = new HashMap<>(condition.names());
        Map<String, AttributeValue> values = new HashMap<>(condition.values());
        Map<String, AttributeValue> keys = new HashMap<>();
        List<String> sets = new ArrayList<>();
        item.attributes().forEach((attribute, value) -> {
            if (KEYS.contains(attribute)) {
                keys.put(attribute, value);
            } else {
                names.put("#" + attribute, attribute);
                values.put(":new_" + attribute, value);
                sets.add("#" + attribute + " = :new_" + attribute);
            }
        });
        String set = "SET " + String.join(", ", sets);
        if (item.has(Attributes.ADDRESS)) {
            return new ItemUpdate(keys, set, names, values);
        }
        names.put("#" + Attributes.ADDRESS, Attributes.ADDRESS);
        return new ItemUpdate(keys, set + " REMOVE #" + Attributes.ADDRESS, names, values);
    }
}
