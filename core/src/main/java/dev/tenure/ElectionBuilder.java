package dev.tenure;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A stand in one election in the making. Not thread-safe. */
public final class ElectionBuilder {
    private static final Duration LONGEST_SILENCE = Duration.ofDays(365);

    private final String election;
    private final Function<ElectionBuilder, Election> stand;
    private @Nullable Hook acquireHook;
    private @Nullable Hook loseHook;
    private @Nullable Duration stallAfter;

    /** For candidates: {@code stand} is what begins it. */
    public ElectionBuilder(String election, Function<ElectionBuilder, Election> stand) {
        this.election = requireNonNull(election, "election");
        this.stand = requireNonNull(stand, "stand");
    }

    /**
     * Sets what runs before a term is announced, while the lease is kept. If it throws, the term is given up, the lose
     * hook runs, and this candidate stays back for two ttls; until it has returned, nobody sees a leader here. It is
     * interrupted if the lease is lost meanwhile.
     */
    public ElectionBuilder onAcquire(Hook hook) {
        this.acquireHook = requireNonNull(hook, "hook");
        return this;
    }

    /**
     * Sets what runs after a term has ended and its work with it, however it ended, before the lease is released. If it
     * takes longer than the candidate's grace, and at least a second, it is interrupted and left to itself; the lease
     * is then left to run out.
     */
    public ElectionBuilder onLose(Hook hook) {
        this.loseHook = requireNonNull(hook, "hook");
        return this;
    }

    /**
     * Gives the term up if its work, or its acquire hook, has not called {@link Term#progress()} for this long.
     * Default: it may be silent for ever.
     */
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

    /** Stands in the election from now on, as {@link Candidate#stand} does. */
    public Election stand() {
        return stand.apply(this);
    }

    /** Returns the name of the election. */
    public String election() {
        return election;
    }

    /** Returns what runs before a term is announced, or null. */
    public @Nullable Hook acquireHook() {
        return acquireHook;
    }

    /** Returns what runs after a term has ended, or null. */
    public @Nullable Hook loseHook() {
        return loseHook;
    }

    /** Returns how long work may go without progress, or null for ever. */
    public @Nullable Duration stallAfter() {
        return stallAfter;
    }
}
