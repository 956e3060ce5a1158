package dev.tenure.store.kafka.goneli;

import dev.tenure.Identity;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The fields of a Tenure record, as headers in plain text; the value of the record is for people. */
final class RecordHeaders {
    static final String KIND = "tenure";

    private final Headers headers;

    private RecordHeaders(Headers headers) {
        this.headers = headers;
    }

    /** Thrown when a record lacks a field, or a field cannot be read. */
    static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    static RecordHeaders of(ConsumerRecord<byte[], byte[]> record) {
        return new RecordHeaders(record.headers());
    }

    static RecordHeaders of(ProducerRecord<byte[], byte[]> record) {
        return new RecordHeaders(record.headers());
    }

    RecordHeaders with(String name, @Nullable Object value) {
        if (value != null) {
            headers.add(name, bytes(value.toString()));
        }
        return this;
    }

    RecordHeaders with(Identity identity) {
        return with("instance", identity.instance())
                .with("name", identity.name())
                .with("address", identity.address());
    }

    /** Returns the kind of this record, or an empty string if it is not Tenure's. */
    String kind() {
        String kind = find(KIND);
        return kind == null ? "" : kind;
    }

    @Nullable String find(String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    String text(String name) {
        String found = find(name);
        if (found == null) {
            throw new Malformed("the field '" + name + "' is missing", null);
        }
        return found;
    }

    long number(String name) {
        try {
            return Long.parseLong(text(name));
        } catch (NumberFormatException e) {
            throw new Malformed("the field '" + name + "' is not a number", e);
        }
    }

    Instant instant(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException e) {
            throw new Malformed("the field '" + name + "' is not a time", e);
        }
    }

    Duration duration(String name) {
        try {
            return Duration.parse(text(name));
        } catch (DateTimeException e) {
            throw new Malformed("the field '" + name + "' is not a duration", e);
        }
    }

    Identity identity() {
        return Identity.ofInstance(text("instance")).withName(text("name")).withAddress(find("address"));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
