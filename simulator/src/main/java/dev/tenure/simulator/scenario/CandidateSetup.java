package dev.tenure.simulator.scenario;

import dev.tenure.CandidateBuilder;
import dev.tenure.Timing;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.simulator.time.SeededRandom;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fixed setup of one start of a candidate, as drawn.
 *
 * @param kind the kind of candidate
 * @param grace how long its work may take to finish when asked
 * @param rank its rank in the successor order
 * @param options the options passed to the engine
 * @param work whether it has work
 * @param callers whether its application calls {@code runIfLeader}
 * @param barriers how many barriers it has
 */
public record CandidateSetup(
        CandidateKind kind,
        Duration grace,
        Rank rank,
        StandOptions options,
        boolean work,
        boolean callers,
        int barriers) {
    private static final Duration LEAST_HOOK_TIMEOUT = Duration.ofSeconds(1);
    private static final List<Integer> PRIORITIES = List.of(50, CandidateBuilder.DEFAULT_PRIORITY, 200);
    private static final List<String> VERSIONS = List.of("", "1.9", "1.10", "2.0");

    /**
     * A rank in the successor order.
     *
     * @param priority lower numbers lead first
     * @param version newer versions lead first, for candidates that prefer the newest
     * @param prefersNewest whether this candidate prefers the newest version
     */
    public record Rank(int priority, String version, boolean prefersNewest) {
        /** Tells whether this candidate hands over to the other. */
        public boolean comesAfter(Rank other) {
            return other.priority < priority
                    || (other.priority == priority
                            && prefersNewest
                            && VERSIONS.indexOf(other.version) > VERSIONS.indexOf(version));
        }
    }

    public static CandidateSetup draw(SeededRandom random, Scenario scenario, CandidateKind kind, Timing timing) {
        Duration grace = Duration.ofNanos(random.anySizeUpTo(timing.ttl().toNanos()));
        Rank rank = rank(random, scenario, kind);
        boolean observes = kind == CandidateKind.OBSERVER;
        boolean mayBePassedOver = rank.priority() != CandidateBuilder.DEFAULT_PRIORITY || rank.prefersNewest();
        StandOptions options = observes
                ? StandOptions.OBSERVING
                : new StandOptions(
                        false,
                        kind != CandidateKind.UNABLE && !(scenario.has(Feature.READINESS) && random.chance(50)),
                        mayBePassedOver && scenario.has(Feature.ROSTER),
                        scenario.has(Feature.ACQUIRE_HOOK) && random.chance(75),
                        scenario.has(Feature.LOSE_HOOK) && random.chance(75),
                        stallAfter(random, scenario, timing));
        boolean work = random.chance(80) || kind == CandidateKind.FAILING;
        int barriers = scenario.has(Feature.BARRIERS) && !observes ? random.below(3) : 0;
        boolean callers = scenario.has(Feature.CALLERS) && random.chance(75);
        return new CandidateSetup(kind, grace, rank, options, work && !observes, callers && !observes, barriers);
    }

    private static Rank rank(SeededRandom random, Scenario scenario, CandidateKind kind) {
        boolean unfit = kind == CandidateKind.UNABLE || kind == CandidateKind.FAILING;
        int priority = scenario.has(Feature.PRIORITIES) ? random.oneOf(PRIORITIES) : CandidateBuilder.DEFAULT_PRIORITY;
        boolean versions = scenario.has(Feature.VERSIONS);
        String version = versions ? random.oneOf(VERSIONS) : "";
        return new Rank(unfit ? 1 : priority, version, versions && random.chance(60));
    }

    /** Draws a limit of at least a ttl: healthy work writes twice per ttl or more often, so it never stalls. */
    private static @Nullable Duration stallAfter(SeededRandom random, Scenario scenario, Timing timing) {
        long ttl = timing.ttl().toNanos();
        return scenario.has(Feature.STALL) && random.chance(75) ? Duration.ofNanos(random.between(ttl, 3 * ttl)) : null;
    }

    public boolean observes() {
        return kind == CandidateKind.OBSERVER;
    }

    public boolean isFit() {
        return kind == CandidateKind.FIT;
    }

    /** Tells whether the application reports later whether the candidate is able to lead. */
    public boolean reportsAbilityLater() {
        return !options.ableAtFirst() && !observes();
    }

    /** Returns how long the engine waits for hooks and barriers by the rules. */
    public Duration hookTimeout() {
        return grace.compareTo(LEAST_HOOK_TIMEOUT) > 0 ? grace : LEAST_HOOK_TIMEOUT;
    }

    /** Returns how long hooks, barriers and callers may delay a release by the rules. */
    public Duration releaseDelay() {
        return options.loseHook() || barriers > 0 || callers ? hookTimeout() : Duration.ZERO;
    }

    /** Returns how long a close may take by the rules (R13). */
    public Duration closeWithin(Timing timing) {
        return timing.callTimeout()
                .multipliedBy(4)
                .plus(grace)
                .plus(timing.stopWithin())
                .plus(timing.margin())
                .plus(releaseDelay());
    }
}
