package dev.tenure.store.redis;

import dev.tenure.Timing;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Finding;
import java.util.List;

/** Placeholder. */
final class Checkup {
    Checkup(Post post, Keys keys) {}

    List<Finding> run(Timing timing, Deadline deadline) {
        return List.of();
    }
}
