package dev.tenure.store.support;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes fields with Jackson. The target is memory, so no write fails. */
record JsonWriter(JsonGenerator json) implements RecordWriter {

    @Override
    public RecordWriter text(String name, @Nullable String value) {
        return value == null ? this : write(() -> json.writeStringField(name, value));
    }

    @Override
    public RecordWriter number(String name, long value) {
        return write(() -> json.writeNumberField(name, value));
    }

    @Override
    public RecordWriter flag(String name, boolean value) {
        return write(() -> json.writeBooleanField(name, value));
    }

    @Override
    public RecordWriter object(String name, Consumer<RecordWriter> fields) {
        return write(() -> {
            json.writeObjectFieldStart(name);
            fields.accept(this);
            json.writeEndObject();
        });
    }

    private RecordWriter write(Step step) {
        try {
            step.write();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
    }

    /** One call of the generator. */
    @FunctionalInterface
    private interface Step {
        void write() throws IOException;
    }
}
