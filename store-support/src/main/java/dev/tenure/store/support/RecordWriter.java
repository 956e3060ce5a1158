package dev.tenure.store.support;

import dev.tenure.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the fields of a record, in the order in which they are stored. {@link FlatJson} writes them as JSON,
 * {@link #texts} as plain texts; {@link RecordFields} reads both.
 */
public interface RecordWriter {

    /** Writes a text; null writes no field. */
    RecordWriter text(String name, @Nullable String value);

    /** Writes a whole number. */
    RecordWriter number(String name, long value);

    /** Writes true or false. */
    RecordWriter flag(String name, boolean value);

    /** Writes an inner object, which {@link RecordFields#within} reads. */
    RecordWriter object(String name, Consumer<RecordWriter> fields);

    /** Writes a moment in ISO-8601. */
    default RecordWriter instant(String name, Instant value) {
        return text(name, value.toString());
    }

    /** Writes a length of time in ISO-8601. */
    default RecordWriter duration(String name, Duration value) {
        return text(name, value.toString());
    }

    /** Writes the fields {@code instance}, {@code name} and, if known, {@code address}. */
    default RecordWriter identity(Identity candidate) {
        return text("instance", candidate.instance())
                .text("name", candidate.name())
                .text("address", candidate.address());
    }

    /** Returns a writer that spells names, which it is given in camel case, in another style. */
    default RecordWriter spelled(NameStyle style) {
        return new ChangedWriter(this, style::spell, (name, number) -> true);
    }

    /** Returns a writer that leaves this number out when it is zero. */
    default RecordWriter omittingZero(String field) {
        return new ChangedWriter(this, name -> name, (name, number) -> number != 0 || !name.equals(field));
    }

    /** Returns a writer that hands on every field as a name and a text, for headers, tags or a map. */
    static RecordWriter texts(BiConsumer<String, String> fields) {
        return new TextWriter("", fields);
    }
}
