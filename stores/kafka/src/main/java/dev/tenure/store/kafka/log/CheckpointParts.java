package dev.tenure.store.kafka.log;

import dev.tenure.store.kafka.log.LogRecord.CheckpointEnd;
import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the parts of checkpoints until the end of one is read. Not thread-safe. */
final class CheckpointParts {
    private final Map<String, Map<String, CheckpointPart>> byCheckpoint = new HashMap<>();

    void add(CheckpointPart part) {
        byCheckpoint
                .computeIfAbsent(part.checkpoint(), absent -> new HashMap<>())
                .put(part.election(), part);
    }

    /** Returns all parts of the checkpoint that ends here, or null if some were not read. */
    @Nullable Collection<CheckpointPart> end(CheckpointEnd end) {
        Map<String, CheckpointPart> found = byCheckpoint.remove(end.checkpoint());
        Collection<CheckpointPart> parts = (found == null ? Map.<String, CheckpointPart>of() : found).values();
        return parts.size() == end.parts() ? parts : null;
    }

    void clear() {
        byCheckpoint.clear();
    }
}
