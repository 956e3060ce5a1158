package dev.tenure.internal.runtime;

import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.Status;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The status of one election, taken at one moment. */
public record StatusSnapshot(
        String election,
        Role role,
        @Nullable Identity leader,
        long token,
        @Nullable Instant since,
        @Nullable Instant lastSeen,
        int consecutiveFailures,
        @Nullable Instant nextAttempt,
        Reason reason,
        String cause)
        implements Status {}
