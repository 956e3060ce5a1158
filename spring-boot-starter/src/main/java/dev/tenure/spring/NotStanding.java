package dev.tenure.spring;

import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.Status;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The status of an election that this process does not stand in: the application is not ready yet, or stops. */
record NotStanding(String election) implements Status {

    @Override
    public Role role() {
        return Role.CLOSED;
    }

    @Override
    public @Nullable Identity leader() {
        return null;
    }

    @Override
    public long token() {
        return 0;
    }

    @Override
    public @Nullable Instant since() {
        return null;
    }

    @Override
    public @Nullable Instant lastSeen() {
        return null;
    }

    @Override
    public int consecutiveFailures() {
        return 0;
    }

    @Override
    public @Nullable Instant nextAttempt() {
        return null;
    }

    @Override
    public Reason reason() {
        return Reason.STANDING;
    }

    @Override
    public String cause() {
        return "";
    }
}
