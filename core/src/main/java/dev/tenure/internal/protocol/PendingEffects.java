package dev.tenure.internal.protocol;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.spi.Lease;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The effects of one input, in order, while a campaign collects them. */
final class PendingEffects {
    private final String election;
    private List<Effect> effects = List.of();

    PendingEffects(String election) {
        this.election = election;
    }

    /** Returns what was collected, and starts again with nothing. */
    List<Effect> drain() {
        List<Effect> drained = effects;
        effects = List.of();
        return drained;
    }

    void add(Effect effect) {
        if (effects.isEmpty()) {
            effects = new ArrayList<>(4);
        }
        effects.add(effect);
    }

    void acquired(long token, String cause, ClockReading now) {
        add(new Effect.Tell(new ElectionEvent.Acquired(election, now.instant(), token, Reason.ELECTED, cause)));
    }

    void resigned(long token, Reason reason, String cause, ClockReading now) {
        add(new Effect.Tell(new ElectionEvent.Resigned(election, now.instant(), token, reason, cause)));
    }

    void lost(long token, Reason reason, String cause, ClockReading now) {
        add(new Effect.Tell(new ElectionEvent.Lost(election, now.instant(), token, reason, cause)));
    }

    void leaderChanged(@Nullable Lease leader, long lastToken, ClockReading now) {
        String cause = leader == null ? "the record shows no leader" : leader.holder().name() + " leads";
        add(new Effect.Tell(new ElectionEvent.LeaderChanged(
                election,
                now.instant(),
                leader == null ? null : leader.holder(),
                leader == null ? lastToken : leader.token(),
                cause)));
    }

    void warning(Reason reason, String cause, @Nullable Throwable error, ClockReading now) {
        add(new Effect.Tell(new ElectionEvent.Warning(election, now.instant(), reason, cause, error)));
    }
}
