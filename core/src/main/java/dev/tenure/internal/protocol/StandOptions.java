package dev.tenure.internal.protocol;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a candidate stands in one election, beyond its timing.
 *
 * @param observes whether it never claims
 * @param ableAtFirst whether it may lead before anybody has said that it is able to
 * @param waitsForRank whether it first waits a while to learn who else stands, because others may be preferred
 * @param acquireHook whether a hook runs before a term is announced, and may refuse it
 * @param loseHook whether a hook runs after a term has ended
 * @param stallAfter how long work may go without progress, or null for ever
 */
public record StandOptions(
        boolean observes,
        boolean ableAtFirst,
        boolean waitsForRank,
        boolean acquireHook,
        boolean loseHook,
        @Nullable Duration stallAfter) {

    /** Stands like everybody else: able, without preference or hooks. */
    public static final StandOptions PLAIN = new StandOptions(false, true, false, false, false, null);

    /** Only looks on. */
    public static final StandOptions OBSERVING = new StandOptions(true, true, false, false, false, null);
}
