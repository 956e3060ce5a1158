package dev.tenure.internal.protocol;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What the classes of one campaign share: its state, what outlives each state, and the effects of one input. */
final class CampaignParts {
    final CampaignSetup setup;
    final CallPacing pacing;
    final StoreCalls calls;
    State state = new State.Following();
    private List<Effect> effects = new ArrayList<>();

    CampaignParts(CampaignSetup setup, Random random, ClockReading now) {
        this.setup = setup;
        this.pacing = new CallPacing(setup, random);
        this.calls = new StoreCalls(setup, now);
    }

    void add(Effect effect) {
        effects.add(effect);
    }

    void tell(ElectionEvent event) {
        add(new Effect.Tell(event));
    }

    void warn(Reason reason, String cause, @Nullable Throwable error, ClockReading now) {
        tell(new ElectionEvent.Warning(setup.election(), now.instant(), reason, cause, error));
    }

    /** Returns the effects, in order, and starts again with none. */
    List<Effect> takeEffects() {
        List<Effect> taken = effects;
        effects = new ArrayList<>();
        return taken;
    }
}
