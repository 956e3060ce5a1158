package dev.tenure.store.support;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands on every field as a name and a text. */
record TextWriter(String prefix, BiConsumer<String, String> fields) implements RecordWriter {

    @Override
    public RecordWriter text(String name, @Nullable String value) {
        if (value != null) {
            fields.accept(prefix + name, value);
        }
        return this;
    }

    @Override
    public RecordWriter number(String name, long value) {
        return text(name, Long.toString(value));
    }

    @Override
    public RecordWriter flag(String name, boolean value) {
        return text(name, Boolean.toString(value));
    }

    @Override
    public RecordWriter object(String name, Consumer<RecordWriter> inner) {
        inner.accept(new TextWriter(prefix + name + ".", fields));
        return this;
    }
}
