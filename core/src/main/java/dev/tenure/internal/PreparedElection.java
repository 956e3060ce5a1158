package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ElectionBuilder;
import dev.tenure.Hook;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a candidate is going to stand in one election: its hooks, and how long its work may be silent. */
final class PreparedElection implements ElectionBuilder {
    private static final Duration LONGEST_SILENCE = Duration.ofDays(365);

    private final String election;
    private final Function<PreparedElection, Election> stand;
    private @Nullable Hook acquireHook;
    private @Nullable Hook loseHook;
    private @Nullable Duration stallAfter;

    PreparedElection(String election, Function<PreparedElection, Election> stand) {
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
        if (silence.isNegative() || silence.isZero()) {
            throw new IllegalArgumentException("stallAfter " + silence + " must be longer than zero");
        }
        if (silence.compareTo(LONGEST_SILENCE) > 0) {
            throw new IllegalArgumentException("stallAfter " + silence + " is longer than a year: leave it out");
        }
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
