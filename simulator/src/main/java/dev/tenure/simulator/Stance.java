package dev.tenure.simulator;

import dev.tenure.CandidateBuilder;
import dev.tenure.Timing;
import dev.tenure.internal.protocol.StandOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one start of a candidate stands: what is drawn for it, and does not change afterwards.
 *
 * @param part what its machine is for
 * @param grace how long its work may go on when asked to finish
 * @param rank its place in the order of preference
 * @param options how it stands in the eyes of the engine
 * @param work whether it has work
 * @param callers whether threads of its own call {@code runIfLeader}
 * @param barriers how many of its listeners are waited for
 */
record Stance(Part part, Duration grace, Rank rank, StandOptions options, boolean work, boolean callers, int barriers) {
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);
    private static final List<Integer> PRIORITIES = List.of(50, CandidateBuilder.DEFAULT_PRIORITY, 200);
    private static final List<String> VERSIONS = List.of("", "1.9", "1.10", "2.0");

    /**
     * A place in the order of preference.
     *
     * @param priority the lower number leads
     * @param version the newer one leads, in the eyes of those who prefer it
     * @param prefersNewest whether versions matter to this candidate
     */
    record Rank(int priority, String version, boolean prefersNewest) {
        /** Tells whether this candidate would have the other lead in its place. */
        boolean comesAfter(Rank other) {
            return other.priority < priority
                    || (other.priority == priority
                            && prefersNewest
                            && VERSIONS.indexOf(other.version) > VERSIONS.indexOf(version));
        }
    }

    static Stance drawn(Draw draw, Scenario scenario, Part part, Timing timing) {
        Duration grace = Duration.ofNanos(draw.anySizeUpTo(timing.ttl().toNanos()));
        Rank rank = rank(draw, scenario, part);
        boolean observes = part == Part.OBSERVER;
        boolean mayBePassedOver = rank.priority() != CandidateBuilder.DEFAULT_PRIORITY || rank.prefersNewest();
        StandOptions options = observes
                ? StandOptions.OBSERVING
                : new StandOptions(
                        false,
                        part != Part.UNABLE && !(scenario.has(Feature.READINESS) && draw.chance(50)),
                        mayBePassedOver && scenario.has(Feature.ROSTER),
                        scenario.has(Feature.ACQUIRE_HOOK) && draw.chance(75),
                        scenario.has(Feature.LOSE_HOOK) && draw.chance(75),
                        stallAfter(draw, scenario, timing));
        boolean work = draw.chance(80) || part == Part.FAILING;
        int barriers = scenario.has(Feature.BARRIERS) && !observes ? draw.below(3) : 0;
        boolean callers = scenario.has(Feature.CALLERS) && draw.chance(75);
        return new Stance(part, grace, rank, options, work && !observes, callers && !observes, barriers);
    }

    private static Rank rank(Draw draw, Scenario scenario, Part part) {
        boolean unfit = part == Part.UNABLE || part == Part.FAILING;
        int priority = scenario.has(Feature.PRIORITIES) ? draw.oneOf(PRIORITIES) : CandidateBuilder.DEFAULT_PRIORITY;
        boolean versions = scenario.has(Feature.VERSIONS);
        String version = versions ? draw.oneOf(VERSIONS) : "";
        return new Rank(unfit ? 1 : priority, version, versions && draw.chance(60));
    }

    /** Work writes twice a ttl at least, and says so: a wait longer than a ttl is never its fault in fine weather. */
    private static @Nullable Duration stallAfter(Draw draw, Scenario scenario, Timing timing) {
        long ttl = timing.ttl().toNanos();
        return scenario.has(Feature.STALL) && draw.chance(75) ? Duration.ofNanos(draw.between(ttl, 3 * ttl)) : null;
    }

    boolean observes() {
        return part == Part.OBSERVER;
    }

    boolean isFit() {
        return part == Part.FIT;
    }

    /** Tells whether the application says at some time that it is able to lead, or not. */
    boolean saysWhetherAble() {
        return !options.ableAtFirst() && !observes();
    }

    /** Returns how long hooks and barriers are waited for by the rules. */
    Duration patience() {
        return grace.compareTo(LEAST_PATIENCE) > 0 ? grace : LEAST_PATIENCE;
    }

    /** Returns how long hooks, barriers and callers may hold up a release by the rules. */
    Duration afterwards() {
        return options.loseHook() || barriers > 0 || callers ? patience() : Duration.ZERO;
    }

    /** Returns how long a close may take by the rules (R13). */
    Duration closeWithin(Timing timing) {
        return timing.callTimeout()
                .multipliedBy(4)
                .plus(grace)
                .plus(timing.stopWithin())
                .plus(timing.margin())
                .plus(afterwards());
    }
}
