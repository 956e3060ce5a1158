package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ElectionBuilder;
import dev.tenure.Hook;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a manual candidate is going to stand in one election. */
final class ManualPreparation implements ElectionBuilder {
    private final String election;
    private final Function<ManualPreparation, Election> stand;
    private @Nullable Hook acquireHook;
    private @Nullable Hook loseHook;
    private @Nullable Duration stallAfter;

    ManualPreparation(String election, Function<ManualPreparation, Election> stand) {
        this.election = requireNonNull(election, "election");
        this.stand = stand;
    }

    @Override
    public ElectionBuilder onAcquire(Hook hook) {
        this.acquireHook = requireNonNull(hook, "hook");
        return this;
    }

    @Override
    public ElectionBuilder onLose(Hook hook) {
        this.loseHook = requireNonNull(hook, "hook");
        return this;
    }

    @Override
    public ElectionBuilder stallAfter(Duration silence) {
        requireNonNull(silence, "silence");
        this.stallAfter = silence;
        return this;
    }

    @Override
    public Election stand() {
        return stand.apply(this);
    }

    String election() {
        return election;
    }

    @Nullable Hook acquireHook() {
        return acquireHook;
    }

    @Nullable Hook loseHook() {
        return loseHook;
    }

    @Nullable Duration stallAfter() {
        return stallAfter;
    }
}
