package dev.tenure.store.support;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Passes fields on to another writer under changed names, and leaves some numbers out. */
record ChangedWriter(RecordWriter target, UnaryOperator<String> spelling, NumberFilter filter) implements RecordWriter {

    /** Decides whether a number is written. */
    @FunctionalInterface
    interface NumberFilter {
        boolean isWritten(String name, long value);
    }

    @Override
    public RecordWriter text(String name, @Nullable String value) {
        target.text(spelling.apply(name), value);
        return this;
    }

    @Override
    public RecordWriter number(String name, long value) {
        if (filter.isWritten(name, value)) {
            target.number(spelling.apply(name), value);
        }
        return this;
    }

    @Override
    public RecordWriter flag(String name, boolean value) {
        target.flag(spelling.apply(name), value);
        return this;
    }

    @Override
    public RecordWriter object(String name, Consumer<RecordWriter> fields) {
        target.object(spelling.apply(name), inner -> fields.accept(new ChangedWriter(inner, spelling, filter)));
        return this;
    }
}
