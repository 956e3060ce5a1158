package dev.tenure.store.dynamodb;

import dev.tenure.spi.Lease;
import dev.tenure.store.support.UnreadableRecordException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The attributes of one item; reading a wrong attribute fails with a message that says what is wrong.
 *
 * @param attributes as DynamoDB has them; empty if there is no item
 */
record Item(Map<String, AttributeValue> attributes) {
    static final Item ABSENT = new Item(Map.of());

    Item {
        attributes = Map.copyOf(attributes);
    }

    /** Returns an item of an election that has only its keys. */
    static Item of(String election, String sortKey) {
        return new Item(Map.of(
                Attributes.PARTITION_KEY, text(Attributes.PARTITION_PREFIX + election),
                Attributes.SORT_KEY, text(sortKey)));
    }

    static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    /** Returns the number as an attribute, or null, which means no attribute, for zero. */
    static @Nullable AttributeValue numberUnlessZero(long value) {
        return value == 0 ? null : number(value);
    }

    /** Returns this item with one more attribute, or without it if there is no value. */
    Item with(String attribute, @Nullable AttributeValue value) {
        Map<String, AttributeValue> changed = new HashMap<>(attributes);
        if (value == null) {
            changed.remove(attribute);
        } else {
            changed.put(attribute, value);
        }
        return new Item(changed);
    }

    boolean isAbsent() {
        return attributes.isEmpty();
    }

    boolean has(String attribute) {
        return attributes.containsKey(attribute);
    }

    @Nullable AttributeValue value(String attribute) {
        return attributes.get(attribute);
    }

    String requireText(String attribute) throws UnreadableRecordException {
        String found = optionalText(attribute);
        if (found == null) {
            throw new UnreadableRecordException(attribute + " is missing");
        }
        return found;
    }

    @Nullable String optionalText(String attribute) throws UnreadableRecordException {
        AttributeValue value = attributes.get(attribute);
        if (value == null) {
            return null;
        }
        if (value.s() == null) {
            throw new UnreadableRecordException(attribute + " is no string");
        }
        return value.s();
    }

    long requireNumber(String attribute) throws UnreadableRecordException {
        AttributeValue value = attributes.get(attribute);
        if (value == null) {
            throw new UnreadableRecordException(attribute + " is missing");
        }
        try {
            return Long.parseLong(String.valueOf(value.n()));
        } catch (NumberFormatException e) {
            throw new UnreadableRecordException(attribute + " is no whole number");
        }
    }

    /** Returns the token that the term with this token followed, or zero if there is none. */
    long follows(long token) throws UnreadableRecordException {
        long follows = has(Attributes.FOLLOWS) ? requireNumber(Attributes.FOLLOWS) : 0;
        if (follows < 0 || (follows > 0 && follows >= token)) {
            throw new UnreadableRecordException(
                    Attributes.FOLLOWS + " is " + follows + ", which token " + token + " cannot follow");
        }
        return follows;
    }

    Instant requireInstant(String attribute) throws UnreadableRecordException {
        try {
            return Instant.parse(requireText(attribute));
        } catch (DateTimeException e) {
            throw new UnreadableRecordException(attribute + " is no time");
        }
    }

    /** Returns the number, or zero if it is missing or unreadable. */
    long numberOrZero(String attribute) {
        try {
            return has(attribute) ? requireNumber(attribute) : 0;
        } catch (UnreadableRecordException e) {
            return 0;
        }
    }

    /** Returns the token, or zero if it is not one that a term can have. */
    long tokenOrZero() {
        long token = numberOrZero(Attributes.TERM);
        return token < 0 || token > Lease.MAX_TOKEN ? 0 : token;
    }

    /** Returns the ttl, or zero if it is not one that a lease can have. */
    Duration ttlOrZero() {
        long millis = numberOrZero(Attributes.TTL_MILLIS);
        return Duration.ofMillis(millis < 0 || millis > Lease.MAX_TTL.toMillis() ? 0 : millis);
    }
}
