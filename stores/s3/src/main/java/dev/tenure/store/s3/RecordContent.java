package dev.tenure.store.s3;

import static java.util.Objects.requireNonNullElse;

import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The content of the object of an election. */
sealed interface RecordContent {

    /**
     * The fields that s3lect reads in a record.
     *
     * @param id who leads or led; empty if it does not say
     * @param address where that one is reached, or null
     * @param updated when it was last written, by the writer's clock; {@link GoDates#ZERO} if the leader has resigned
     */
    record S3lectFields(String id, @Nullable String address, Instant updated) {
        static S3lectFields of(@Nullable String id, @Nullable String address, Instant updated) {
            return new S3lectFields(requireNonNullElse(id, ""), address, updated);
        }
    }

    /** A record that Tenure wrote. */
    record Ours(S3lectFields s3lectFields, Sighting sighting) implements RecordContent {}

    /** A record that s3lect wrote: it has no token, no ttl and no term. */
    record Foreign(S3lectFields s3lectFields) implements RecordContent {}

    /** A record that cannot be read, and the token and the ttl that it still shows, or 0. */
    record Unreadable(String problem, long token, Duration ttl) implements RecordContent {}
}
