package dev.tenure.store.support;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a record, each read as the type it must have. Immutable.
 *
 * <p>The fields may come from JSON ({@link FlatJson#parse}), message headers or any other map of texts. Unknown fields
 * are ignored, so that a later version may add some. A method that finds a field missing or malformed throws an
 * {@link IllegalArgumentException} that says so; {@link #read} turns it into an {@link UnreadableRecordException}.
 */
public final class RecordFields {
    private final Map<String, String> values;
    private final NameStyle style;

    private RecordFields(Map<String, String> values, NameStyle style) {
        this.values = values;
        this.style = style;
    }

    /** Returns the fields with these names and values. */
    public static RecordFields of(Map<String, String> values) {
        return new RecordFields(Map.copyOf(values), NameStyle.CAMEL);
    }

    /** Returns the same fields, looked up by names in camel case although they are spelled in this style. */
    public RecordFields spelled(NameStyle newStyle) {
        return new RecordFields(values, newStyle);
    }

    /** Returns the fields of an inner object, which are kept as {@code object.field}. */
    public RecordFields within(String object) {
        String prefix = object + ".";
        Map<String, String> inner = new HashMap<>();
        values.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                inner.put(name.substring(prefix.length()), value);
            }
        });
        return new RecordFields(inner, style);
    }

    /** Returns all fields as they are stored, in no order. */
    public Map<String, String> all() {
        return Map.copyOf(values);
    }

    /** Returns these fields with one more, or unchanged if the value is null. */
    public RecordFields with(String name, @Nullable String value) {
        if (value == null) {
            return this;
        }
        Map<String, String> more = new HashMap<>(values);
        more.put(style.spell(name), value);
        return new RecordFields(more, style);
    }

    /**
     * Reads an object out of these fields.
     *
     * @throws UnreadableRecordException if the function fails because a field is missing or wrong
     */
    public <T> T read(Function<RecordFields, T> reader) throws UnreadableRecordException {
        try {
            return reader.apply(this);
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()), this, e);
        }
    }

    /** Tells whether the field is there. */
    public boolean has(String name) {
        return values.containsKey(style.spell(name));
    }

    /** Returns the text of a field, or null if it is missing. */
    public @Nullable String find(String name) {
        return values.get(style.spell(name));
    }

    /** Returns the text of a field. */
    public String text(String name) {
        String value = find(name);
        if (value == null) {
            throw new IllegalArgumentException("it has no field '" + style.spell(name) + "'");
        }
        return value;
    }

    /** Returns a whole number. */
    public long number(String name) {
        try {
            return Long.parseLong(text(name));
        } catch (NumberFormatException e) {
            throw wrong(name, "is not a whole number", e);
        }
    }

    /** Returns a whole number, or zero if the field is missing. */
    public long numberOrZero(String name) {
        return has(name) ? number(name) : 0;
    }

    /** Returns a whole number that fits an int. */
    public int smallNumber(String name) {
        try {
            return Math.toIntExact(number(name));
        } catch (ArithmeticException e) {
            throw wrong(name, "is too large", e);
        }
    }

    /** Tells whether the field is {@code true}. */
    public boolean flag(String name) {
        return Boolean.parseBoolean(text(name));
    }

    /** Returns a moment in ISO-8601. */
    public Instant instant(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException e) {
            throw wrong(name, "is not a time", e);
        }
    }

    /** Returns a length of time in ISO-8601. */
    public Duration duration(String name) {
        try {
            return Duration.parse(text(name));
        } catch (DateTimeException e) {
            throw wrong(name, "is not a length of time", e);
        }
    }

    /** Returns the candidate in the fields {@code instance}, {@code name} and, if there, {@code address}. */
    public Identity identity() {
        return Identity.ofInstance(text("instance")).withName(text("name")).withAddress(find("address"));
    }

    /** Refuses a record whose field {@code format} is not this number. */
    public void requireFormat(long known) {
        if (number("format") != known) {
            throw new IllegalArgumentException("its format is " + text("format") + ", and only " + known
                    + " is known here: a newer version of Tenure wrote it");
        }
    }

    /** Refuses a record whose field {@code election} names another election. */
    public void requireElection(String election) {
        if (!text("election").equals(election)) {
            throw new IllegalArgumentException("it is of the election '" + text("election") + "'");
        }
    }

    /** Returns the token in a damaged record, or zero if it shows none that a lease can have. */
    public long tokenOrZero(String name) {
        try {
            long token = numberOrZero(name);
            return token < 0 || token > Lease.MAX_TOKEN ? 0 : token;
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    /** Returns the ttl in a damaged record, or zero if it shows none that a lease can have. */
    public Duration ttlOrZero(String name) {
        try {
            Duration ttl = has(name) ? duration(name) : Duration.ZERO;
            return ttl.isNegative() || ttl.compareTo(Lease.MAX_TTL) > 0 ? Duration.ZERO : ttl;
        } catch (IllegalArgumentException e) {
            return Duration.ZERO;
        }
    }

    private IllegalArgumentException wrong(String name, String why, RuntimeException cause) {
        return new IllegalArgumentException(
                "its field '" + style.spell(name) + "' " + why + ": '" + text(name) + "'", cause);
    }

    @Override
    public String toString() {
        return "fields " + values.keySet();
    }
}
