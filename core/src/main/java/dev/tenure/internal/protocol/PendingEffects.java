package dev.tenure.internal.protocol;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
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

    void tell(ElectionEvent event) {
        add(new Effect.Tell(event));
    }

    void warning(Reason reason, String cause, @Nullable Throwable error, ClockReading now) {
        tell(new ElectionEvent.Warning(election, now.instant(), reason, cause, error));
    }
}
