package dev.tenure.store.dynamodb;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition on an item, as a DynamoDB expression. Every name is replaced, because many are reserved words.
 *
 * @param expression the condition itself
 * @param names what its {@code #names} stand for
 * @param values what its {@code :values} stand for; none of them begins with {@code :new}
 */
record ItemCondition(String expression, Map<String, String> names, Map<String, AttributeValue> values) {
    ItemCondition {
        names = Map.copyOf(names);
        values = Map.copyOf(values);
    }

    static ItemCondition absent() {
        return existence("attribute_not_exists(#pk)");
    }

    static ItemCondition present() {
        return existence("attribute_exists(#pk)");
    }

    /** Returns a condition that is never true, to check a permission without writing. */
    static ItemCondition impossible() {
        return existence("attribute_exists(#pk) AND attribute_not_exists(#pk)");
    }

    private static ItemCondition existence(String expression) {
        return new ItemCondition(expression, Map.of("#pk", Attributes.PARTITION_KEY), Map.of());
    }

    ItemCondition andEquals(String attribute, AttributeValue value) {
        Map<String, AttributeValue> more = new HashMap<>(values);
        more.put(":" + attribute, value);
        return and("#" + attribute + " = :" + attribute, attribute, more);
    }

    ItemCondition andMissing(String attribute) {
        return and("attribute_not_exists(#" + attribute + ")", attribute, values);
    }

    /** Adds that the attribute is a number between these two, both included. */
    ItemCondition andBetween(String attribute, long least, long most) {
        Map<String, AttributeValue> more = new HashMap<>(values);
        more.put(":least_" + attribute, Item.number(least));
        more.put(":most_" + attribute, Item.number(most));
        return and("#" + attribute + " BETWEEN :least_" + attribute + " AND :most_" + attribute, attribute, more);
    }

    /** Adds that the attribute is missing, or the item fulfils the other condition. */
    ItemCondition andMissingOr(String attribute, ItemCondition other) {
        Map<String, String> moreNames = new HashMap<>(other.names);
        moreNames.putAll(names);
        Map<String, AttributeValue> more = new HashMap<>(other.values);
        more.putAll(values);
        ItemCondition both = new ItemCondition(expression, moreNames, more);
        return both.and("(attribute_not_exists(#" + attribute + ") OR (" + other.expression + "))", attribute, more);
    }

    /** Adds that the attribute exists, but is neither a string nor a number. */
    ItemCondition andNeither(String attribute) {
        Map<String, AttributeValue> more = new HashMap<>(values);
        more.put(":string", AttributeValue.fromS("S"));
        more.put(":number", AttributeValue.fromS("N"));
        String name = "#" + attribute;
        return and(
                "attribute_exists(" + name + ") AND NOT attribute_type(" + name + ", :string) AND NOT attribute_type("
                        + name + ", :number)",
                attribute,
                more);
    }

    /** Returns the condition that there is no item, or one that fulfils this condition. */
    ItemCondition orAbsent() {
        return new ItemCondition("attribute_not_exists(#pk) OR (" + expression + ")", names, values);
    }

    private ItemCondition and(String also, String attribute, Map<String, AttributeValue> more) {
        Map<String, String> moreNames = new HashMap<>(names);
        moreNames.put("#" + attribute, attribute);
        return new ItemCondition(expression + " AND " + also, moreNames, more);
    }
}
